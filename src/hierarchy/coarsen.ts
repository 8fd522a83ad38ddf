/**
 * Coarser values for columns that are not recoded: one record per key of the job (`round`, `digits`, `top`, `bottom`,
 * `keep`, `share`). Plan, docs, verification and the query that replaces values read this table.
 */
import { userError } from '../ground/errors.ts'
import type { KEPT_PARTS } from '../table/column.ts'
import { dateGroup, dateParser, parseTime } from './date.ts'
import { formatNumber } from './ends/range-label.ts'
import { decimalPlaces, sum } from './number.ts'
import { type CountedNumbers, shareValues } from './share-values.ts'

type KeptPart = (typeof KEPT_PARTS)[number]

export interface Coarsening {
  readonly round?: number | undefined
  readonly digits?: number | undefined
  /** The cap, or a quantile such as `99%`. */
  readonly top?: number | string | undefined
  readonly bottom?: number | string | undefined
  readonly keep?: KeptPart | undefined
  readonly share?: number | undefined
  readonly shows?: 'mean' | 'median' | 'mode' | 'interval' | undefined
  /** How dates are written. */
  readonly format?: string | undefined
}

export type CoarseningKey = 'round' | 'digits' | 'top' | 'bottom' | 'keep' | 'share'

/** A cap and the text in place of values at or beyond it. */
interface Cap {
  readonly at: number
  readonly text: string
}

export interface Caps {
  readonly top?: Cap | undefined
  readonly bottom?: Cap | undefined
}

interface CoarseningRecord {
  readonly says: (setting: Coarsening) => string
  /** Returns whether a released text that is no cap keeps the promise. */
  readonly allows: (text: string, setting: Coarsening, caps: Caps) => boolean
}

const KEPT: Readonly<Record<KeptPart, RegExp>> = {
  hour: /^(\d{4}-\d\d-\d\d )?\d\d:00$/,
  day: /^\d{4}-\d\d-\d\d$/,
  month: /^\d{4}-\d\d$/,
  quarter: /^\d{4}-Q[1-4]$/,
  year: /^\d{4}$/,
  decade: /^\d{3}0s$/,
}

export const COARSENINGS: Readonly<Record<CoarseningKey, CoarseningRecord>> = {
  top: {
    says: ({ top }) => `cut off at ${top} and above`,
    allows: (text, _, { top }) => top === undefined || Number(text) < top.at,
  },
  bottom: {
    says: ({ bottom }) => `cut off at ${bottom} and below`,
    allows: (text, _, { bottom }) => bottom === undefined || Number(text) > bottom.at,
  },
  round: {
    says: ({ round }) => `rounded to multiples of ${round}`,
    allows: (text, { round = 1 }) => Number(text) === Number(roundTo(Number(text), round)),
  },
  digits: {
    says: ({ digits }) => `rounded to ${digits} significant digits`,
    allows: (text, { digits = 1 }) => Number(text) === Number(Number(text).toPrecision(digits)),
  },
  keep: {
    says: ({ keep }) => `only the ${keep} of each date`,
    allows: (text, { keep = 'day' }) => KEPT[keep].test(text),
  },
  // Counted, not read: see verification/coarsened.ts.
  share: { says: ({ share, shows = 'mean' }) => `each ${shows} shared by at least ${share}`, allows: () => true },
}

/** Picks the settings of a column that make its values coarser; undefined if it has none. */
export function pickCoarsening({ round, digits, top, bottom, keep, share, shows, format }: Coarsening) {
  const coarsening: Coarsening = { round, digits, top, bottom, keep, share, shows, format }
  return coarseningKeys(coarsening).length === 0 ? undefined : coarsening
}

export function coarseningKeys(coarsening: Coarsening): CoarseningKey[] {
  return (Object.keys(COARSENINGS) as CoarseningKey[]).filter((key) => coarsening[key] !== undefined)
}

export function coarseningText(coarsening: Coarsening): string {
  return coarseningKeys(coarsening)
    .map((key) => COARSENINGS[key].says(coarsening))
    .join(', ')
}

/** Returns whether a released text keeps every promise that can be read from it alone. */
export function isCoarse(text: string, coarsening: Coarsening, caps: Caps): boolean {
  if (text === caps.top?.text || text === caps.bottom?.text) return true
  return coarseningKeys(coarsening).every((key) => COARSENINGS[key].allows(text, coarsening, caps))
}

