/**
 * Accuracy of learners on original and release as one picture that stands alone: a line for each learner from the release's dot to the
 * original's, and the worst as a line across. Plain SVG with its own colours, so that it can be put anywhere.
 */
import { html, type Markup, shortened, visible } from './markup.ts'

export interface LearnersPlot {
  readonly title: string
  /** Accuracies, 0 to 1. */
  readonly worst: number
  readonly learners: readonly { readonly title: string; readonly original: number; readonly release: number }[]
}

const WIDTH = 720
const LEFT = 190
const RIGHT = 30
const TOP = 64
const STEP = 42

export function drawLearners({ title, worst, learners }: LearnersPlot): string {
  const all = [worst, ...learners.flatMap(({ original, release }) => [original, release])]
  // From a whole percent below the smallest to one above the largest.
  const low = Math.max(0, Math.floor(100 * Math.min(...all) - 1) / 100)
  const high = Math.min(1, Math.ceil(100 * Math.max(...all) + 1) / 100)
  const x = (value: number): string => (LEFT + ((value - low) / (high - low)) * (WIDTH - LEFT - RIGHT)).toFixed(1)
  const height = TOP + STEP * learners.length + 40
  const ticks = ticksBetween(low, high)
  const spoken = learners.map(
    (own) => `${own.title}: ${percent(own.original)} original, ${percent(own.release)} release`,
  )
  const rows = learners.map((own, index) => {
    const y = TOP + STEP * index + STEP / 2
    return html`<text x="${LEFT - 14}" y="${y + 4}" text-anchor="end">${shortened(visible(own.title), 28)}</text><line x1="${x(own.release)}" x2="${x(own.original)}" y1="${y}" y2="${y}" stroke="#9aa3ad" stroke-width="3"/><circle cx="${x(own.original)}" cy="${y}" r="6" fill="#fff" stroke="#1f2933" stroke-width="2"><title>original ${percent(own.original)}</title></circle><circle cx="${x(own.release)}" cy="${y}" r="6" fill="#c2410c"><title>release ${percent(own.release)}</title></circle>
`
  })
  const axis = ticks.map(
    (tick) =>
      html`<line x1="${x(tick)}" x2="${x(tick)}" y1="${TOP - 6}" y2="${height - 34}" stroke="#e3e7eb"/><text x="${x(tick)}" y="${height - 16}" text-anchor="middle" fill="#52606d">${percent(tick)}</text>`,
  )
  const picture: Markup = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${title}. Worst ${percent(worst)}. ${spoken.join('; ')}." font-family="system-ui, sans-serif" font-size="13" fill="#1f2933">
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
<text x="16" y="24" font-size="15" font-weight="600">${shortened(visible(title), 80)}</text>
<circle cx="22" cy="43" r="5" fill="#fff" stroke="#1f2933" stroke-width="2"/><text x="34" y="47">original (baseline)</text><circle cx="172" cy="43" r="5" fill="#c2410c"/><text x="184" y="47">release</text><line x1="250" x2="268" y1="43" y2="43" stroke="#1f2933" stroke-dasharray="4 3"/><text x="276" y="47">most frequent class (worst)</text>
${axis}
<line x1="${x(worst)}" x2="${x(worst)}" y1="${TOP - 6}" y2="${height - 34}" stroke="#1f2933" stroke-dasharray="4 3"/>
${rows}</svg>`
  return picture.markup
}

/** The picture on a page of its own. */
export function learnersPage(plot: LearnersPlot): string {
  const svg = drawLearners(plot)
  const head = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${plot.title}</title></head><body>
`
  return `${head.markup}${svg}\n</body></html>\n`
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))}%`
}

function ticksBetween(low: number, high: number): number[] {
  const step = [1, 2, 5, 10, 20].find((size) => (100 * (high - low)) / size <= 8) ?? 20
  const ticks: number[] = []
  for (let tick = Math.ceil((100 * low) / step) * step; tick <= 100 * high + 1e-9; tick += step) ticks.push(tick / 100)
  return ticks
}
