/**
 * The chromosome: one bit between each two neighbouring codes of each column's domain, columns one after the other; 1 separates
 * the two codes (Iyengar 2002, §4, figures 4 and 5). Adult's eight columns make 157 bits. In an ordered column every bit string
 * is a grouping; in a tree column only those that are cuts, which `repair.ts` sees to.
 */

import type { Random } from '../../ground/random.ts'
import { emptyGrouping, fillFromBits, type Grouping } from '../../hierarchy/grouping.ts'
import type { Hierarchy } from '../../hierarchy/hierarchy.ts'

export interface Layout {
  readonly hierarchies: readonly Hierarchy[]
  /** First bit of each column; one more entry than columns, the last being the number of bits. */
  readonly offsets: Int32Array
  /** How many bits a chromosome has. */
  readonly bits: number
}

export function chromosomeLayout(hierarchies: readonly Hierarchy[]): Layout {
  const offsets = new Int32Array(hierarchies.length + 1)
  for (let column = 0; column < hierarchies.length; column++) {
    offsets[column + 1] = offsets[column] + hierarchies[column].values.length - 1
  }
  return { hierarchies, offsets, bits: offsets[hierarchies.length] }
}

/** Fills one grouping per column from a chromosome. */
export function fillGroupings(layout: Layout, bits: Uint8Array, into: readonly Grouping[]): void {
  for (let column = 0; column < into.length; column++) fillFromBits(into[column], bits, layout.offsets[column])
}

/** The groupings of a chromosome, made anew. */
export function groupingsOfBits(layout: Layout, bits: Uint8Array): readonly Grouping[] {
  const groupings = layout.hierarchies.map((hierarchy) => emptyGrouping(hierarchy.values.length))
  fillGroupings(layout, bits, groupings)
  return groupings
}

/** The chromosome of the groupings, which must belong to the layout's hierarchies. */
export function bitsOfGroupings(layout: Layout, groupings: readonly Grouping[]): Uint8Array {
  const bits = new Uint8Array(layout.bits)
  for (let column = 0; column < groupings.length; column++) fillColumnBits(layout, column, groupings[column], bits)
  return bits
}

/** Writes one column's grouping into a chromosome. */
export function fillColumnBits(layout: Layout, column: number, grouping: Grouping, bits: Uint8Array): void {
  const { groupOf } = grouping
  const offset = layout.offsets[column]
  for (let code = 1; code < groupOf.length; code++) bits[offset + code - 1] = groupOf[code] - groupOf[code - 1]
}

/** A chromosome as a short string, 16 bits to a character: equal exactly when the bits are. */
export function chromosomeKey(bits: Uint8Array): string {
  let key = ''
  for (let from = 0; from < bits.length; from += 16) {
    const to = Math.min(from + 16, bits.length)
    let unit = 0
    for (let i = from; i < to; i++) unit = (unit << 1) | bits[i]
    key += String.fromCharCode(unit)
  }
  return key
}

/**
 * Random bits, not yet repaired. Each chromosome draws its own density of ones first, so that coarse and fine solutions are both
 * in the first population; with density ½ throughout there would be no coarse one, and the search ends in worse optima.
 */
export function fillRandomBits(bits: Uint8Array, random: Random): void {
  const density = random.uniform()
  for (let i = 0; i < bits.length; i++) bits[i] = random.uniform() < density ? 1 : 0
}

/** None to three random endpoints in a column: where no row may be suppressed, hardly anything finer is acceptable. */
export function fillFewBits({ offsets }: Layout, bits: Uint8Array, column: number, random: Random): void {
  const from = offsets[column]
  const size = offsets[column + 1] - from
  bits.fill(0, from, from + size)
  for (let left = size === 0 ? 0 : random.integer(7) - 3; left > 0; left--) bits[from + random.integer(size)] = 1
}
