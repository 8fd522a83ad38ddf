/** A partition of one domain into consecutive groups. Group numbers never decrease along the domain. */

export interface Grouping {
  readonly codeGroups: Int32Array
  groups: number
}

/** Ranges of codes, both ends included; −1 in both ends of an empty range. */
export interface CodeRanges {
  readonly low: Int32Array
  readonly high: Int32Array
}

/** Ranges of numbers, both ends included; NaN in both ends of an empty range. */
export interface NumberRanges {
  readonly low: Float64Array
  readonly high: Float64Array
}

export function emptyRanges(count: number): NumberRanges {
  return { low: new Float64Array(count).fill(Number.NaN), high: new Float64Array(count).fill(Number.NaN) }
}

export function widenRange({ low, high }: NumberRanges, place: number, least: number, most: number): void {
  // Comparisons with NaN are false, so the first value is always taken.
  if (!(low[place] <= least)) low[place] = least
  if (!(high[place] >= most)) high[place] = most
}

export function emptyGrouping(size: number): Grouping {
  return { codeGroups: new Int32Array(size), groups: 1 }
}

export function finestGrouping(size: number): Grouping {
  // A plain loop: a table of classes has a code for each of hundreds of thousands.
  const codeGroups = new Int32Array(size)
  for (let code = 0; code < size; code++) codeGroups[code] = code
  return { codeGroups, groups: size }
}

export function coarsestGrouping(size: number): Grouping {
  return emptyGrouping(size)
}

/** Fills `into` from endpoint bits: `bits[offset + i] = 1` separates code i from code i + 1 (size − 1 bits). */
export function fillFromBits(into: Grouping, bits: Uint8Array, offset = 0): void {
  const { codeGroups } = into
  let group = 0
  codeGroups[0] = 0
  for (let code = 1; code < codeGroups.length; code++) {
    group += bits[offset + code - 1]
    codeGroups[code] = group
  }
  into.groups = group + 1
}

export function groupingFromStarts(starts: ArrayLike<number>, size: number): Grouping {
  const codeGroups = new Int32Array(size)
  for (let group = 0; group < starts.length; group++)
    codeGroups.fill(group, starts[group], group + 1 < starts.length ? starts[group + 1] : size)
  return { codeGroups, groups: starts.length }
}

export function groupStarts(grouping: Grouping): Int32Array {
  const starts = new Int32Array(grouping.groups)
  for (let code = grouping.codeGroups.length - 1; code >= 0; code--) starts[grouping.codeGroups[code]] = code
  return starts
}

export function forEachGroup(grouping: Grouping, visit: (group: number, from: number, to: number) => void): void {
  const { codeGroups } = grouping
  let from = 0
  for (let code = 1; code <= codeGroups.length; code++) {
    if (code === codeGroups.length || codeGroups[code] !== codeGroups[from]) {
      visit(codeGroups[from], from, code - 1)
      from = code
    }
  }
}

export function sameGrouping(a: Grouping, b: Grouping): boolean {
  return a.groups === b.groups && a.codeGroups.every((group, code) => group === b.codeGroups[code])
}
