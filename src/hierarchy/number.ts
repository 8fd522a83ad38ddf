/**
 * Builds hierarchies of numeric columns; the bins between endpoints are the codes. A bin records its smallest and
 * largest data value, so loss and label describe the data (Iyengar 2002, §3). Cost: sorting the distinct values.
 */
import { InternalError, userError } from '../ground/errors.ts'
import type { BinNeeds, Grid } from './ends/public-bins.ts'
import { listGrid, numberBefore, publicBins, roundGrids, stepGrid } from './ends/public-bins.ts'
import { type EndUnit, parseNumber, publicLabel, rangeLabel } from './ends/range-label.ts'
import { emptyRanges, type NumberRanges, widenRange } from './grouping.ts'
import { type Level, MISSING_LABEL, type NumberHierarchy } from './hierarchy.ts'
import { checkWidths, ladderLevels, ladderWidths, widthIndex } from './ladder.ts'
import type { Endpoints, HierarchySpecification } from './specification.ts'

export { parseNumber }

export function areNumbers(texts: readonly string[]): boolean {
  return texts.every((text) => !Number.isNaN(parseNumber(text)))
}

interface NumberBins extends NumberRanges {
  readonly valueBins: Int32Array
  readonly positions?: Float64Array
  /** Public bins: how ends are printed, and the widths of the ladder. */
  readonly unit?: EndUnit
  readonly widths?: readonly number[]
}

export function binNumbers(
  column: string,
  values: Float64Array,
  counts: ArrayLike<number>,
  endpoints: Endpoints,
): NumberBins {
  const wrongValue = userError('value', `columns.${column}`)
  if (endpoints === 'all') return { low: values, high: values, valueBins: Int32Array.from(values, (_, index) => index) }
  if ('list' in endpoints) return binsAtStarts(values, startsAtList(column, values, endpoints.list))
  if ('quantiles' in endpoints) return binsAtStarts(values, startsAtQuantiles(column, counts, endpoints.quantiles))
  if ('target' in endpoints) throw new InternalError(`endpoints of column "${column}" must be a list by now`)
  const { width, origin = 0 } = endpoints
  if (!(Number.isFinite(width) && width > 0))
    throw wrongValue`endpoints.width of column "${column}" must be a number above 0; got ${width}`
  if (!Number.isFinite(origin)) throw wrongValue`endpoints.origin of column "${column}" must be a number; got ${origin}`
  const index = (value: number): number => widthIndex(value - origin, width)
  const range = declaredRange(column, endpoints, values[0], values[values.length - 1])
  if (range !== undefined) return binsOfRange(column, values, width, origin, range)
  const starts: number[] = []
  for (let i = 0; i < values.length; i++) if (i === 0 || index(values[i]) !== index(values[i - 1])) starts.push(i)
  return {
    ...binsAtStarts(values, starts),
    positions: Float64Array.from(starts, (start) => index(values[start]) * width),
  }
}

/** Returns the range declared for bins of a width, if any. Throws if the data, `least` to `most`, is outside. */
export function declaredRange(
  column: string,
  { low, high }: { readonly low?: number; readonly high?: number },
  least: number,
  most: number,
): { readonly low: number; readonly high: number } | undefined {
  const wrongValue = userError('value', `columns.${column}`)
  const wrongData = userError('data', `columns.${column}`)
  if (low === undefined && high === undefined) return undefined
  if (low === undefined || high === undefined || !(low <= high))
    throw wrongValue`endpoints of column "${column}" must have both low and high, low at most high; got low ${low} and
      high ${high}`
  if (least < low || most > high)
    throw wrongData`endpoints of column "${column}" declare the range ${low} to ${high}, which must hold every value;
      there are values ${least < low ? 'below' : 'above'} it: widen the range`
  return { low, high }
}

