/**
 * Bins the values of a column and spreads labels of a release over them: evenly over the values of the data that a
 * label covers, as somebody would who has only the release. `*` and `?` are not spread.
 */
import { formatCount } from '../../../src/ground/format.ts'
import { dateParser, parseDate } from '../../../src/hierarchy/date.ts'
import { detectDateFormat } from '../../../src/hierarchy/date-format.ts'
import type { JobColumn } from '../../../src/table/job-schema.ts'
import { binWidth, numberHistogram } from '../data/histogram.ts'

export interface ColumnBins {
  readonly labels: readonly string[]
  /** Pairs of bin and share of the label's rows; empty if the label carries no information. */
  spread(label: string): readonly (readonly [number, number])[]
}

/** Whether a label covers a value. */
type Covers = (label: string) => (value: string) => boolean

export function columnBins(
  values: readonly { readonly value: string; readonly count: number }[],
  most: number,
  covers: Covers,
  { type, format }: Pick<JobColumn, 'type' | 'format'> = {},
): ColumnBins {
  const { labels, findBin } =
    (type === 'prefix' ? prefixBins(values, most) : undefined) ??
    numberBins(values, most) ??
    dateBins(values, most, format) ??
    nameBins(values, most)
  const bins = values.map(({ value }) => findBin(value))
  const single = new Map(values.map(({ value }, i) => [value, [[bins[i], 1]] as const]))
  const known = new Map<string, readonly (readonly [number, number])[]>()
  return {
    labels,
    spread(label) {
      const cached = single.get(label) ?? known.get(label)
      if (cached !== undefined) return cached
      const shares = SILENT.has(label) ? [] : spreadOver(values, bins, covers(label))
      known.set(label, shares)
      return shares
    },
  }
}

const SILENT = new Set(['*', '?'])

function spreadOver(
  values: readonly { readonly value: string }[],
  bins: readonly number[],
  isCovered: (value: string) => boolean,
): (readonly [number, number])[] {
  const found = new Map<number, number>()
  let covered = 0
  values.forEach(({ value }, i) => {
    if (!isCovered(value)) return
    covered++
    found.set(bins[i], (found.get(bins[i]) ?? 0) + 1)
  })
  return [...found].map(([bin, count]) => [bin, count / covered])
}

interface Binning {
  readonly labels: readonly string[]
  findBin(value: string): number
}

type Values = Parameters<typeof columnBins>[0]

function numberBins(values: Values, most: number): Binning | undefined {
  const numbers = values.map(({ value }) => (value.trim() === '' ? Number.NaN : Number(value)))
  if (numbers.length === 0 || numbers.some((number) => !Number.isFinite(number))) return undefined
  const whole = numbers.every(Number.isInteger)
  const [least, largest] = numbers.reduce(
    ([low, high], number) => [Math.min(low, number), Math.max(high, number)],
    [numbers[0], numbers[0]],
  )
  const width = binWidth(least, largest, whole, most)
  const { bins } = numberHistogram(width, new Map(), whole)
  return {
    labels: bins.map(({ label }) => label),
    findBin: (value) => Math.floor((Number(value) - width.origin) / width.width + 1e-9),
  }
}

/** Length of the prefix of 2024-05-17 that names a day, month, year or decade. */
const DATE_PARTS = [10, 7, 4, 3]

function dateBins(values: Values, most: number, given: string | undefined): Binning | undefined {
  const dates = new Map<string, string>()
  const isPlain = values.every(({ value }) => parseDate(value) !== undefined)
  const format = given ?? (isPlain ? undefined : detectDateFormat(values.map(({ value }) => value))?.format)
  const parse = dateParser('', format)
  for (const { value } of values) {
    const date = parse(value)
    if (date === undefined) return undefined
    dates.set(value, date.label)
  }
  const dateParts = (length: number) => [...new Set([...dates.values()].map((date) => date.slice(0, length)))].sort()
  const length = DATE_PARTS.find((size) => dateParts(size).length <= most) ?? 3
  const parts = dateParts(length)
  return {
    labels: parts.map((part) => (length === 3 ? `${part}0s` : part)),
    findBin: (value) => parts.indexOf(dates.get(value)?.slice(0, length) ?? ''),
  }
}

/** Codes by the longest beginning that few share. */
function prefixBins(values: Values, most: number): Binning | undefined {
  const longest = values.reduce((length, { value }) => Math.max(length, value.length), 0)
  const parts = (length: number) => [...new Set(values.map(({ value }) => value.slice(0, length)))].sort()
  let length = longest
  while (length > 0 && parts(length).length > most) length--
  if (length === 0) return undefined
  const labels = parts(length)
  return {
    labels: labels.map((part) => part.padEnd(longest, '*')),
    findBin: (value) => labels.indexOf(value.slice(0, length)),
  }
}

/** The most frequent values, and the rest as one bin. */
function nameBins(values: Values, most: number): Binning {
  const sorted = [...values].sort((a, b) => b.count - a.count)
  const named = sorted.length <= most ? sorted : sorted.slice(0, most - 1)
  const others = sorted.length - named.length
  const places = new Map(named.map(({ value }, i) => [value, i]))
  return {
    labels: [...named.map(({ value }) => value), ...(others === 0 ? [] : [`${formatCount(others)} others`])],
    findBin: (value) => places.get(value) ?? named.length,
  }
}
