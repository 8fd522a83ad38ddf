/**
 * Loss against time: boxes, mondrian, lattice and genetic on Adult (k = 10) or on the sample census, and what boxes loses at every k.
 *
 *     npx tsx bench/boxes/boxes.ts                 Adult: every k with default options, beside ARX
 *     npx tsx bench/boxes/boxes.ts adult [k]       Adult: four searches, LM by seconds; writes bench/results/boxes-adult.svg
 *     npx tsx bench/boxes/boxes.ts census [k]      the same on a million sample rows, eight quasi-identifiers, 110 s of processor time each
 *
 * Seconds are of processor time on two threads, so that they mean something on a busy machine.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv } from 'node:process'
import { createEvaluator } from '../../src/search/evaluation.ts'
import { findTableSearch } from '../../src/search/index.ts'
import type { SearchProblem } from '../../src/search/search.ts'
import { lossOfDecision } from '../../test/class-decisions.ts'
import { adultProblem, censusProblem } from './problems.ts'

/** LM of ARX 3.9.2, local recoding, its defaults. */
const PEER: Readonly<Record<number, number>> = {
  2: 0.0311,
  5: 0.0596,
  10: 0.083,
  25: 0.1208,
  50: 0.1549,
  100: 0.1979,
  250: 0.2646,
  500: 0.3277,
}
const ENTRANTS = ['boxes', 'mondrian', 'lattice', 'genetic']
const MOST_SECONDS = 110

interface Point {
  readonly seconds: number
  readonly best: number
}

const folder = mkdtempSync(join(tmpdir(), 'halftone-bench-'))
const [data = 'every-k', k = '10'] = argv.slice(2)
try {
  console.log(`${new Date().toISOString()} · ${cpus()[0].model}, ${cpus().length} cores · Node ${process.version}`)
  if (data === 'every-k') await everyK()
  else await race(data, Number(k))
} finally {
  rmSync(folder, { recursive: true })
}

async function everyK(): Promise<void> {
  console.log(
    '| k | LM | seconds | after 3.6 s | ARX | lower bound, estimated |\n| --- | --- | --- | --- | --- | --- |',
  )
  for (const [asked, peer] of Object.entries(PEER)) {
    const problem = await adultProblem(folder, Number(asked))
    if (problem === undefined) return console.log('Adult is not here')
    const { points, details } = await measure('boxes', problem)
    const early = points.filter(({ seconds }) => seconds <= 3.6).at(-1)
    const last = points[points.length - 1]
    const bound = (details['lower bound, estimated'] as number).toFixed(4)
    const cells = [last.best.toFixed(4), last.seconds.toFixed(1), early?.best.toFixed(4), peer, bound]
    console.log(`| ${[asked, ...cells].join(' | ')} |`)
  }
}

async function race(name: string, asked: number): Promise<void> {
  const problem = name === 'adult' ? await adultProblem(folder, asked) : await censusProblem(folder, 1_000_000, asked)
  if (problem === undefined) return console.log('Adult is not here')
  const runs = []
  for (const entrant of ENTRANTS) {
    const { points } = await measure(entrant, problem)
    const last = points.at(-1)
    console.log(`${entrant}: LM ${last?.best.toFixed(4)} after ${last?.seconds.toFixed(1)} s`)
    runs.push({ entrant, points })
  }
  writeFileSync(`bench/results/boxes-${name}.svg`, drawn(runs))
}

/** The best value by seconds of processor time, and what the search says of itself. */
async function measure(name: string, problem: SearchProblem) {
  const record = findTableSearch(name)
  const before = process.cpuUsage()
  const seconds = (): number => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  }
  const stop = new AbortController()
  const points: Point[] = []
  const progress = ({ best }: { readonly best?: number }): void => {
    const now = seconds()
    if (best !== undefined && best !== points.at(-1)?.best) points.push({ seconds: now, best })
    if (now > MOST_SECONDS) stop.abort()
  }
  const result = await record.search(
    problem,
    {},
    { seed: 1, threads: 2, now: () => performance.now(), signal: stop.signal, progress },
  )
  const found = result.outcome === 'none-exists' ? undefined : result.outcome === 'found' ? result : result.best
  if (found !== undefined) points.push({ seconds: seconds(), best: lossFound(problem, found) })
  return { points, details: result.details ?? {} }
}

/** LM, counted again from what was found. */
function lossFound(problem: SearchProblem, found: object): number {
  if ('decision' in found) return lossOfDecision(problem, found.decision as Parameters<typeof lossOfDecision>[1])
  return createEvaluator(problem).evaluate((found as { groupings: never }).groupings).value
}

const [WIDTH, HEIGHT, MARGIN] = [640, 320, 44]
const COLOURS = ['#2b6cb0', '#d55e00', '#00745a', '#7a5195']

/** LM by seconds, both on logarithmic axes. */
function drawn(runs: readonly { readonly entrant: string; readonly points: readonly Point[] }[]): string {
  const all = runs.flatMap(({ points }) => points)
  const scale = (values: readonly number[], from: number, to: number) => {
    const [low, high] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))]
    return (value: number) => from + ((Math.log(value) - low) / (high - low || 1)) * (to - from)
  }
  const x = scale(
    all.map(({ seconds }) => seconds),
    MARGIN,
    WIDTH - 90,
  )
  const y = scale(
    all.map(({ best }) => best),
    HEIGHT - MARGIN,
    16,
  )
  const lines = runs.map(({ entrant, points }, i) => {
    const path = points.map(({ seconds, best }) => `${x(seconds).toFixed(1)},${y(best).toFixed(1)}`).join(' ')
    const { seconds, best } = points[points.length - 1]
    return `<polyline points="${path}" fill="none" stroke="${COLOURS[i]}" stroke-width="2"/><text x="${(x(seconds) + 5).toFixed(1)}" y="${(y(best) + 4).toFixed(1)}" fill="${COLOURS[i]}">${entrant} ${best.toFixed(3)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">${lines.join('')}<text x="${MARGIN}" y="${HEIGHT - 12}">seconds of processor time, logarithmic; LM upwards</text></svg>\n`
}
