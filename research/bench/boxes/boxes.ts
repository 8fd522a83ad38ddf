/**
 * Loss over time of boxes, mondrian, lattice and genetic on Adult or the sample census, and the loss of boxes on Adult
 * at every k.
 *
 *     npx tsx research/bench/boxes/boxes.ts Adult: every k, default options, three seeds, beside ARX
 *     npx tsx research/bench/boxes/boxes.ts ends Adult: what public ends cost beside exact ones, by work and time
 *     npx tsx research/bench/boxes/boxes.ts adult [k] 20 s of CPU per search; docs/searches/boxes-adult.svg
 *     npx tsx research/bench/boxes/boxes.ts census [k] [rows] [seconds] a million rows, 8 QIs, 120 s; boxes-census.svg
 *     npx tsx research/bench/boxes/boxes.ts wide [k] [rows] [seconds] ten QIs: LM and memory; no chart
 * Lines use CPU time on two threads, which is meaningful on a busy machine too. A chart is written only for the whole
 * table.
 */
import { writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { createEvaluator } from '../../../src/search/evaluation.ts'
import { findTableSearch } from '../../../src/search/index.ts'
import { type SearchDetails, type SearchProblem, solutionIn } from '../../../src/search/search.ts'
import { lossOfDecision } from '../../../test/class-decisions.ts'
import { cpuClock, inFolder, line, machineLine, plainRun } from '../measure.ts'
import { drawLines, type Point } from './draw-lines.ts'
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
interface Measured {
  readonly points: readonly Point[]
  readonly outcome: string
  /** Peak memory in megabytes. */
  readonly memory: number
  readonly details: SearchDetails
}

const SEEDS = [1, 2, 3]
const ENTRANTS = ['boxes', 'mondrian', 'lattice', 'genetic']
const MILLION = 1_000_000

const [data = 'every-k', k = '10', rows = String(MILLION), most = '120'] = argv.slice(2)
console.log(machineLine())
await inFolder(async (folder) => {
  if (data === 'every-k') await everyK(folder)
  else if (data === 'ends') await publicEnds(folder)
  else if (data === 'adult') await race('adult', 20, await adultProblem(folder, Number(k)))
  else if (data === 'census' || data === 'wide') {
    const problem = await censusProblem(folder, Number(rows), Number(k), data === 'wide')
    await race(data === 'census' && Number(rows) === MILLION ? 'census' : undefined, Number(most), problem)
  } else console.log(`research/bench/boxes knows ends, adult, census and wide; got ${data}`)
})

async function everyK(folder: string): Promise<void> {
  console.log('| k | LM | seconds | of processor time | after 2 s | after 3.6 s of processor time | ARX | bound |')
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
  for (const [asked, peer] of Object.entries(PEER)) {
    const problem = await adultProblem(folder, Number(asked))
    if (problem === undefined) return console.log('Adult is not here')
    const runs: Measured[] = []
    for (const seed of SEEDS) runs.push(await measure('boxes', problem, seed))
    const all = (figure: (points: readonly Point[]) => number, digits: number): string =>
      runs.map(({ points }) => figure(points).toFixed(digits)).join(' ')
    const last = (figure: keyof Point, digits: number) => all((points) => points[points.length - 1][figure], digits)
    const early = (by: 'seconds' | 'clock', end: number) =>
      all((points) => points.filter((point) => point[by] <= end).at(-1)?.best ?? Number.NaN, 4)
    const bound = (runs[0].details['lower bound, estimated'] as number).toFixed(4)
    const figures = [last('best', 5), last('clock', 1), last('seconds', 1), early('clock', 2), early('seconds', 3.6)]
    console.log(line([asked, ...figures, peer, bound]))
  }
}

/** Both sides have default options and the same CPU seconds. */
async function publicEnds(folder: string): Promise<void> {
  console.log('| k | LM, exact ends | public ends | more | seconds of processor time | seed |')
  console.log('| --- | --- | --- | --- | --- | --- |')
  for (const asked of [10, 100, 500]) {
    const problems = [await adultProblem(folder, asked, 'exact'), await adultProblem(folder, asked, 'public')]
    for (const seed of SEEDS) {
      const ends: Point[] = []
      for (const problem of problems) {
        if (problem === undefined) return console.log('Adult is not here')
        ends.push((await measure('boxes', problem, seed)).points.at(-1) as Point)
      }
      const [exact, open] = ends.map(({ best }) => best)
      const seconds = ends.map((point) => point.seconds.toFixed(1)).join(' ')
      const more = `${((open / exact - 1) * 100).toFixed(1)} %`
      console.log(line([asked, exact.toFixed(4), open.toFixed(4), more, seconds, seed]))
    }
  }
}

async function race(picture: string | undefined, most: number, problem: SearchProblem | undefined): Promise<void> {
  if (problem === undefined) return console.log('Adult is not here')
  console.log(`${problem.frequencies.rows} rows, ${problem.frequencies.combinations} combinations, k = ${k}`)
  const runs = []
  for (const entrant of ENTRANTS) {
    const { points, outcome, memory } = await measure(entrant, problem, 1, most)
    const first = points.at(0)
    const last = points.at(-1)
    const said = (point: Point | undefined) =>
      `LM ${point?.best.toFixed(4)} after ${point?.seconds.toFixed(1)} s of processor time, ${point?.clock.toFixed(1)} s`
    console.log(`${entrant}: first ${said(first)}; ${outcome}: ${said(last)}; ${memory} MB`)
    runs.push({ name: entrant, points })
  }
  if (picture === undefined) return
  const file = new URL(`../../../docs/searches/boxes-${picture}.svg`, import.meta.url)
  const title = `LM by seconds of processor time, ${picture === 'adult' ? 'Adult' : 'a million sample rows'}, k = ${k}`
  writeFileSync(file, drawLines(title, runs, most))
}

/** The best value over time, and the search's notes; stopped when its CPU time is over. */
async function measure(
  name: string,
  problem: SearchProblem,
  seed: number,
  most = Number.POSITIVE_INFINITY,
): Promise<Measured> {
  const began = performance.now()
  const seconds = cpuClock()
  const clock = (): number => (performance.now() - began) / 1000
  const stop = new AbortController()
  const points: Point[] = []
  let memory = 0
  const look = (): void => {
    memory = Math.max(memory, Math.round(process.memoryUsage.rss() / 2 ** 20))
    if (seconds() > most) stop.abort()
  }
  const timer = setInterval(look, 200)
  const progress = ({ best }: { readonly best?: number }): void => {
    if (best !== undefined && best !== points.at(-1)?.best) points.push({ seconds: seconds(), clock: clock(), best })
    look()
  }
  try {
    const run = { ...plainRun(seed), signal: stop.signal, progress }
    const result = await findTableSearch(name).search(problem, {}, run)
    const found = solutionIn(result)
    // LM, recomputed from the result.
    const best =
      found && 'decision' in found
        ? lossOfDecision(problem, found.decision)
        : found && createEvaluator(problem).evaluate(found.groupings).value
    if (best !== undefined) points.push({ seconds: seconds(), clock: clock(), best })
    return { points, outcome: result.outcome, memory, details: result.details ?? {} }
  } finally {
    clearInterval(timer)
  }
}