/** The public bins of the same values, with at least `people` each: where the job says, or on a round grid. */
export function publicNumberBins(
  column: string,
  values: Float64Array,
  counts: ArrayLike<number>,
  {
    endpoints,
    levels,
    people,
    pairs,
    borders,
  }: BinNeeds & Pick<Extract<HierarchySpecification, { kind: 'number' }>, 'endpoints' | 'levels'>,
): NumberBins {
  if (levels !== undefined) checkWidths(column, levels, false)
  const whole = values.every(Number.isSafeInteger)
  const range = values[values.length - 1] - values[0]
  let [least, origin]: [number, number] = [people, 0]
  let grids: Iterable<Grid>
  if (levels !== undefined) grids = levels.toReversed().map(widthGrid)
  else if (endpoints === 'all' || 'target' in endpoints) grids = roundGrids(range, whole ? 1 : 0)
  else if ('list' in endpoints) grids = [listGrid(Float64Array.from(endpoints.list).sort())]
  else if ('quantiles' in endpoints) {
    least = Math.max(people, Math.floor(sum(counts) / (endpoints.quantiles + 1)))
    grids = roundGrids(range, whole ? 1 : 0)
  } else {
    origin = endpoints.origin ?? 0
    grids = [widthGrid(endpoints.width, origin)]
  }
  const before = whole ? (border: number) => Math.ceil(border) - 1 : numberBefore
  const needs = { people: least, pairs, borders }
  const { low, high, valueBins, starts, grid } = publicBins({ values, counts }, needs, grids, before)
  const step = 'step' in grid ? (grid.step as number) : undefined
  return {
    low: whole ? low.map(Math.ceil) : low,
    high,
    valueBins,
    positions: step === undefined ? undefined : starts.map((start) => start - origin),
    unit: whole ? 'whole' : 'decimal',
    widths: levels ?? (step === undefined ? undefined : stepLadder(step, range)),
  }
}

/** Cells of a width as the decimal number it is. */
function widthGrid(width: number, origin = 0): Grid {
  const places = Math.min(MOST_PLACES, decimalPlaces(width))
  return stepGrid(Math.round(width * 10 ** places), -places, origin)
}

const MOST_PLACES = 15

/** A step, and the widths of the documented ladder that are multiples of it. */
function stepLadder(step: number, range: number): number[] {
  const wider = ladderWidths(range, Math.floor(Math.log10(step) + 1e-9)).filter((width) => {
    const ratio = width / step
    return ratio > 1.5 && Math.abs(ratio - Math.round(ratio)) < 1e-9 * ratio
  })
  return [step, ...wider]
}

export function sum(counts: ArrayLike<number>): number {
  let all = 0
  for (let i = 0; i < counts.length; i++) all += counts[i]
  return all
}

const MOST_BINS = 100_000

export function checkBinCount(column: string, width: number, range: number): void {
  const wrongValue = userError('value', `columns.${column}`)
  if (range / width > MOST_BINS)
    throw wrongValue`column "${column}": endpoints of width ${width} over a range of ${range} make more than
      ${MOST_BINS} bins; choose a larger width`
}

function binsOfRange(
  column: string,
  values: Float64Array,
  width: number,
  origin: number,
  range: { readonly low: number; readonly high: number },
): NumberBins {
  checkBinCount(column, width, range.high - range.low)
  const first = widthIndex(range.low - origin, width)
  const count = widthIndex(range.high - origin, width) - first + 1
  const valueBins = Int32Array.from(values, (value) => widthIndex(value - origin, width) - first)
  const bins = emptyRanges(count)
  values.forEach((value, i) => void widenRange(bins, valueBins[i], value, value))
  fillEmptyBins(bins, origin + first * width, width, range)
  return { ...bins, valueBins, positions: Float64Array.from(bins.low, (_, bin) => (first + bin) * width) }
}

/** Gives empty bins the extent that the rule implies. `start` is the beginning of the first bin. */
export function fillEmptyBins(
  { low, high }: NumberRanges,
  start: number,
  width: number,
  range: { readonly low: number; readonly high: number },
): void {
  for (let bin = 0; bin < low.length; bin++) {
    if (low[bin] <= high[bin]) continue
    low[bin] = Math.max(range.low, start + bin * width)
    high[bin] = bin === low.length - 1 ? range.high : low[bin]
  }
}

interface NumberOptions {
  /** Widths in units of the data; default: the standard ladder. */
  readonly levels?: readonly number[]
  readonly missing?: boolean
  readonly positions?: Float64Array
  readonly domain?: readonly [number, number] | undefined
  /** Bins are public, and their borders printed in this unit. */
  readonly unit?: EndUnit | undefined
  /** Levels that no width gives. */
  readonly ladder?: readonly Level[]
}

/** Builds the hierarchy from the ranges of ascending bins, which an engine may have counted. */
export function numberHierarchyFromBins(
  column: string,
  low: Float64Array,
  high: Float64Array,
  { levels, missing = false, positions = low, domain, unit, ladder: given }: NumberOptions = {},
): NumberHierarchy {
  checkBins(column, low, high)
  if (domain !== undefined) checkDomain(column, domain, low[0], high[high.length - 1])
  if (levels !== undefined) checkWidths(column, levels, false)
  const known = low.length
  const label = (first: number, code: number) =>
    unit === undefined
      ? rangeLabel(first, high[code])
      : publicLabel(unit, code === 0 ? undefined : first, code === known - 1 ? undefined : high[code])
  const values = Array.from(low, label)
  const span = high[known - 1] - low[0]
  const widths = levels ?? ladderWidths(span, ladderExponent(low, high))
  const finestName = low.every((value, code) => value === high[code]) ? 'values' : 'bins'
  const ladder = given ?? ladderLevels(positions, widths, finestName, missing)
  const bins = { column, kind: 'number', values, low, high, levels: ladder, domain, unit } as const
  if (!missing) return bins
  const all = [...values, MISSING_LABEL]
  return { ...bins, values: all, low: withMissing(low), high: withMissing(high), missing: known }
}

