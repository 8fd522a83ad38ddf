/** Draws the accuracy of learners on original and release, and the worst case as a line across. */
import { html, shortened, visible } from '../markup.ts'
import { drawChart, type Plot } from '../plot/frame.ts'
import { colour } from '../plot/palette.ts'
import { linearBetween } from '../plot/scale.ts'

export interface LearnersPlot {
  readonly title: string
  /** Accuracies, 0 to 1. */
  readonly worst: number
  readonly learners: readonly { readonly title: string; readonly original: number; readonly release: number }[]
}

const STEP = 42

export function drawLearners({ title, worst, learners }: LearnersPlot): string {
  const all = [worst, ...learners.flatMap(({ original, release }) => [original, release])]
  const low = Math.max(0, Math.floor(100 * Math.min(...all) - 1))
  const high = Math.min(100, Math.ceil(100 * Math.max(...all) + 1))
  const spoken = learners.map(
    (learner) => `${learner.title}: ${percent(learner.original)} original, ${percent(learner.release)} release`,
  )
  const scale = linearBetween(low, high, 8, true)
  const layout = {
    name: 'learners',
    label: `${title}. Worst ${percent(worst)}. ${spoken.join('; ')}.`,
    height: STEP * learners.length,
    left: 190,
    right: 30,
    x: { scale: { ...scale, ticks: scale.ticks.map((tick) => ({ ...tick, label: `${tick.label}%` })) }, grid: true },
    y: {
      scale: {
        kind: 'linear',
        low: learners.length - 0.5,
        high: -0.5,
        ticks: learners.map((learner, value) => ({ value, label: shortened(visible(learner.title), 28) })),
      },
      title: shortened(visible(title), 80),
      grid: false,
    },
    legend: [
      { text: 'original (baseline)', sign: html`<circle cx="15" r="5" ${original(light)}/>` },
      { text: 'release', sign: html`<circle cx="15" r="5" fill="${light('mark')}"/>` },
      { text: 'most frequent class (worst)', sign: html`<path d="M3 0H27" ${dashed(light)}/>` },
    ],
  } as const
  return drawChart({ width: 720 }, layout, ({ x, y, ink, frame, bottom }) => {
    const lines = learners.map((learner, i) => {
      const [from, to, at] = [x(100 * learner.release), x(100 * learner.original), y(i)]
      return html`<path d="M${from} ${at}H${to}" stroke="${ink('before')}" stroke-width="3"/><circle cx="${to}" cy="${at}" r="6" ${original(ink)}><title>original ${percent(learner.original)}</title></circle><circle cx="${from}" cy="${at}" r="6" fill="${ink('mark')}"><title>release ${percent(learner.release)}</title></circle>`
    })
    return html`<path d="M${x(100 * worst)} ${frame.top}V${bottom}" ${dashed(ink)}/>${lines}`
  })
}

const light: Plot['ink'] = (name) => colour(name, 'light')

function original(ink: Plot['ink']) {
  return html`fill="${ink('paper')}" stroke="${ink('ink')}" stroke-width="2"`
}

function dashed(ink: Plot['ink']) {
  return html`stroke="${ink('ink')}" stroke-dasharray="4 3"`
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))}%`
}
