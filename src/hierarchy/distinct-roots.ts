/**
 * Renames the first root to `ANY` if all roots are `*`: otherwise a row generalized to the roots would look like a
 * suppressed row (`*` in every quasi-identifier).
 */
import { type Hierarchy, SUPPRESSED_LABEL } from './hierarchy.ts'
import { rootBeside } from './taxonomy/taxonomy.ts'

/** Whether the label is true of every value. */
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
