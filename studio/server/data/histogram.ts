/** Histograms with round bins: 1, 2 or 5 times a power of ten, or days, months, years, decades. */
import { formatFigure } from '../../../src/ground/format.ts'
import { parseDate } from '../../../src/hierarchy/date.ts'
import type { Histogram, HistogramBin, ValueCount } from './api.ts'

/** Approximate. */
const MOST_BINS = 40

export interface BinWidth {
  readonly least: number
  readonly most: number
  readonly origin: number
  readonly width: number
  readonly bins: number
}

/** Bin width for numbers from `least` to `most`; at least 1 for whole numbers. */
export function binWidth(least: number, most: number, whole: boolean, mostBins = MOST_BINS): BinWidth {
  const span = most - least
  const rough = Math.max(span / mostBins, whole ? 1 : 0)
  const power = rough > 0 ? 10 ** Math.floor(Math.log10(rough)) : 1
  const width = rough > 0 ? ([1, 2, 5, 10].find((step) => step * power >= rough * (1 - 1e-9)) ?? 10) * power : 1
  const origin = Math.floor(least / width) * width
  return { least, most, origin, width, bins: Math.floor((most - origin) / width + 1e-9) + 1 }
}

/** Fills in empty bins and labels them. */
export function numberHistogram(
  { least, most, origin, width, bins }: BinWidth,
  rowCounts: ReadonlyMap<number, number>,
  whole: boolean,
): Histogram {
  return {
    bins: Array.from({ length: bins }, (_, bin): HistogramBin => {
      const low = tidy(origin + bin * width)
      const high = tidy(origin + (bin + 1) * width)
      const last = whole ? high - 1 : high
      const label = low === last ? numberText(low) : `${numberText(low)} to ${whole ? '' : 'below '}${numberText(last)}`
      return { label, low, high, count: rowCounts.get(bin) ?? 0 }
    }),
    least: numberText(least),
    most: numberText(most),
  }
}

/** Histogram of whole numbers: one bin each if few, equal bins if of the same order, otherwise doubling bins. */
export function countHistogram(counts: ReadonlyMap<number, number>): Histogram {
  const largest = Math.max(0, ...counts.keys())
  const smallest = Math.min(largest, ...counts.keys())
  const starts = [smallest]
  if (largest - smallest < MOST_BINS) {
    for (let low = smallest + 1; low <= largest; low++) starts.push(low)
  } else if (largest < 16 * smallest) {
    const { origin, width } = binWidth(smallest, largest, true)
    for (let low = origin + width; low <= largest; low += width) starts.push(low)
  } else {
    for (let low = 2 ** Math.floor(Math.log2(Math.max(1, smallest)) + 1); low <= largest; low *= 2) starts.push(low)
  }
  return {
    bins: starts.map((low, bin) => {
      const high = starts[bin + 1] ?? largest + 1
      let count = 0
      for (const [value, rows] of counts) if (value >= low && value < high) count += rows
      const label = high === low + 1 ? formatFigure(low) : `${formatFigure(low)} to ${formatFigure(high - 1)}`
      return { label, low, high, count }
    }),
    least: formatFigure(smallest),
    most: formatFigure(largest),
  }
}

type Unit = 'day' | 'month' | 'year' | 'decade'

/** Histogram of dates by day, month, year or decade; undefined if a text is not a date. */
export function dateHistogram(values: readonly ValueCount[], parse = parseDate): Histogram | undefined {
  const dates: { readonly label: string; readonly count: number }[] = []
  for (const { value, count } of values) {
    const date = parse(value)
    if (date === undefined) return undefined
    dates.push({ label: date.label, count })
  }
  if (dates.length === 0) return undefined
  const labels = dates.map(({ label }) => label).sort()
  const coarsest = labels.reduce((length, label) => Math.min(length, label.length), Number.POSITIVE_INFINITY)
  const finest: Unit = coarsest >= 10 ? 'day' : coarsest >= 7 ? 'month' : 'year'
  const units: readonly Unit[] = ['day', 'month', 'year', 'decade']
  for (const unit of units.slice(units.indexOf(finest))) {
    const places = dates.map(({ label }) => dateBin(label, unit))
    const [least, most] = places.reduce(
      ([low, high], place) => [Math.min(low, place), Math.max(high, place)],
      [places[0], places[0]],
    )
    if (most - least >= 3 * MOST_BINS && unit !== 'decade') continue
    const rowCounts = new Map<number, number>()
    for (let i = 0; i < dates.length; i++) rowCounts.set(places[i], (rowCounts.get(places[i]) ?? 0) + dates[i].count)
    return {
      bins: Array.from({ length: most - least + 1 }, (_, bin) => {
        const low = least + bin
        return { label: binLabel(low, unit), low, high: low + 1, count: rowCounts.get(low) ?? 0 }
      }),
      least: labels[0],
      most: labels[labels.length - 1],
    }
  }
  return undefined
}

function dateBin(label: string, unit: Unit): number {
  const year = Number(label.slice(0, 4))
  if (unit === 'decade') return Math.floor(year / 10)
  if (unit === 'year') return year
  const month = Number(label.slice(5, 7)) - 1
  return unit === 'month'
    ? year * 12 + month
    : Math.floor(Date.UTC(year, month, Number(label.slice(8, 10))) / 86_400_000)
}

function binLabel(place: number, unit: Unit): string {
  if (unit === 'decade') return `${place * 10}s`
  if (unit === 'year') return String(place)
  if (unit === 'month') return `${Math.floor(place / 12)}-${String((place % 12) + 1).padStart(2, '0')}`
  return new Date(place * 86_400_000).toISOString().slice(0, 10)
}

/** Removes rounding errors from adding widths. */
function tidy(value: number): number {
  return Number(value.toPrecision(12))
}

/** Four digits may be a year: no thousands separator. */
function numberText(value: number): string {
  return Math.abs(value) < 10_000 ? String(value) : formatFigure(value)
}
