/** Draws each attack as two bars, on people in the data and on others, with a line at its bound. */
import { formatShare } from '../../../ground/format.ts'
import type { AttackResult } from '../../attack-figures.ts'
import { html, shortened, visible } from '../markup.ts'
import { drawChart, isNarrow, type PictureSettings, pixel } from '../plot/frame.ts'

const STEP = 66
const MIDDLES = { attacked: 32, control: 52 }
const BAR = 17

export function drawAttackBars(attacks: readonly AttackResult[], settings: PictureSettings): string {
  const height = STEP * attacks.length
  const narrow = isNarrow(settings)
  const shares = narrow ? [0, 0.5, 1] : [0, 0.2, 0.4, 0.6, 0.8, 1]
  const shown = attacks.map(({ attacker, form, success, control, naive, limit }) => ({
    title: `${attacker}: ${visible(form)}`,
    rates: { attacked: success.rate, control: (control ?? naive).rate },
    other: control === undefined ? 'naive' : 'control',
    limit,
  }))
  const ticks = shown.flatMap(({ other }, i) => [
    { value: height - STEP * i - MIDDLES.attacked, label: 'attacked' },
    { value: height - STEP * i - MIDDLES.control, label: other },
  ])
  const spoken = shown.map(
    ({ title, rates, other, limit }) =>
      `${title}: ${formatShare(rates.attacked)} attacked, ${formatShare(rates.control)} ` +
      `${other}${limit === undefined ? '' : `, bound ${formatShare(limit)}`}`,
  )
  const layout = {
    name: 'attack-bars',
    label: `Success of attackers. ${spoken.join('; ')}.`,
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
    const drawn = shown.map(({ title, rates, limit }, i) => {
      const top = frame.top + STEP * i
      const bars = (['attacked', 'control'] as const).map((who) => {
        const [middle, share] = [top + MIDDLES[who], formatShare(rates[who])]
        return html`<rect x="${frame.left}" y="${middle - BAR / 2}" width="${pixel(x(rates[who]) - frame.left)}" height="${BAR}" fill="${ink(who === 'control' ? 'before' : 'accent')}"/><text x="${pixel(x(rates[who]) + 5)}" y="${middle}" dy="0.32em" font-weight="600" stroke="${ink('paper')}" stroke-width="3" paint-order="stroke">${share}</text>`
      })
      const [from, to] = [top + MIDDLES.attacked - BAR / 2 - 4, top + MIDDLES.control + BAR / 2 + 4]
      const bound =
        limit !== undefined &&
        html`<path d="M${pixel(x(limit))} ${from}V${to}" stroke="${ink('ink')}" stroke-dasharray="4 3"><title>bound ${formatShare(limit)}</title></path>`
      return html`<text x="0" y="${top + 15}" fill="${ink('muted')}" stroke="${ink('paper')}" stroke-width="4" paint-order="stroke">${shortened(title, narrow ? 44 : 90)}</text>${bars}${bound}<path d="M${frame.left} ${from}V${to}" stroke="${ink('ink')}"/>`
    })
    return html`${drawn}`
  })
}
