/**
 * Class sizes as bins of a histogram: how many classes have how many rows. Bins are ranges of whole sizes, equally wide where sizes are
 * near each other and growing by a constant factor (a logarithmic axis) where they are not; k is the edge of a bin, so that a class
 * below k never shares a bar with one that holds.
 */
import { formatCount, many } from '../../../ground/format.ts'

/** Classes with `from` to `to` rows, both included. */
export interface SizeBin {
  readonly from: number
  readonly to: number
  readonly classes: number
  readonly rows: number
}

export interface SizeBins {
  readonly scale: 'linear' | 'log'
  readonly bins: readonly SizeBin[]
}

const MOST_BINS = 24
const FACTORS = [Math.SQRT2, 2, 4, 10, 100]

/** The histogram as data; bins without classes are kept, so that gaps show. Cost: one pass over the sizes. */
export function binClassSizes(
  sizes: readonly { readonly size: number; readonly classes: number }[],
  k?: number,
): SizeBins {
  if (sizes.length === 0) return { scale: 'linear', bins: [] }
  const smallest = Math.min(...bounds(sizes), k ?? Number.POSITIVE_INFINITY)
  const largest = bounds(sizes)[1]
  const scale = largest / smallest > 12 ? 'log' : 'linear'
  const starts = scale === 'log' ? logStarts(smallest, largest, k) : linearStarts(smallest, largest, k)
  const classes = new Array<number>(starts.length - 1).fill(0)
  const rows = new Array<number>(starts.length - 1).fill(0)
  let bin = 0
  for (const entry of sizes) {
    while (entry.size >= starts[bin + 1]) bin++
    classes[bin] += entry.classes
    rows[bin] += entry.classes * entry.size
  }
  const bins = classes.map((count, i) => ({ from: starts[i], to: starts[i + 1] - 1, classes: count, rows: rows[i] }))
  return { scale, bins }
}

/** The histogram in a sentence. */
export function describeClassSizes({ bins }: SizeBins, k?: number): string {
  if (bins.length === 0) return 'Histogram of class sizes: there are no classes.'
  const highest = bins.reduce((best, bin) => (bin.classes > best.classes ? bin : best))
  const classes = bins.reduce((sum, bin) => sum + bin.classes, 0)
  const below = bins.reduce((sum, bin) => sum + (k !== undefined && bin.to < k ? bin.classes : 0), 0)
  const marked =
    k === undefined ? '' : ` ${below === 0 ? 'None' : formatCount(below)} of them below k = ${formatCount(k)}.`
  return `Histogram of ${formatCount(classes)} class sizes. Most often: ${describeBin(highest)}.${marked}`
}

/** A bin's sizes: `10 to 14`. */
export function sizeRange({ from, to }: SizeBin): string {
  return from === to ? formatCount(from) : `${formatCount(from)} to ${formatCount(to)}`
}

/** A bin in words. */
export function describeBin(bin: SizeBin): string {
  return `${many(bin.classes, 'class', 'classes')} of ${sizeRange(bin)} rows (${formatCount(bin.rows)} rows in all)`
}

function bounds(sizes: readonly { readonly size: number }[]): readonly [number, number] {
  return [sizes[0].size, sizes[sizes.length - 1].size]
}

/** First size of each bin and, last, the first size beyond them all. k is one of them when it lies between. */
function linearStarts(smallest: number, largest: number, k: number | undefined): number[] {
  const width = Math.max(1, Math.ceil((largest - smallest + 1) / MOST_BINS))
  return around(
    k,
    smallest,
    largest,
    (start) => start + width,
    (end) => end - width,
  )
}

function logStarts(smallest: number, largest: number, k: number | undefined): number[] {
  const fits = (factor: number) => Math.log(largest / smallest) / Math.log(factor) <= MOST_BINS
  const factor = FACTORS.find(fits) ?? 1000
  // Whole sizes: the next start is at least one further on.
  const next = (start: number) => Math.max(start + 1, Math.round(start * factor))
  return around(k, smallest, largest, next, (end) => Math.min(end - 1, Math.round(end / factor)))
}

function around(
  k: number | undefined,
  smallest: number,
  largest: number,
  next: (start: number) => number,
  previous: (end: number) => number,
): number[] {
  const anchor = k === undefined || k < smallest || k > largest ? smallest : k
  const starts = [anchor]
  while (starts[0] > smallest) starts.unshift(Math.max(smallest, previous(starts[0])))
  while ((starts.at(-1) as number) <= largest) starts.push(next(starts.at(-1) as number))
  // All sizes are below k: the last bin ends there, so that it does not look as if it reached k.
  if (k !== undefined && k > largest) starts[starts.length - 1] = Math.min(k, starts[starts.length - 1])
  return starts
}
