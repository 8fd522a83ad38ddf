/** The chromosome (Iyengar 2002, §4): one bit between neighbouring codes of each column, 1 separates them. */
import type { Random } from '../../ground/random.ts'
import { emptyGrouping, fillFromBits, type Grouping } from '../../hierarchy/grouping.ts'
import type { Hierarchy } from '../../hierarchy/hierarchy.ts'

export interface Layout {
  readonly hierarchies: readonly Hierarchy[]
  readonly offsets: Int32Array
  readonly bits: number
}

export function chromosomeLayout(hierarchies: readonly Hierarchy[]): Layout {
  const offsets = new Int32Array(hierarchies.length + 1)
  for (let column = 0; column < hierarchies.length; column++) {
    offsets[column + 1] = offsets[column] + hierarchies[column].values.length - 1
  }
  return { hierarchies, offsets, bits: offsets[hierarchies.length] }
}

export function fillGroupings(layout: Layout, bits: Uint8Array, into: readonly Grouping[]): void {
  for (let column = 0; column < into.length; column++) fillFromBits(into[column], bits, layout.offsets[column])
}

export function groupingsOfBits(layout: Layout, bits: Uint8Array): readonly Grouping[] {
  const groupings = layout.hierarchies.map((hierarchy) => emptyGrouping(hierarchy.values.length))
  fillGroupings(layout, bits, groupings)
  return groupings
}

export function bitsOfGroupings(layout: Layout, groupings: readonly Grouping[]): Uint8Array {
  const bits = new Uint8Array(layout.bits)
  for (let column = 0; column < groupings.length; column++) fillColumnBits(layout, column, groupings[column], bits)
  return bits
}

export function fillColumnBits(layout: Layout, column: number, grouping: Grouping, bits: Uint8Array): void {
  const { codeGroups } = grouping
  const offset = layout.offsets[column]
  for (let code = 1; code < codeGroups.length; code++) bits[offset + code - 1] = codeGroups[code] - codeGroups[code - 1]
}

export function endpointCount(bits: Uint8Array): number {
  let ones = 0
  for (let i = 0; i < bits.length; i++) ones += bits[i]
  return ones
}

/** Returns a short string, 16 bits to a character, that is equal exactly when the bits are. */
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
 * Draws random bits, not yet repaired. Each chromosome draws its density of ones first: a constant ½ would leave coarse
 * solutions out of the first population.
 */
export function fillRandomBits(bits: Uint8Array, random: Random): void {
  const density = random.uniform()
  for (let i = 0; i < bits.length; i++) bits[i] = random.uniform() < density ? 1 : 0
}

/** Sets up to three endpoints: if no row may be suppressed, hardly anything finer is acceptable. */
export function fillFewBits({ offsets }: Layout, bits: Uint8Array, column: number, random: Random): void {
  const from = offsets[column]
  const size = offsets[column + 1] - from
  bits.fill(0, from, from + size)
  for (let left = size === 0 ? 0 : random.integer(7) - 3; left > 0; left--) bits[from + random.integer(size)] = 1
}

/** Mutation: flips each bit with probability p. Draws geometric distances, so it costs one draw per flip. */
export function mutate(bits: Uint8Array, probability: number, random: Random): void {
  if (probability <= 0) return
  const scale = 1 / Math.log1p(-Math.min(probability, 1 - Number.EPSILON))
  for (let i = skip(scale, random); i < bits.length; i += 1 + skip(scale, random)) bits[i] ^= 1
}

function skip(scale: number, random: Random): number {
  return Math.floor(Math.log1p(-random.uniform()) * scale)
}
