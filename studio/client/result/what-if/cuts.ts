/** Cuts of one column as plain data: the places where a group begins, without the first. Pure functions. */
import type { Cut, WhatIfColumn } from '../../../../src/tasks/what-if.ts'

export interface GroupPlaces {
  readonly first: number
  readonly last: number
}

/** The first and last place of the group that contains a place. */
export function groupAt(cut: Cut, place: number, size: number): GroupPlaces {
  const first = cut.findLast((start) => start <= place) ?? 0
  const next = cut.find((start) => start > place) ?? size
  return { first, last: next - 1 }
}

/** Splits a group: in a tree into the children of its node, otherwise where half of its rows are. */
export function splitGroup({ tree, counts, values }: WhatIfColumn, cut: Cut, group: GroupPlaces): Cut {
  if (tree === undefined) return addPlace(cut, middle(counts, group), values.length)
  // Pre-order: of nodes with the same values, the last has the children that differ.
  const node = tree.findLastIndex(({ first, last }) => first === group.first && last === group.last)
  const children = tree.filter(({ parent }) => parent === node)
  return children.reduce((starts, { first }) => addPlace(starts, first, values.length), cut)
}

/** Joins a group: in a tree with all groups below the next node above it, otherwise with the next group. */
export function joinGroup({ tree }: WhatIfColumn, cut: Cut, { first, last }: GroupPlaces): Cut {
  if (tree === undefined) return cut.filter((start) => start !== last + 1)
  const above = tree.findLast(
    (node) => node.first <= first && node.last >= last && node.last - node.first > last - first,
  )
  return above === undefined ? cut : cut.filter((start) => start <= above.first || start > above.last)
}

export function addPlace(cut: Cut, place: number, size: number): Cut {
  return place <= 0 || place >= size ? cut : [...new Set([...cut, place])].sort((a, b) => a - b)
}

/** The place of a value; of numbers, that of the first one that is not smaller. */
export function findPlace({ kind, low = [], values }: WhatIfColumn, text: string): number | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  const place = kind === 'number' ? low.findIndex((value) => value !== null && value >= number) : values.indexOf(text)
  return place > 0 ? place : undefined
}

export function sameCut(a: Cut, b: Cut): boolean {
  return a.length === b.length && a.every((place, i) => place === b[i])
}

/** The place in a group where the second half of its rows begins. */
function middle(counts: readonly number[], { first, last }: GroupPlaces): number {
  const inside = counts.slice(first, last + 1)
  const half = inside.reduce((sum, count) => sum + count, 0) / 2
  let rows = 0
  const full = inside.findIndex((count) => {
    rows += count
    return rows >= half
  })
  return Math.min(last, first + full + 1)
}