/** The distinct texts of a column, with the rows and people of each. */
export interface CountedTexts {
  readonly texts: readonly string[]
  readonly rows: Float64Array
  /** Each person is counted at one text, so that texts together have at least the sum of people. */
  readonly people: Float64Array
  /** People whose value is missing. */
  readonly missing: number
  /**
   * Counts of the released rows, if rows were left out since. Groups and caps stay, and these counts decide what they
   * show; groups with too few people left are merged.
   */
  readonly released?: Pick<CountedTexts, 'rows' | 'people' | 'missing'> | undefined
}

/** The first and last number of a group that shares a text; null if it is hidden. */
export type SharedRange = readonly [from: number, to: number, text: string | null]

export interface CoarsenedTexts {
  /** Per text; undefined if it is hidden. */
  readonly shown: readonly (string | undefined)[]
  readonly caps: Caps
  readonly shared?: readonly SharedRange[] | undefined
  readonly totals?: Totals | undefined
}

/** Sum and variance of a column before and after coarsening. */
export interface Totals {
  readonly sum: readonly [before: number, after: number]
  readonly variance: readonly [before: number, after: number]
}

/** `k`: the fewest people at or beyond a cap that is a quantile. */
export function coarsenTexts(column: string, counted: CountedTexts, coarsening: Coarsening, k: number): CoarsenedTexts {
  const { texts, released = counted } = counted
  const { rows } = released
  const refuseUnread = (unread: number, what: string) => {
    if (unread > 0)
      throw userError('data', `columns.${column}`)`${unread} of ${texts.length} values of column "${column}" are no
        ${what} and cannot be made coarser; name those that mean missing under data.missing-values, set the format of
        dates, or remove the key`
  }
  if (coarsening.keep !== undefined) {
    const shown = texts.map(partReader(column, coarsening))
    refuseUnread(shown.filter((text) => text === undefined).length, 'dates or times')
    return { shown, caps: {} }
  }
  const numbers = texts.map((text) => (text.trim() === '' ? Number.NaN : Number(text)))
  refuseUnread(numbers.filter((number) => !Number.isFinite(number)).length, 'numbers')
  const order = numbers.map((_, i) => i).sort((a, b) => numbers[a] - numbers[b])
  const decimals = Math.min(
    15,
    Math.max(0, ...new Set(texts.map((text) => /^\s*[+-]?\d*[.](\d*)\s*$/.exec(text)?.[1].length ?? 0))),
  )
  const { share, shows, round, digits } = coarsening
  // Caps apply to rounded values, so that none is rounded beyond its cap; `share` excludes both.
  const rounded = (share === undefined ? numbers : []).map((number) =>
    round === undefined ? roundDigits(number, digits) : roundTo(number, round),
  )
  const values = rounded.map(Number)
  const capping = { k, decimals, shows }
  const caps = {
    top: findCap(counted, values, [...order].reverse(), { setting: coarsening.top, isTop: true, ...capping }),
    bottom: findCap(counted, values, order, { setting: coarsening.bottom, isTop: false, ...capping }),
  }
  const { shown, shared } =
    share === undefined
      ? { shown: values.map((value, i) => capText(value, rounded[i], caps)), shared: undefined }
      : shareTexts(column, counted, numbers, order, { share, shows, decimals })
  const after = shown.map((text, i) => (text === undefined ? numbers[i] : Number(text)))
  const [before, later] = [summarize(numbers, rows), summarize(after, rows)]
  if (!Number.isFinite(before.variance) || !Number.isFinite(later.variance)) return { shown, caps, shared }
  return { shown, caps, shared, totals: { sum: [before.sum, later.sum], variance: [before.variance, later.variance] } }
}

function capText(value: number, text: string, { top, bottom }: Caps): string {
  if (top !== undefined && value >= top.at) return top.text
  return bottom !== undefined && value <= bottom.at ? bottom.text : text
}

interface Capping extends Pick<Coarsening, 'shows'> {
  readonly setting: number | string | undefined
  readonly isTop: boolean
  readonly k: number
  readonly decimals: number
}

/** Digits of a quantile that are published: more would be somebody's value. */
const CAP_DIGITS = 2

