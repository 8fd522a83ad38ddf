/** Risk before and after: a pair of bars for each measure, on one axis of shares from nobody to everybody. */
import * as Plot from '@observablehq/plot'
import { formatShare } from '../../ground/format.ts'
import type { BeforeAfter } from '../report.ts'
import { asImage, type ChartSettings, chartOptions, type SvgElement } from './chart.ts'
import { shortened, visible } from './markup.ts'
import { isShare } from './risk-range.ts'

interface Bar {
  readonly index: number
  readonly when: 'before' | 'after'
  readonly value: number
  readonly title: string
}

/** Draws the risks that are shares; the others are for the table alone. */
export function drawRiskBars(risks: readonly BeforeAfter[], settings: ChartSettings): SvgElement {
  const shown = risks.filter(isShare)
  const bars: Bar[] = shown.flatMap(({ title, before, after }, index) => [
    { index, when: 'before', value: before, title: visible(title) },
    { index, when: 'after', value: after, title: visible(title) },
  ])
  const plot = Plot.plot({
    ...chartOptions(settings, 60 * shown.length + 48, { top: 16, right: 56, bottom: 32, left: 54 }),
    x: {
      domain: [0, 1],
      label: null,
      ticks: settings.width < 500 ? 2 : 4,
      grid: true,
      tickSize: 0,
      tickFormat: formatShare,
    },
    y: { domain: ['before', 'after'], label: null, tickSize: 0, padding: 0.12 },
    fy: { domain: shown.map((_, index) => index), label: null, axis: null, padding: 0.34 },
    marks: [
      Plot.barX(bars, {
        x: 'value',
        y: 'when',
        fy: 'index',
        fill: (bar: Bar) => (bar.when === 'before' ? 'var(--before)' : 'var(--accent)'),
        title: (bar: Bar) => `${bar.title}, ${bar.when}: ${formatShare(bar.value)}`,
      }),
      Plot.text(bars, {
        x: 'value',
        y: 'when',
        fy: 'index',
        text: (bar: Bar) => formatShare(bar.value),
        textAnchor: 'start',
        dx: 5,
        fontWeight: 600,
      }),
      Plot.text(shown, {
        fy: (_: BeforeAfter, index: number) => index,
        text: (risk: BeforeAfter) => shortened(visible(risk.title), settings.width < 500 ? 44 : 90),
        frameAnchor: 'top-left',
        textAnchor: 'start',
        dx: -54,
        dy: -16,
        fill: 'var(--muted)',
      }),
      Plot.ruleX([0]),
    ],
  })
  const spoken = shown.map(
    (risk) => `${visible(risk.title)}: ${formatShare(risk.before)} before, ${formatShare(risk.after)} after`,
  )
  return asImage(plot, `Risk before and after. ${spoken.join('; ')}.`)
}
