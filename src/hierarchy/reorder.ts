/** Reorders the leaves of a tree, for searches that may group any neighbours. Drops all inner nodes. */
import type { TreeHierarchy } from './hierarchy.ts'
import type { ResolvedHierarchy } from './resolve.ts'
import { treeHierarchy } from './tree.ts'

/** `order[position]` is the old code. A category of missing values stays last. */
export function reorderValues(
  { column, values, tree, missing }: TreeHierarchy,
  order: ArrayLike<number>,
): TreeHierarchy {
  const children = Array.from(order, (code) => ({ name: values[code] })).filter((_, place) => order[place] !== missing)
  return treeHierarchy(column, { name: tree.names[0], children }, { missing: missing !== undefined })
}

export function reorderResolved(resolved: ResolvedHierarchy, values: readonly string[]): ResolvedHierarchy {
  const { hierarchy, codes } = resolved
  if (hierarchy.kind !== 'tree') return resolved
  const place = new Map(values.map((value, at) => [value, at]))
  const findPlace = (code: number) => place.get(hierarchy.values[code]) ?? values.length
  const order = Array.from(hierarchy.values.keys()).sort((a, b) => findPlace(a) - findPlace(b) || a - b)
  const reordered = reorderValues(hierarchy, order)
  const valueCodes = new Map(reordered.values.map((value, code) => [value, code]))
  return {
    ...resolved,
    hierarchy: reordered,
    codes: codes.map((code) => (code < 0 ? code : (valueCodes.get(hierarchy.values[code]) as number))),
  }
}