/** Finds a cap; `order` starts at the end that is cut off. A quantile moves inward until k people are beyond it. */
function findCap(
  { rows, people, released = { rows, people, missing: 0 } }: CountedTexts,
  numbers: readonly number[],
  order: readonly number[],
  { setting, isTop, k, decimals, shows }: Capping,
): Cap | undefined {
  if (setting === undefined || order.length === 0) return undefined
  const percent = typeof setting === 'string' ? Number(setting.slice(0, -1)) / 100 : undefined
  let at = Number(setting)
  if (percent !== undefined) {
    const beyond = (isTop ? 1 - percent : percent) * rows.reduce((sum, count) => sum + count, 0)
    let [seen, persons, place] = [0, 0, 0]
    while (place < order.length && (seen < beyond || persons < k)) {
      seen += rows[order[place]]
      persons += people[order[place++]]
    }
    const quantile = numbers[order[Math.max(0, place - 1)]]
    // Two digits, rounded inward, so that at least as many are beyond.
    const step = quantile === 0 ? 1 : 10 ** (Math.floor(Math.log10(Math.abs(quantile))) + 1 - CAP_DIGITS)
    at = Number(((isTop ? Math.floor(quantile / step) : Math.ceil(quantile / step)) * step).toPrecision(CAP_DIGITS + 1))
  }
  const cut = order.filter((i) => (isTop ? numbers[i] >= at : numbers[i] <= at))
  // The mean of fewer than k people would tell too much of them.
  const beyond = cut.reduce((sum, i) => sum + released.people[i], 0)
  if (shows !== 'mean' || beyond < k) return { at, text: `${isTop ? '≥' : '≤'} ${formatNumber(at)}` }
  const [cutNumbers, cutRows] = [numbers, released.rows].map((values) => cut.map((i) => values[i]))
  const { mean } = summarize(cutNumbers, cutRows)
  return { at, text: formatFixed(mean, decimals) }
}

function shareTexts(
  column: string,
  all: CountedTexts,
  numbers: readonly number[],
  order: readonly number[],
  { share, shows = 'mean', decimals }: Pick<Coarsening, 'shows'> & Readonly<Record<'share' | 'decimals', number>>,
): Required<Pick<CoarsenedTexts, 'shown' | 'shared'>> {
  if (order.length === 0) return { shown: [], shared: [] }
  const { released = all } = all
  const values: number[] = []
  const places = new Int32Array(order.length)
  for (const i of order) {
    if (values.length === 0 || values[values.length - 1] !== numbers[i]) values.push(numbers[i])
    places[i] = values.length - 1
  }
  const sums = (counts: Float64Array) => {
    const bySum = new Float64Array(values.length)
    for (const i of order) bySum[places[i]] += counts[i]
    return bySum
  }
  const countNumbers = ({ rows, people }: Pick<CountedTexts, 'rows' | 'people'>): CountedNumbers => ({
    values: Float64Array.from(values),
    rows: sums(rows),
    people: sums(people),
  })
  const starts = shareValues(countNumbers(all), share)
  if (starts === undefined)
    throw userError('data', `columns.${column}.share`)`column "${column}" has values of fewer than ${share} people, so
      none can be shared by ${share}; set a smaller share, or role: identifier to leave it out`
  const counted = countNumbers(released)
  let groups = groupsFrom(starts, values.length)
  const countPeople = ({ from, to }: Group) => sum(counted.people.subarray(from, to))
  if (groups.some((group) => countPeople(group) < share)) {
    const merged = shareValues(
      {
        values: Float64Array.from(groups, ({ from }) => values[from]),
        rows: Float64Array.from(groups, ({ from, to }) => sum(counted.rows.subarray(from, to))),
        people: Float64Array.from(groups, countPeople),
      },
      share,
    )
    groups = groupsFrom(
      Array.from(merged ?? [0], (g) => groups[g].from),
      values.length,
    )
  }
  const sizes = groups.map(countPeople)
  // Fewer missing values than the share would single people out: the smallest groups are hidden with them.
  const hidden = new Set<number>()
  const bySize = groups.map((_, g) => g).sort((a, b) => sizes[a] - sizes[b])
  for (let gone = released.missing; gone > 0 && gone < share && hidden.size < groups.length; ) {
    const smallest = bySize[hidden.size]
    hidden.add(smallest)
    gone += sizes[smallest]
  }
  const texts = showGroups(counted, groups, shows, decimals)
  const groupTexts = texts.map((text, g) => (hidden.has(g) ? undefined : text))
  const valueGroups = new Int32Array(values.length)
  for (const [g, { from, to }] of groups.entries()) valueGroups.fill(g, from, to)
  return {
    shown: numbers.map((_, i) => groupTexts[valueGroups[places[i]]]),
    shared: groups.map(({ from, to }, g) => [values[from], values[to - 1], groupTexts[g] ?? null]),
  }
}

interface Group {
  readonly from: number
  readonly to: number
}

function groupsFrom(starts: ArrayLike<number>, end: number): Group[] {
  return Array.from(starts, (from, g) => ({ from, to: starts[g + 1] ?? end }))
}

