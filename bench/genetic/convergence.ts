/**
 * The paper's figures 9 and 10 made again: best value (solid) and distinct solutions evaluated (dashed) by iteration at k = 100, with
 * `preset: paper`. Writes docs/searches/genetic-convergence.svg and prints the points of the table beside it.
 *
 *     npx tsx bench/genetic/convergence.ts
 */
import { writeFileSync } from 'node:fs'
import { searchGenetic } from '../../src/search/genetic/genetic.ts'
import type { ConvergencePoint } from '../../src/search/search.ts'
import { adultProblems, type Metric } from './task.ts'

const WIDTH = 330
const HEIGHT = 200
const MARGIN = { left: 48, right: 52, top: 30, bottom: 34 }
const SHOWN = [0, 10_000, 25_000, 50_000, 100_000, 200_000, 300_000, 500_000]

const problemOf = adultProblems()
if (problemOf !== undefined) {
  const panels: string[] = []
  for (const [i, metric] of (['CM', 'LM'] as const).entries()) {
    const run = { seed: 1, threads: 1, now: () => performance.now() }
    const { convergence = [] } = await searchGenetic.search(problemOf(metric, 100), { preset: 'paper' }, run)
    panels.push(`<g transform="translate(${i * (WIDTH + 20)},0)">${panel(metric, convergence)}</g>`)
    for (const at of SHOWN) {
      const point = convergence.findLast(({ done }) => done <= at)
      console.log(`| ${metric} | ${at} | ${point?.best.toFixed(4)} | ${point?.distinct} |`)
    }
  }
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * WIDTH + 20} ${HEIGHT}" font-family="sans-serif" font-size="11" fill="#777"`,
    ' role="img" aria-label="Best value and distinct solutions by iteration, optimizing CM and LM at k = 100">',
    ...panels,
    '</svg>',
  ]
  writeFileSync(new URL('../../docs/searches/genetic-convergence.svg', import.meta.url), `${svg.join('\n')}\n`)
}

function panel(metric: Metric, points: readonly ConvergencePoint[]): string {
  const most = points.at(-1)?.done ?? 1
  const bests = points.map(({ best }) => best)
  const [low, high] = [Math.min(...bests), Math.max(...bests)]
  const distinct = Math.max(1, ...points.map((point) => point.distinct ?? 0))
  const x = (done: number) => MARGIN.left + (done / most) * (WIDTH - MARGIN.left - MARGIN.right)
  const y = (share: number) => HEIGHT - MARGIN.bottom - share * (HEIGHT - MARGIN.top - MARGIN.bottom)
  const line = (value: (point: ConvergencePoint) => number) =>
    points.map((point) => `${x(point.done).toFixed(1)},${y(value(point)).toFixed(1)}`).join(' ')
  const share = (best: number) => (best - low) / (high - low || 1)
  const text = (at: number, height: number, anchor: string, words: string, fill = '#777') =>
    `<text x="${at}" y="${height.toFixed(1)}" text-anchor="${anchor}" fill="${fill}">${words}</text>`
  return [
    text(MARGIN.left, 14, 'start', `optimizing ${metric}, k = 100`),
    `<path d="M${MARGIN.left},${MARGIN.top}V${y(0)}H${WIDTH - MARGIN.right}V${MARGIN.top}" fill="none" stroke="#999"/>`,
    `<polyline points="${line(({ best }) => share(best))}" fill="none" stroke="#2f6fb5" stroke-width="2"/>`,
    `<polyline points="${line((point) => (point.distinct ?? 0) / distinct)}" fill="none" stroke="#b5622f" stroke-width="1.5" stroke-dasharray="5 4"/>`,
    text(MARGIN.left - 5, y(1) + 4, 'end', high.toFixed(3), '#2f6fb5'),
    text(MARGIN.left - 5, y(0) + 4, 'end', low.toFixed(3), '#2f6fb5'),
    text(WIDTH - MARGIN.right + 5, y(1) + 4, 'start', `${Math.round(distinct / 1000)} k`, '#b5622f'),
    text(WIDTH - MARGIN.right + 5, y(0) + 4, 'start', '0', '#b5622f'),
    text(MARGIN.left, HEIGHT - 18, 'start', '0'),
    text(WIDTH - MARGIN.right, HEIGHT - 18, 'end', `${Math.round(most / 1000)} k iterations`),
  ].join('\n')
}
