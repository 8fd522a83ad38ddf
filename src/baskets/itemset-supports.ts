/**
 * Counts supports of itemsets: of one set by its shortest inverted list, of all pairs at once, and of all sets of a
 * size by walking the prefix tree of the rows without storing it. Cost of the walk: Σ_rows C(length, size).
 */
import { invertRows, type Rows, rowSupports } from './baskets.ts'

export interface SupportCounter {
  /** Counts the rows that contain all of the distinct codes; no codes: all rows. */
  of(codes: ArrayLike<number>, size?: number): number
  readonly supports: Int32Array
}

/** Above this many codes, pairs are counted by lists instead of a triangular table (4 bytes each). */
const MOST_CODES_IN_PAIR_TABLE = 6000

export function supportCounter(rows: Rows, size: number): SupportCounter {
  const inverted = invertRows(rows, size)
  const supports = rowSupports(rows, size)
  const stamp = new Int32Array(size).fill(-1)
  let stamps = 0
  let pairs: Int32Array | undefined

  function countByLists(codes: ArrayLike<number>, length: number): number {
    let rarest = codes[0]
    for (let i = 1; i < length; i++) if (supports[codes[i]] < supports[rarest]) rarest = codes[i]
    stamps++
    for (let i = 0; i < length; i++) stamp[codes[i]] = stamps
    let count = 0
    for (let at = inverted.offsets[rarest]; at < inverted.offsets[rarest + 1]; at++) {
      const row = inverted.codes[at]
      const end = rows.offsets[row + 1]
      let found = 0
      for (let i = rows.offsets[row]; i < end; i++) if (stamp[rows.codes[i]] === stamps) found++
      if (found === length) count++
    }
    return count
  }

  return {
    supports,
    of(codes, length = codes.length) {
      if (length === 0) return rows.count
      if (length === 1) return supports[codes[0]]
      if (length > 2 || size > MOST_CODES_IN_PAIR_TABLE) return countByLists(codes, length)
      pairs ??= countPairs(rows, size)
      return codes[0] < codes[1] ? pairs[pairIndex(codes[0], codes[1])] : pairs[pairIndex(codes[1], codes[0])]
    },
  }
}

export function pairIndex(a: number, b: number): number {
  return (b * (b - 1)) / 2 + a
}

export function countPairs(rows: Rows, size: number): Int32Array {
  const pairs = new Int32Array((size * (size - 1)) / 2)
  const { offsets, codes } = rows
  for (let row = 0; row < rows.count; row++) {
    const end = offsets[row + 1]
    for (let j = offsets[row] + 1; j < end; j++) {
      const base = (codes[j] * (codes[j] - 1)) / 2
      for (let i = offsets[row]; i < j; i++) pairs[base + codes[i]]++
    }
  }
  return pairs
}

/**
 * `from` visits every set of `length` codes with smallest code `first` and support at least `minimum`, in lexicographic
 * order. `set` is reused. Stores the rows of a path as positions of its last code, so that the next level reads only
 * the codes after it.
 */
export function itemsetWalk(rows: Rows, size: number) {
  const { codes, offsets } = rows
  const rowEnd = new Int32Array(offsets[rows.count])
  for (let row = 0; row < rows.count; row++) rowEnd.fill(offsets[row + 1], offsets[row], offsets[row + 1])
  const firstStarts = runStarts(rowSupports(rows, size))
  const firstPlaces = new Int32Array(rowEnd.length)
  const next = firstStarts.slice()
  for (let at = 0; at < rowEnd.length; at++) firstPlaces[next[codes[at]]++] = at
  const levels: { readonly counts: Int32Array; places: Int32Array }[] = []

  function extend(visit: ItemsetVisit, depth: number, places: Int32Array, from: number, to: number): void {
    const { set } = visit
    const level = (levels[depth] ??= { counts: new Int32Array(size), places: new Int32Array(64) })
    const { counts } = level
    const touched: number[] = []
    for (let p = from; p < to; p++) {
      const end = rowEnd[places[p]]
      for (let at = places[p] + 1; at < end; at++) if (counts[codes[at]]++ === 0) touched.push(codes[at])
    }
    const extensions = Int32Array.from(touched).sort()
    const supports = extensions.map((code) => counts[code])
    if (depth + 1 === set.length) {
      for (const code of extensions) counts[code] = 0
      for (let i = 0; i < extensions.length; i++) {
        set[depth] = extensions[i]
        if (supports[i] >= visit.minimum) visit.visit(set, supports[i])
      }
      return
    }
    const starts = runStarts(supports)
    for (let i = 0; i < extensions.length; i++) counts[extensions[i]] = starts[i]
    const total = starts[extensions.length]
    if (level.places.length < total) level.places = new Int32Array(total * 2)
    const filled = level.places
    for (let p = from; p < to; p++) {
      const end = rowEnd[places[p]]
      for (let at = places[p] + 1; at < end; at++) filled[counts[codes[at]]++] = at
    }
    for (const code of extensions) counts[code] = 0
    for (let i = 0; i < extensions.length; i++) {
      if (supports[i] < visit.minimum) continue
      set[depth] = extensions[i]
      extend(visit, depth + 1, filled, starts[i], starts[i + 1])
    }
  }

  return {
    from(first: number, length: number, minimum: number, visit: ItemsetVisit['visit']): void {
      const held = firstStarts[first + 1] - firstStarts[first]
      if (held === 0 || held < minimum) return
      const set = new Int32Array(length)
      set[0] = first
      if (length === 1) visit(set, held)
      else extend({ set, minimum, visit }, 1, firstPlaces, firstStarts[first], firstStarts[first + 1])
    },
  }
}

interface ItemsetVisit {
  readonly set: Int32Array
  readonly minimum: number
  visit(set: Int32Array, support: number): void
}

function runStarts(lengths: Int32Array): Int32Array {
  const starts = new Int32Array(lengths.length + 1)
  for (let i = 0; i < lengths.length; i++) starts[i + 1] = starts[i] + lengths[i]
  return starts
}
