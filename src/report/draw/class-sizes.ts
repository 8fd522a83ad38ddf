/** Class sizes as a histogram, with k marked where it was asked for. */
import * as Plot from '@observablehq/plot'
import { formatCount } from '../../ground/format.ts'
import { asImage, below, type ChartSettings, chartOptions, type SvgElement } from './chart.ts'
import { describeBin, describeClassSizes, type SizeBin, type SizeBins } from './size-bins.ts'

/** Bars up to so many carry their count. */
const MOST_LABELS = 26
const MOST_LABELS_NARROW = 10

export function drawClassSizes(
  { scale, bins }: SizeBins,
  { k, ...settings }: ChartSettings & { readonly k?: number },
): SvgElement {
  const narrow = settings.width < 500
  const first = bins[0]?.from ?? 1
  const end = (bins.at(-1)?.to ?? 1) + 1
  const filled = bins.filter((bin) => bin.classes > 0)
  const most = Math.max(1, ...filled.map((bin) => bin.classes))
  const ticks = scale === 'log' ? roundNumbers(first, end - 1, narrow) : undefined
  const labelled = filled.length <= (narrow ? MOST_LABELS_NARROW : MOST_LABELS)
  const isBelow = (bin: SizeBin) => k !== undefined && bin.to < k
  const marks = k === undefined ? [] : [k]
  const plot = Plot.plot({
    ...chartOptions(settings, 240, { top: 30, bottom: 40, left: 50 }),
    x: {
      type: scale,
      domain: [first, end],
      ...below('rows in the class'),
      ...(ticks === undefined ? { ticks: narrow ? 4 : 8, tickFormat: wholeCount } : { axis: null }),
    },
    y: { label: 'classes', domain: [0, most * 1.14], grid: true, ticks: 4, tickSize: 0, tickFormat: wholeCount },
    marks: [
      // With a text of its own for each tick: a logarithmic scale leaves out labels as it sees fit.
      ticks === undefined ? null : Plot.axisX(ticks, { text: formatCount, ...below('rows in the class') }),
      Plot.rectY(filled, {
        x1: 'from',
        x2: (bin: SizeBin) => bin.to + 1,
        y: 'classes',
        insetLeft: 0.5,
        insetRight: 0.5,
        // Even a single class beside thousands must be seen.
        insetTop: -1.5,
        fill: (bin: SizeBin) => (isBelow(bin) ? 'var(--mark)' : 'var(--accent)'),
        title: describeBin,
      }),
      Plot.text(labelled ? filled : [], {
        x: (bin: SizeBin) => (scale === 'log' ? Math.sqrt(bin.from * (bin.to + 1)) : (bin.from + bin.to + 1) / 2),
        y: 'classes',
        text: (bin: SizeBin) => formatCount(bin.classes),
        dy: -8,
        fill: (bin: SizeBin) => (isBelow(bin) ? 'var(--mark-text)' : 'var(--muted)'),
      }),
      Plot.ruleY([0]),
      Plot.ruleX(marks, { stroke: 'var(--mark)', strokeWidth: 2, insetTop: -8 }),
      Plot.text(marks, {
        x: (size: number) => size,
        text: (size: number) => `k = ${formatCount(size)}`,
        frameAnchor: 'top',
        textAnchor: 'start',
        dx: 6,
        dy: -8,
        fill: 'var(--mark-text)',
        fontWeight: 600,
      }),
    ],
  })
  return asImage(plot, describeClassSizes({ scale, bins }, k))
}

/** 1, 2, 5, 10, … inside the range; only powers of ten where there is little room. */
function roundNumbers(low: number, high: number, narrow: boolean): number[] {
  const decades = Math.log10(high / low)
  const steps = decades > (narrow ? 2 : 4) ? [1] : decades > 0.8 ? [1, 2, 5] : [1, 1.5, 2, 3, 5, 7]
  const numbers: number[] = []
  for (let power = Math.floor(Math.log10(low)); 10 ** power <= high; power++) {
    for (const step of steps) {
      const number = Math.round(step * 10 ** power)
      if (number >= low && number <= high && number !== numbers.at(-1)) numbers.push(number)
    }
  }
  return numbers
}

function wholeCount(count: number): string {
  return Number.isInteger(count) ? formatCount(count) : ''
}
