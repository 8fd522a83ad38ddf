/**
 * Draws class sizes as a histogram and marks k. Bins have equal width if sizes are close and grow by a factor
 * otherwise; k is always the edge of a bin, so that no bar mixes classes below and above it.
 */
import { formatCount, many } from '../../../ground/format.ts'
import { html } from '../markup.ts'
import { drawChart, isNarrow, linearBetween, logBetween, type PictureSettings, pixel } from '../plot.ts'

const MOST_LABELS = 26
const MOST_LABELS_NARROW = 10

export function drawClassSizes(sizes: SizeBins, settings: PictureSettings & { readonly k?: number }): string {
  const { scale, bins } = sizes
  const { k } = settings
  const narrow = isNarrow(settings)
  const first = bins[0]?.from ?? 1
  const end = (bins.at(-1)?.to ?? 1) + 1
  const filled = bins.filter((bin) => bin.classes > 0)
  const most = Math.max(1, ...filled.map((bin) => bin.classes))
  const ticks = narrow ? 4 : 8
  const labelled = filled.length <= (narrow ? MOST_LABELS_NARROW : MOST_LABELS)
  const layout = {
    name: 'class-sizes',
    label: describeClassSizes(sizes, k),
    height: 170,
    x: {
      scale: scale === 'log' ? logBetween(first, end, ticks) : linearBetween(first, end, ticks, true),
      title: 'rows in the class',
    },
    y: { scale: linearBetween(0, most * 1.14, 5, true), title: 'classes' },
  }
  return drawChart(settings, layout, ({ x, y, ink, bottom, frame }) => {
    const bars = filled.map((bin) => {
      const isBelow = k !== undefined && bin.to < k
      const [left, right] = [x(bin.from) + 0.5, x(bin.to + 1) - 0.5]
      // Even a single class beside thousands must be visible.
      const top = Math.min(y(bin.classes), bottom - 2)
      const count =
        labelled &&
        html`<text x="${pixel((left + right) / 2)}" y="${pixel(top - 5)}" text-anchor="middle"
          fill="${ink(isBelow ? 'mark-text' : 'muted')}">${formatCount(bin.classes)}</text>`
      return html`<rect x="${pixel(left)}" y="${top}" width="${pixel(Math.max(0.5, right - left))}"
        height="${pixel(bottom - top)}"
        fill="${ink(isBelow ? 'mark' : 'accent')}"><title>${describeBin(bin)}</title></rect>${count}`
    })
    const mark =
      k !== undefined &&
      html`<line x1="${x(k)}" x2="${x(k)}" y1="${frame.top - 12}" y2="${bottom}" stroke="${ink('mark')}"
        stroke-width="2"/><text x="${x(k) + 6}" y="${frame.top - 3}" font-weight="600" fill="${ink('mark-text')}">k =
        ${formatCount(k)}</text>`
    return html`${bars}${mark}`
  })
}

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

/** Keeps empty bins, so that gaps show. Cost: one pass over the sizes. */
export function binClassSizes(
  sizes: readonly { readonly size: number; readonly classes: number }[],
  k?: number,
): SizeBins {
  if (sizes.length === 0) return { scale: 'linear', bins: [] }
  const smallest = Math.min(sizes[0].size, k ?? Number.POSITIVE_INFINITY)
  const largest = sizes[sizes.length - 1].size
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

export function describeClassSizes({ bins }: SizeBins, k?: number): string {
  if (bins.length === 0) return 'Histogram of class sizes: there are no classes.'
  const highest = bins.reduce((best, bin) => (bin.classes > best.classes ? bin : best))
  const classes = bins.reduce((sum, bin) => sum + bin.classes, 0)
  const below = bins.reduce((sum, bin) => sum + (k !== undefined && bin.to < k ? bin.classes : 0), 0)
  const marked =
    k === undefined ? '' : ` ${below === 0 ? 'None' : formatCount(below)} of them below k = ${formatCount(k)}.`
  return `Histogram of ${formatCount(classes)} class sizes. Most often: ${describeBin(highest)}.${marked}`
}

export function sizeRange({ from, to }: SizeBin): string {
  return from === to ? formatCount(from) : `${formatCount(from)} to ${formatCount(to)}`
}

export function describeBin(bin: SizeBin): string {
  return `${many(bin.classes, 'class', 'classes')} of ${sizeRange(bin)} rows (${formatCount(bin.rows)} rows in all)`
}

/** First size of each bin, then the first size beyond the last bin. Includes k if it is in range. */
function linearStarts(smallest: number, largest: number, k: number | undefined): number[] {
  const width = Math.max(1, Math.ceil((largest - smallest + 1) / MOST_BINS))
  const next = (start: number) => start + width
  return around(k, smallest, largest, next, (end) => end - width)
}

function logStarts(smallest: number, largest: number, k: number | undefined): number[] {
  const fits = (factor: number) => Math.log(largest / smallest) / Math.log(factor) <= MOST_BINS
  const factor = FACTORS.find(fits) ?? 1000
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
  // All sizes are below k: the last bin must not seem to reach k.
  if (k !== undefined && k > largest) starts[starts.length - 1] = Math.min(k, starts[starts.length - 1])
  return starts
}
