/** Draws class sizes as a histogram and marks k if it was required. */
import { formatCount } from '../../../ground/format.ts'
import { html } from '../markup.ts'
import { drawChart, isNarrow, type PictureSettings, pixel } from '../plot/frame.ts'
import { linearBetween, logBetween } from '../plot/scale.ts'
import { describeBin, describeClassSizes, type SizeBins } from './size-bins.ts'

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
        html`<text x="${pixel((left + right) / 2)}" y="${pixel(top - 5)}" text-anchor="middle" fill="${ink(isBelow ? 'mark-text' : 'muted')}">${formatCount(bin.classes)}</text>`
      return html`<rect x="${pixel(left)}" y="${top}" width="${pixel(Math.max(0.5, right - left))}" height="${pixel(bottom - top)}" fill="${ink(isBelow ? 'mark' : 'accent')}"><title>${describeBin(bin)}</title></rect>${count}`
    })
    const mark =
      k !== undefined &&
      html`<line x1="${x(k)}" x2="${x(k)}" y1="${frame.top - 12}" y2="${bottom}" stroke="${ink('mark')}" stroke-width="2"/><text x="${x(k) + 6}" y="${frame.top - 3}" font-weight="600" fill="${ink('mark-text')}">k = ${formatCount(k)}</text>`
    return html`${bars}${mark}`
  })
}
