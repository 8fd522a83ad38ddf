/** Draws pairs of bars on one axis of shares: risks before and after, and attackers beside their control group. */
import { formatShare } from '../../../ground/format.ts'
import type { AttackResult } from '../../attack-figures.ts'
import type { BeforeAfter } from '../../report.ts'
import { html, shortened, visible } from '../markup.ts'
import { drawChart, isNarrow, type PictureSettings, pixel, textWidth } from '../plot.ts'

const STEP = 66
const BAR = 17

interface Bar {
  readonly name: string
  readonly share: number
  readonly middle: number
  readonly colour: 'before' | 'accent'
  readonly tip?: string
}

interface BarPair {
  readonly title: string
  readonly bars: readonly [Bar, Bar]
  readonly limit?: number | undefined
}

/** Draws the risks that are shares; the table shows the others. */
export function drawRiskBars(risks: readonly BeforeAfter[], settings: PictureSettings): string {
  const pairs = risks.filter(isShare).map(({ title, before, after }): BarPair => {
    const tip = (when: string, share: number) => `${title}, ${when}: ${formatShare(share)}`
    return {
      title: visible(title),
      bars: [
        { name: 'before', share: before, middle: 32, colour: 'before', tip: tip('before', before) },
        { name: 'after', share: after, middle: 52, colour: 'accent', tip: tip('after', after) },
      ],
    }
  })
  return drawPairs(pairs, settings, 'risk-bars', 'Risk before and after')
}

/** Each attack has a line at its bound. Without a control group, it stands beside naive guesses. */
export function drawAttackBars(attacks: readonly AttackResult[], settings: PictureSettings): string {
  const pairs = attacks.map(
    ({ attacker, form, success, control, naive, limit }): BarPair => ({
      title: `${attacker}: ${visible(form)}`,
      bars: [
        { name: 'attacked', share: success.rate, middle: 32, colour: 'accent' },
        {
          name: control === undefined ? 'naive' : 'control',
          share: (control ?? naive).rate,
          middle: 52,
          colour: 'before',
        },
      ],
      limit,
    }),
  )
  return drawPairs(pairs, settings, 'attack-bars', 'Success of attackers')
}

function drawPairs(pairs: readonly BarPair[], settings: PictureSettings, name: string, about: string): string {
  const height = STEP * pairs.length
  const narrow = isNarrow(settings)
  const shares = narrow ? [0, 0.5, 1] : [0, 0.2, 0.4, 0.6, 0.8, 1]
  const ticks = pairs.flatMap(({ bars }, i) =>
    bars.map((bar) => ({ value: height - STEP * i - bar.middle, label: bar.name })),
  )
  const spoken = pairs.map(
    ({ title, bars, limit }) =>
      `${title}: ${bars.map((bar) => `${formatShare(bar.share)} ${bar.name}`).join(', ')}` +
      `${limit === undefined ? '' : `, bound ${formatShare(limit)}`}`,
  )
  const layout = {
    name,
    label: `${about}. ${spoken.join('; ')}.`,
    height,
    // `attacked` is wider than the usual figures.
    left: Math.max(58, ...ticks.map(({ label }) => textWidth(label) + 18)),
    right: 56,
    top: 0,
    x: {
      scale: { kind: 'linear', low: 0, high: 1, ticks: shares.map((value) => ({ value, label: formatShare(value) })) },
      grid: true,
    },
    y: { scale: { kind: 'linear', low: 0, high: height, ticks }, grid: false },
  } as const
  return drawChart(settings, layout, ({ x, ink, frame }) => {
    const drawn = pairs.map(({ title, bars, limit }, i) => {
      const top = frame.top + STEP * i
      const drawnBars = bars.map(({ share, middle: below, colour, tip }) => {
        const middle = top + below
        return html`<rect x="${frame.left}" y="${middle - BAR / 2}" width="${pixel(x(share) - frame.left)}"
          height="${BAR}" fill="${ink(colour)}"${tip === undefined ? html`/>` : html`><title>${tip}</title></rect>`}<text x="${pixel(x(share) + 5)}" y="${middle}" dy="0.32em" font-weight="600" stroke="${ink('paper')}" stroke-width="3" paint-order="stroke">${formatShare(share)}</text>`
      })
      const [from, to] = [top + bars[0].middle - BAR / 2 - 4, top + bars[1].middle + BAR / 2 + 4]
      const bound =
        limit !== undefined &&
        html`<path d="M${pixel(x(limit))} ${from}V${to}" stroke="${ink('ink')}" stroke-dasharray="4 3"><title>bound
          ${formatShare(limit)}</title></path>`
      return html`<text x="0" y="${top + 15}" fill="${ink('muted')}" stroke="${ink('paper')}" stroke-width="4"
        paint-order="stroke">${shortened(title, narrow ? 44 : 90)}</text>${bound}${drawnBars}<path
        d="M${frame.left} ${from}V${to}" stroke="${ink('ink')}"/>`
    })
    return html`${drawn}`
  })
}

export function isShare({ range, before, after }: BeforeAfter): boolean {
  const fits = (value: number) => value >= 0 && value <= 1
  return fits(before) && fits(after) && range !== undefined && range[0] === 0 && range[1] === 1
}
