/** Renames the first root to `ANY` if all are `*`, so that fully generalized rows do not look suppressed. */
import { type Hierarchy, SUPPRESSED_LABEL } from './hierarchy.ts'
import { rootBeside } from './taxonomy/taxonomy.ts'

export function saysNothing(label: string): boolean {
  return label === SUPPRESSED_LABEL || /^ANY( \(all\))*$/.test(label)
}

export function withDistinctRoots<H extends Hierarchy>(hierarchies: readonly H[]): readonly H[] {
  const [first] = hierarchies
  if (first?.tree === undefined || hierarchies.some(({ tree }) => tree?.names[0] !== SUPPRESSED_LABEL))
    return hierarchies
  const name = rootBeside(new Set(first.tree.names))
  return hierarchies.with(0, { ...first, tree: { ...first.tree, names: first.tree.names.with(0, name) } })
}
