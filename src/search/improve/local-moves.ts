/** Moves between neighbouring recodings: merging or splitting one tree node, or two neighbouring groups. */
import { fillFromBits, type Grouping } from '../../hierarchy/grouping.ts'
import type { Hierarchy } from '../../hierarchy/hierarchy.ts'

export interface LocalMove {
  readonly column: number
  readonly inner: readonly number[]
  readonly from: number
  readonly to: number
  /** Whether `from`..`to` must be exactly one group to be split (tree) or may be part of one (order). */
  readonly whole: boolean
}

export interface LocalState {
  readonly groupings: readonly Grouping[]
  /** +1: merges, −1: splits, 0: does not apply. */
  direction(move: LocalMove): -1 | 0 | 1
  /** Merges or splits, whichever applies; its own inverse. */
  toggle(move: LocalMove): void
}

/** `starts`: codes at which a group may begin; undefined for columns grouped by tree nodes. */
export function localMoves(
  hierarchies: readonly Hierarchy[],
  starts: readonly (readonly number[] | undefined)[],
): LocalMove[] {
  return hierarchies.flatMap(({ tree, values }, column): LocalMove[] => {
    const codes = starts[column] ?? (tree === undefined ? values.map((_, code) => code) : undefined)
    if (tree === undefined || codes !== undefined) {
      return (codes ?? [])
        .slice(1)
        .map((code) => ({ column, inner: [code], from: 0, to: values.length - 1, whole: false }))
    }
    return tree.children.flatMap((children, node) =>
      children.length < 2
        ? []
        : [
            {
              column,
              inner: Array.from(children.slice(1), (child) => tree.first[child]),
              from: tree.first[node],
              to: tree.last[node],
              whole: true,
            },
          ],
    )
  })
}

export function openState(groupings: readonly Grouping[]): LocalState {
  const copies = groupings.map(({ codeGroups, groups }) => ({ codeGroups: Int32Array.from(codeGroups), groups }))
  const begins = copies.map(({ codeGroups }) => {
    const bits = new Uint8Array(codeGroups.length + 1).fill(1)
    for (let code = 1; code < codeGroups.length; code++) bits[code] = codeGroups[code] === codeGroups[code - 1] ? 0 : 1
    return bits
  })
  return {
    groupings: copies,
    direction({ column, inner, from, to, whole }) {
      const bits = begins[column]
      if (!whole) return bits[inner[0]] === 1 ? 1 : -1
      let set = 0
      for (let code = from + 1; code <= to; code++) set += bits[code]
      if (set === 0) return bits[from] === 1 && bits[to + 1] === 1 ? -1 : 0
      return set === inner.length && inner.every((code) => bits[code] === 1) ? 1 : 0
    },
    toggle({ column, inner }) {
      const bits = begins[column]
      const value = bits[inner[0]] === 1 ? 0 : 1
      for (const code of inner) bits[code] = value
      fillFromBits(copies[column], bits, 1)
    },
  }
}
