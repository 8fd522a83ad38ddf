/** Renames the first column's root to `ANY` if all are `*`, so that fully generalized rows do not look suppressed. */
import { type Hierarchy, hasPublicEnds, SUPPRESSED_LABEL } from '../hierarchy.ts'
import { rootBeside } from './taxonomy.ts'

export function saysNothing(label: string): boolean {
  return label === SUPPRESSED_LABEL || /^ANY( \(all\))*$/.test(label)
}

export function withDistinctRoots<H extends Hierarchy>(hierarchies: readonly H[]): readonly H[] {
  const [first] = hierarchies
  const isStar = (one: H) => (one.tree ? one.tree.names[0] === SUPPRESSED_LABEL : hasPublicEnds(one))
  if (first === undefined || !hierarchies.every(isStar)) return hierarchies
  const name = rootBeside(new Set(first.tree?.names ?? first.members?.flat()))
  if (first.tree === undefined) return hierarchies.with(0, { ...first, whole: name })
  return hierarchies.with(0, { ...first, tree: { ...first.tree, names: first.tree.names.with(0, name) } })
}
