/**
 * Reads the labels of a released column as sets of values: `39`, `[17,39]`, `≥ 85`, `12***`, `{a,b}`, `*`, `?`, and
 * with a job the nodes of its hierarchy. Values are numbered in order, so that most sets are ranges.
 */
import { userError } from '../ground/errors.ts'
import { firstPlace } from '../ground/sorted.ts'
import { parseNumber, readRange } from '../hierarchy/ends/range-label.ts'
import { MISSING_LABEL, SUPPRESSED_LABEL } from '../hierarchy/hierarchy.ts'
import { saysNothing } from '../hierarchy/tree.ts'
import { plannedReader } from '../kinds/table/release-checks.ts'
import type { TablePlan } from '../plan/plan.ts'
import { plainReader } from '../verification/count-register.ts'

/** Values of a column in order; the code after the last means missing. */
export interface Domain {
  readonly column: string
  readonly values: readonly string[]
  /** One number per value, if all are numbers; day numbers for dates. */
  readonly numbers?: Float64Array | undefined
  readonly dates: boolean
  encode(text: string | undefined): number
}

export interface LabelSets {
  readonly texts: readonly string[]
  /** First and last code of each label; from > to if it covers nothing. */
  readonly from: Int32Array
  readonly to: Int32Array
  /** Flags by code, for labels that are not ranges. */
  readonly members: readonly (Uint8Array | undefined)[]
  /** Number of codes covered, including missing if the column has it. */
  readonly width: Float64Array
  /** Flags by label: whether it covers the code. */
  covering(code: number): Uint8Array
}

const LEFT_OUT = '?'
/** Above this many flags, they are not cached. */
const MOST_FLAGS = 50_000_000

/** `readDay` says the day number of a text, where labels are ranges of dates. */
export function makeDomain(column: string, texts: Iterable<string>, readDay?: (text: string) => number): Domain {
  const distinct = [...new Set(texts)]
  const read = readDay ?? parseNumber
  const numeric = distinct.length > 0 && !distinct.some((text) => Number.isNaN(read(text)))
  const values = distinct.sort((a, b) => (numeric && read(a) - read(b)) || (a < b ? -1 : 1))
  const codes = new Map(values.map((value, code) => [value, code] as const))
  const encode = (text: string | undefined) => (text === undefined ? values.length : (codes.get(text) ?? -1))
  const numbers = numeric ? Float64Array.from(values, read) : undefined
  return { column, values, numbers, dates: numeric && readDay !== undefined, encode }
}

/** With `strict`, an unreadable label is an error: it would hide a risk. */
export function readLabelSets(
  domain: Domain,
  texts: readonly string[],
  { job, hasMissing, strict }: { job?: TablePlan | undefined; hasMissing: boolean; strict: boolean },
): LabelSets {
  const { values, column } = domain
  const wrongLabels = userError('data', `columns.${column}`)
  const size = values.length + (hasMissing ? 1 : 0)
  const from = new Int32Array(texts.length)
  const to = new Int32Array(texts.length).fill(-1)
  const width = new Float64Array(texts.length)
  const members: (Uint8Array | undefined)[] = texts.map(() => undefined)
  let reader: ((label: string) => (value: string) => boolean) | undefined
  texts.forEach((label, at) => {
    const run = readRun(domain, label, size, job !== undefined)
    if (run !== undefined) [from[at], to[at]] = run
    else {
      reader ??= (job === undefined ? plainReader : plannedReader(job))(column, values)
      const fits = /^[^*]+\*+$/.test(label) && job === undefined ? startsLike(label) : reader(label)
      const flags = Uint8Array.from(values, (value) => (fits(value) ? 1 : 0))
      const [first, last] = [flags.indexOf(1), flags.lastIndexOf(1)]
      if (first >= 0) [from[at], to[at]] = [first, last]
      else if (strict && job === undefined && Number.isNaN(parseNumber(label)))
        throw wrongLabels`the release has labels in column "${column}" that are neither values of the original nor
          intervals, such as nodes of a tree; give --job JOB with its taxonomy, or leave the column out of --known`
      if (flags.subarray(first, last + 1).includes(0) && first >= 0) members[at] = flags
    }
    const flags = members[at]
    width[at] = flags === undefined ? Math.max(0, to[at] - from[at] + 1) : flags.reduce((sum, flag) => sum + flag, 0)
  })
  const known: (Uint8Array | undefined)[] = []
  const covering = (code: number): Uint8Array => {
    const before = known[code]
    if (before !== undefined) return before
    const flags = new Uint8Array(texts.length)
    for (let at = 0; at < flags.length; at++)
      if (code >= from[at] && code <= to[at]) flags[at] = members[at] === undefined ? 1 : (members[at]?.[code] ?? 0)
    if (texts.length * (size + 1) <= MOST_FLAGS) known[code] = flags
    return flags
  }
  return { texts, from, to, members, width, covering }
}

/** The range of codes that a label's syntax denotes, or undefined. */
function readRun(domain: Domain, label: string, size: number, hasJob: boolean): readonly [number, number] | undefined {
  const { numbers, values, dates } = domain
  const code = domain.encode(label)
  if (label === SUPPRESSED_LABEL || (code < 0 && saysNothing(label)) || (label === LEFT_OUT && (hasJob || code < 0)))
    return [0, size - 1]
  if (label === MISSING_LABEL) return [values.length, values.length]
  if (code >= 0 && numbers === undefined) return [code, code]
  if (numbers === undefined) return undefined
  const range = readRange(label)
  if (range === undefined || range.dates !== dates) return undefined
  const first = countBelow(numbers, range.low, false)
  const last = countBelow(numbers, range.high, true) - 1
  return first > last ? [0, -1] : [first, range.missing ? values.length : last]
}

/** Counts the ascending numbers below `end`, or up to it if `equal`. */
function countBelow(numbers: Float64Array, end: number, equal: boolean): number {
  return firstPlace(numbers.length, (place) => numbers[place] > end || (!equal && numbers[place] === end))
}

/** Matches `12***` by prefix. */
function startsLike(label: string): (value: string) => boolean {
  const start = label.replace(/\*+$/, '')
  return (value) => value.startsWith(start)
}
