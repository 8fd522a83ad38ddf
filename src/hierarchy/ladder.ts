/**
 * Builds full-domain levels for a column with an order but no tree. Widths are 1, 5, 10, 20, 100, 200, 1000, … Each is
 * a multiple of the one before, so that levels nest (50 after 20 would split [40,59]).
 */
import { userError } from '../ground/errors.ts'
import { coarsestGrouping, finestGrouping, type Grouping, sameGrouping } from './grouping.ts'
import type { Level } from './hierarchy.ts'

export function ladderWidths(span: number, exponent = 0): number[] {
  const widths: number[] = []
  for (let step = 0; ; step++) {
    const [mantissa, power] = step === 0 ? [1, 0] : step === 1 ? [5, 0] : [step % 2 === 0 ? 1 : 2, step >> 1]
    const width = timesPowerOfTen(mantissa, power + exponent)
    widths.push(width)
    if (width >= span) return widths
  }
}

/** Requires positive, ascending widths, each a multiple of the one before. `whole`: they count positions. */
export function checkWidths(column: string, widths: readonly number[], whole: boolean): void {
  const wrongData = userError('data', `columns.${column}`)
  for (let i = 0; i < widths.length; i++) {
    const width = widths[i]
    if (!Number.isFinite(width) || width <= 0 || (whole && !Number.isInteger(width))) {
      const noun = whole ? 'whole numbers of at least 1' : 'numbers above 0'
      throw wrongData`levels of column "${column}" must be widths, ${noun}; got ${width}`
    }
    if (i === 0) continue
    const ratio = width / widths[i - 1]
    if (ratio < 1.5 || Math.abs(ratio - Math.round(ratio)) > 1e-9 * ratio) {
      const rule = 'each width must be a multiple of the one before, so that levels nest'
      throw wrongData`levels of column "${column}": ${rule}; got ${width} after ${widths[i - 1]}`
    }
  }
}

/** ⌊position / width⌋, tolerant of rounding errors: 0.3 / 0.1 is 3, not 2.9999…. */
export function widthIndex(position: number, width: number): number {
  const quotient = position / width
  const nearest = Math.round(quotient)
  return Math.abs(quotient - nearest) <= 1e-9 * Math.max(1, Math.abs(quotient)) ? nearest : Math.floor(quotient)
}

/** Builds a level per width: equal ⌊position / width⌋ form a group. With `missing`, a last code stays alone. */
export function ladderLevels(
  positions: ArrayLike<number>,
  widths: readonly number[],
  finestName: string,
  missing: boolean,
): Level[] {
  const known = positions.length
  const size = missing ? known + 1 : known
  const levels: Level[] = [{ name: finestName, grouping: finestGrouping(size) }]
  if (known > 0) {
    let indices = Float64Array.from(positions, (position) => widthIndex(position, widths[0]))
    for (let step = 0; step < widths.length; step++) {
      // Divides the previous whole-number indices, so that levels nest whatever the rounding of decimals.
      const ratio = step === 0 ? 1 : Math.round(widths[step] / widths[step - 1])
      indices = indices.map((index) => Math.floor(index / ratio))
      const grouping = groupingOfRuns(indices)
      if (grouping.groups === 1) break
      levels.push({ name: `width ${widths[step]}`, grouping: padded(grouping, size) })
    }
    if (missing) levels.push({ name: 'all known', grouping: padded(coarsestGrouping(known), size) })
  }
  levels.push({ name: 'all', grouping: coarsestGrouping(size) })
  return withoutRepeats(levels)
}

export function withoutRepeats(levels: readonly Level[]): Level[] {
  const distinct: Level[] = []
  for (const level of levels) {
    const before = distinct.at(-1)
    if (before === undefined || !sameGrouping(before.grouping, level.grouping)) distinct.push(level)
  }
  return distinct
}

/** mantissa · 10^power without rounding error: 5 / 1000 is 0.005, 5 · 0.001 may not be. */
function timesPowerOfTen(mantissa: number, power: number): number {
  return power >= 0 ? mantissa * 10 ** power : mantissa / 10 ** -power
}

function groupingOfRuns(indices: Float64Array): Grouping {
  const codeGroups = new Int32Array(indices.length)
  let group = 0
  for (let code = 1; code < indices.length; code++) {
    if (indices[code] !== indices[code - 1]) group++
    codeGroups[code] = group
  }
  return { codeGroups, groups: group + 1 }
}

function padded(grouping: Grouping, size: number): Grouping {
  if (grouping.codeGroups.length === size) return grouping
  const codeGroups = new Int32Array(size)
  codeGroups.set(grouping.codeGroups)
  codeGroups[size - 1] = grouping.groups
  return { codeGroups, groups: grouping.groups + 1 }
}