/** The text of each group by the numbers that have rows; all numbers have some unless rows were left out. */
function showGroups(
  { values: all, rows: counts }: CountedNumbers,
  groups: readonly Group[],
  shows: NonNullable<Coarsening['shows']>,
  decimals: number,
): string[] {
  const [values, rows] = [all, counts].map((numbers) => numbers.filter((_, i) => counts[i] > 0))
  const starts = [0]
  for (const { from, to } of groups)
    starts.push(starts[starts.length - 1] + counts.subarray(from, to).filter((count) => count > 0).length)
  // Groups meet at the roundest number between them, which tells no value; the outer ones are open.
  const border = (g: number) => formatNumber(roundestBetween(values[starts[g] - 1], values[starts[g]]))
  const last = groups.length - 1
  return groups.map((_, g) => {
    const [from, to] = [starts[g], starts[g + 1]]
    if (shows === 'interval') {
      if (last === 0) return 'any'
      return g === 0 ? `< ${border(1)}` : g === last ? `≥ ${border(g)}` : `[${border(g)},${border(g + 1)})`
    }
    if (to - from === 1) return formatFixed(values[from], decimals)
    const { count, mean } = summarize(values.subarray(from, to), rows.subarray(from, to))
    if (shows === 'mean') return formatFixed(mean, decimals)
    let place = from
    for (let seen = rows[from]; seen * 2 < count; seen += rows[place]) place++
    return formatFixed(values[place], decimals)
  })
}

/** The number with the fewest digits in (low, high]. */
export function roundestBetween(low: number, high: number): number {
  if (low < 0 && high >= 0) return 0
  const largest = Math.max(Math.abs(low), Math.abs(high))
  for (let exponent = Math.floor(Math.log10(largest)) + 1; exponent > -330; exponent--) {
    const candidate = Number(`${Math.floor(high / Number(`1e${exponent}`))}e${exponent}`)
    if (candidate > low && candidate <= high) return candidate
  }
  return high
}

/** Rounds half away from zero, with the decimals of the step. */
function roundTo(number: number, step: number): string {
  const steps = Math.floor(Math.abs(number) / step + 0.5 + 1e-9)
  // Beyond 2^53 steps there are no digits left to round.
  const rounded = steps > Number.MAX_SAFE_INTEGER ? number : Math.sign(number) * steps * step
  return steps === 0 ? '0' : formatFixed(rounded, decimalPlaces(step))
}

/** Doubles hold this many digits of any number. */
export const MOST_DIGITS = 15

/** Significant digits, rounded like multiples of a power of ten and written without zeros at the end. */
function roundDigits(number: number, digits = MOST_DIGITS): string {
  const exponent = Number(number.toExponential().split('e')[1])
  const isPlain = exponent >= -6 && exponent < 15 && digits <= MOST_DIGITS
  const rounded = isPlain ? roundTo(number, Number(`1e${exponent + 1 - digits}`)) : number.toPrecision(digits)
  return formatNumber(Number(rounded))
}

function formatFixed(number: number, decimals: number): string {
  const text = Math.abs(number) < 1e15 ? number.toFixed(decimals) : formatNumber(number)
  return /^-0[.0]*$/.test(text) ? text.slice(1) : text
}

/** Count, sum, mean and variance; the mean does not overflow. */
function summarize(values: ArrayLike<number>, rows: ArrayLike<number>) {
  let [count, mean, squares] = [0, 0, 0]
  for (let i = 0; i < values.length; i++) {
    count += rows[i]
    const step = (values[i] / count - mean / count) * rows[i]
    squares += (values[i] - mean) * step * (count - rows[i])
    mean += step
  }
  return { count, mean, sum: mean * count, variance: count === 0 ? 0 : squares / count }
}

/** The text before and after a time of day. */
const DAY = /^.*?(?=\d{1,2}:\d{2})/
const ZONE = /\s?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)\s*$/

/** Returns the kept part of a date or time, `2004-03`; undefined if it has none. */
function partReader(column: string, { keep = 'day', format }: Coarsening): (text: string) => string | undefined {
  const parse = dateParser(column, format)
  return (text) => {
    const parsed = parse(text)
    const date = parsed?.precision === 'time' ? undefined : parsed
    if (keep === 'hour') {
      const hour = parseTime(text.replace(DAY, '').replace(ZONE, ''))?.label.slice(0, 2)
      if (hour === undefined || (date !== undefined && date.precision !== 'day')) return undefined
      return `${date === undefined ? '' : `${date.label} `}${hour}:00`
    }
    if (date === undefined || (date.precision === 'month' && keep === 'day')) return undefined
    if (date.precision === 'year' && keep !== 'year' && keep !== 'decade') return undefined
    return dateGroup(keep, date.label)
  }
}