function checkDomain(column: string, [low, high]: readonly [number, number], least: number, most: number): void {
  if (low <= least && most <= high) return
  const side = least < low ? (most > high ? 'below and above it' : 'below it') : 'above it'
  const wrongData = userError('data', `columns.${column}.domain`)
  throw wrongData`domain of column "${column}" must hold every value; got [${low}, ${high}] and values ${side}: widen
    it, or correct the data`
}

/** Endpoint e separates values below e from those at or above it. */
function startsAtList(column: string, values: Float64Array, list: readonly number[]): number[] {
  const wrong = list.find((endpoint) => !Number.isFinite(endpoint))
  if (wrong !== undefined)
    throw userError('value', `columns.${column}`)`endpoints of column "${column}" must be numbers; got ${wrong}`
  const endpoints = Float64Array.from(list).sort()
  const starts = [0]
  let next = 0
  for (let i = 1; i < values.length; i++) {
    while (next < endpoints.length && endpoints[next] <= values[i - 1]) next++
    if (next < endpoints.length && endpoints[next] <= values[i]) starts.push(i)
  }
  return starts
}

/**
 * Places the j-th of q endpoints where the rows before it are nearest to j/(q + 1) of all, ties to the lower. A
 * frequent value may attract several endpoints; the result then has fewer.
 */
function startsAtQuantiles(column: string, counts: ArrayLike<number>, quantiles: number): number[] {
  const wrongValue = userError('value', `columns.${column}`)
  if (!Number.isInteger(quantiles) || quantiles < 1)
    throw wrongValue`endpoints of column "${column}" must be a whole number of at least 1; got ${quantiles}`
  const rows = sum(counts)
  const starts = [0]
  let before = 0
  let index = 0
  for (let j = 1; j <= quantiles; j++) {
    const goal = rows * j
    while (index < counts.length && (before + counts[index]) * (quantiles + 1) <= goal) before += counts[index++]
    if (index >= counts.length) break
    const below = goal - before * (quantiles + 1)
    const above = (before + counts[index]) * (quantiles + 1) - goal
    const start = below <= above ? index : index + 1
    if (start > starts[starts.length - 1] && start < counts.length) starts.push(start)
  }
  return starts
}

function binsAtStarts(values: Float64Array, starts: readonly number[]): NumberBins {
  const low = Float64Array.from(starts, (start) => values[start])
  const high = Float64Array.from(starts, (_, bin) => values[(starts[bin + 1] ?? values.length) - 1])
  const valueBins = new Int32Array(values.length)
  for (let bin = 0; bin < starts.length; bin++) valueBins.fill(bin, starts[bin], starts[bin + 1] ?? values.length)
  return { low, high, valueBins }
}

const LADDER_DECADES = 6

/**
 * Returns e for the ladder's unit 10^e: the last decimal place in use, at least a millionth of the range, because finer
 * steps only slow searches down.
 */
function ladderExponent(low: Float64Array, high: Float64Array): number {
  let places = 0
  for (let code = 0; code < low.length; code++)
    places = Math.max(places, decimalPlaces(low[code]), decimalPlaces(high[code]))
  const span = high[high.length - 1] - low[0]
  return span > 0 ? Math.max(-places, Math.ceil(Math.log10(span)) - LADDER_DECADES) : -places
}

/** The decimals of a number such as 0.25 or 1e-7. */
export function decimalPlaces(value: number): number {
  if (Number.isInteger(value)) return 0
  const [mantissa, exponent = '0'] = String(value).split('e')
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent))
}

function withMissing(bounds: Float64Array): Float64Array {
  const longer = new Float64Array(bounds.length + 1).fill(Number.NaN)
  longer.set(bounds)
  return longer
}

function checkBins(column: string, low: Float64Array, high: Float64Array): void {
  if (low.length === 0 || low.length !== high.length)
    throw new InternalError(`bins of column "${column}" must be at least one, with a low and a high each`)
  for (let bin = 0; bin < low.length; bin++) {
    if (!(low[bin] <= high[bin]) || (bin > 0 && !(high[bin - 1] < low[bin])))
      throw new InternalError(`bins of column "${column}" must ascend; bin ${bin} is [${low[bin]},${high[bin]}]`)
  }
}
