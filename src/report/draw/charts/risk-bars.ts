/** Draws risks before and after as a pair of bars per measure, on one axis of shares. */
import { formatShare } from '../../../ground/format.ts'
import type { BeforeAfter } from '../../report.ts'
import { html, shortened, visible } from '../markup.ts'
import { drawChart, isNarrow, type PictureSettings, pixel } from '../plot/frame.ts'

const STEP = 66
const MIDDLES = { before: 32, after: 52 }
const BAR = 17

/** Draws the risks that are shares; the table shows the others. */
export function drawRiskBars(risks: readonly BeforeAfter[], settings: PictureSettings): string {
  const shown = risks.filter(isShare)
  const height = STEP * shown.length
  const narrow = isNarrow(settings)
  const shares = narrow ? [0, 0.5, 1] : [0, 0.2, 0.4, 0.6, 0.8, 1]
  const ticks = shown.flatMap((_, i) =>
    Object.entries(MIDDLES).map(([label, middle]) => ({ value: height - STEP * i - middle, label })),
  )
  const spoken = shown.map(
    (risk) => `${visible(risk.title)}: ${formatShare(risk.before)} before, ${formatShare(risk.after)} after`,
  )
  const layout = {
    name: 'risk-bars',
    label: `Risk before and after. ${spoken.join('; ')}.`,
    height,
    right: 56,
    top: 0,
    x: {
      scale: { kind: 'linear', low: 0, high: 1, ticks: shares.map((value) => ({ value, label: formatShare(value) })) },
      grid: true,
    },
    y: { scale: { kind: 'linear', low: 0, high: height, ticks }, grid: false },
  } as const
  return drawChart(settings, layout, ({ x, ink, frame }) => {
    const measures = shown.map((risk, i) => {
      const top = frame.top + STEP * i
      const title = shortened(visible(risk.title), narrow ? 44 : 90)
      const bars = (['before', 'after'] as const).map((when) => {
        const [middle, share] = [top + MIDDLES[when], formatShare(risk[when])]
        return html`<rect x="${frame.left}" y="${middle - BAR / 2}" width="${pixel(x(risk[when]) - frame.left)}" height="${BAR}" fill="${ink(when === 'before' ? 'before' : 'accent')}"><title>${risk.title}, ${when}: ${share}</title></rect><text x="${pixel(x(risk[when]) + 5)}" y="${middle}" dy="0.32em" font-weight="600" stroke="${ink('paper')}" stroke-width="3" paint-order="stroke">${share}</text>`
      })
      const [from, to] = [top + MIDDLES.before - BAR / 2 - 4, top + MIDDLES.after + BAR / 2 + 4]
      return html`<text x="0" y="${top + 15}" fill="${ink('muted')}" stroke="${ink('paper')}" stroke-width="4" paint-order="stroke">${title}</text>${bars}<path d="M${frame.left} ${from}V${to}" stroke="${ink('ink')}"/>`
    })
    return html`${measures}`
  })
}

export function isShare({ range, before, after }: BeforeAfter): boolean {
  const fits = (value: number) => value >= 0 && value <= 1
  return fits(before) && fits(after) && range !== undefined && range[0] === 0 && range[1] === 1
}
