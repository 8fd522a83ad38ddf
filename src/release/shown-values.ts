/** The value that each class shows of a column in place of its range: the mean, the median or the mode of its rows. */
import { userError } from '../ground/errors.ts'
import { formatNumber, OR_MISSING } from '../hierarchy/ends/range-label.ts'
import { type Hierarchy, MISSING_LABEL, type NumberHierarchy } from '../hierarchy/hierarchy.ts'
import type { ClassDecision } from '../recoding/class-decision.ts'
import type { ShownRanges } from '../recoding/class-statement.ts'
import { hasBins } from './released-extents.ts'

/** Means are rounded to a step of at most this share of the standard deviation, so that rounding costs nothing. */
const STEP = 0.01
const MOST_DECIMALS = 15

/** The text of each class. A class of one value shows it. */
export function shownTexts(decision: ClassDecision, hierarchy: Hierarchy, column: number): string[] {
  const { kind, shows, values, missing, column: name } = hierarchy
  if (kind === 'number' && hasBins(hierarchy))
    throw userError('together', `columns.${name}.shows`)`column "${name}" shows the ${shows} of each class, which needs
      its single values, but they were counted in bins: raise limits.combinations, or let it show the interval`
  const decimals = kind === 'number' && shows === 'mean' ? meanDecimals(decision, hierarchy, column) : 0
  return countCodes(decision, column).map((counts) => {
    const present = [...counts].filter(([code]) => code !== missing).sort(([a], [b]) => a - b)
    if (present.length === 0) return MISSING_LABEL
    const chosen = shows === 'mode' ? mostFrequent(present) : lowerMedian(present)
    const text =
      kind === 'number' && shows === 'mean' && present.length > 1
        ? meanText(present, hierarchy, decimals)
        : values[chosen]
    return missing !== undefined && counts.has(missing) ? `${text}${OR_MISSING}` : text
  })
}

/** Ranges by what they show: classes with equal texts have one place. */
export function rangesByText(ranges: ShownRanges, texts: readonly string[] | undefined): ShownRanges {
  if (texts === undefined) return ranges
  const places = new Map([...new Set(texts)].map((text, place) => [text, place + 1]))
  const of = Int32Array.from(texts, (text) => places.get(text) ?? 0)
  const low = new Int32Array(places.size).fill(0x7fffffff)
  const high = new Int32Array(places.size)
  of.forEach((place, output) => {
    const range = ranges.of[output] - 1
    low[place - 1] = Math.min(low[place - 1], ranges.low[range])
    high[place - 1] = Math.max(high[place - 1], ranges.high[range])
  })
  return { of, low, high }
}

type Count = readonly [code: number, rows: number]

/** Rows of each code, per class. */
function countCodes({ cells, moves, outputs }: ClassDecision, column: number): Map<number, number>[] {
  const counts = Array.from({ length: outputs.count }, () => new Map<number, number>())
  for (let move = 0; move < moves.count; move++) {
    if (moves.output[move] < 0) continue
    const rows = counts[moves.output[move]]
    const code = cells.groups[column][moves.cell[move]]
    rows.set(code, (rows.get(code) ?? 0) + moves.rows[move])
  }
  return counts
}

function mostFrequent(counts: readonly Count[]): number {
  return counts.reduce((most, count) => (count[1] > most[1] ? count : most))[0]
}

/** The lower of two middle values, so that it is a value of the class. */
function lowerMedian(counts: readonly Count[]): number {
  const half = counts.reduce((sum, [, rows]) => sum + rows, 0) / 2
  let place = 0
  for (let before = counts[0][1]; before < half; before += counts[place][1]) place++
  return counts[place][0]
}

/** Rounds the mean, but not out of the range of the class. */
function meanText(counts: readonly Count[], { low }: NumberHierarchy, decimals: number): string {
  const all = counts.reduce((sum, [, rows]) => sum + rows, 0)
  const [least, most] = [low[counts[0][0]], low[counts[counts.length - 1][0]]]
  // Shares are added and not values, whose sum may overflow.
  const sum = counts.reduce((total, [code, rows]) => total + low[code] * (rows / all), 0)
  const mean = Math.min(most, Math.max(least, sum))
  for (let places = decimals; places <= MOST_DECIMALS; places++) {
    const rounded = Number(mean.toFixed(places))
    if (rounded >= least && rounded <= most) return formatNumber(rounded)
  }
  return formatNumber(mean)
}

function meanDecimals({ cells, moves }: ClassDecision, { low, missing }: NumberHierarchy, column: number): number {
  let [rows, mean, spread] = [0, 0, 0]
  for (let move = 0; move < moves.count; move++) {
    const code = cells.groups[column][moves.cell[move]]
    if (code === missing || moves.output[move] < 0) continue
    rows += moves.rows[move]
    const step = low[code] - mean
    mean += step * (moves.rows[move] / rows)
    spread += step * (low[code] - mean) * moves.rows[move]
  }
  const deviation = Math.sqrt(spread / Math.max(1, rows))
  return Math.min(MOST_DECIMALS, Math.max(0, Math.ceil(-Math.log10(deviation * STEP))))
}
