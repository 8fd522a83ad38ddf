/**
 * The values of a tree in another order, for searches that may group neighbours whatever the tree says. No node but the root and the values is left:
 * groups of such an order are sets of values and are named as such.
 */
import type { TreeHierarchy } from './hierarchy.ts'
import type { ResolvedHierarchy } from './resolve.ts'
import { treeHierarchy } from './tree.ts'

/** `order[place]` is the code that stands there now. Missing values, where they are a category, stay last. */
export function reorderValues(
  { column, values, tree, missing }: TreeHierarchy,
  order: ArrayLike<number>,
): TreeHierarchy {
  const children = Array.from(order, (code) => ({ name: values[code] })).filter((_, place) => order[place] !== missing)
  return treeHierarchy(column, { name: tree.names[0], children }, { missing: missing !== undefined })
}

/** The same of a hierarchy that was made for the values of a column. */
export function reorderResolved(resolved: ResolvedHierarchy, values: readonly string[]): ResolvedHierarchy {
  const { hierarchy, codes } = resolved
  if (hierarchy.kind !== 'tree') return resolved
  const place = new Map(values.map((value, at) => [value, at]))
  const placeOf = (code: number) => place.get(hierarchy.values[code]) ?? values.length
  const order = Array.from(hierarchy.values.keys()).sort((a, b) => placeOf(a) - placeOf(b) || a - b)
  const reordered = reorderValues(hierarchy, order)
  const codeOf = new Map(reordered.values.map((value, code) => [value, code]))
  return {
    ...resolved,
    hierarchy: reordered,
    codes: codes.map((code) => (code < 0 ? code : (codeOf.get(hierarchy.values[code]) as number))),
  }
}
