/**
 * Runs the islands together and exchanges emigrants. Options and seed fix the number of islands, their random streams
 * and the schedule; threads only decide where an island is computed, so they do not affect the result. The lower bound
 * runs beside them, in pieces worth three islands' epoch.
 */
import { openPool, type Pool, siblingModule } from '../../ground/workers/pool.ts'
import { chromosomeKey, groupingsOfBits, type Layout } from '../chromosome/chromosome.ts'
import { compareBits, compareFitness } from '../chromosome/fitness.ts'
import type { Individual } from '../chromosome/population.ts'
import type { Share } from '../improve/local-search.ts'
import type { LowerBound } from '../improve/lower-bound.ts'
import type { Polished } from '../improve/polish.ts'
import type { MergedProblem } from '../merged-codes.ts'
import type { BreedingMethod, IslandOptions } from '../method.ts'
import { threadsFor, toPortable } from '../portable-problem.ts'
import type { SearchProblem, SearchRun, Stages } from '../search.ts'
import { cellCount } from '../work.ts'
import { type IslandData, type IslandReport, type IslandTask, NO_REPORT, openIslands } from './island-job.ts'

export interface Space {
  readonly whole: SearchProblem
  /** The problem of the islands: the whole one, or one of merged codes. */
  readonly problem: SearchProblem
  readonly merged: MergedProblem | undefined
  readonly layout: Layout
  readonly isOrdered: boolean
  readonly improve: Stages['improve']
}

const EXCHANGE_EVERY = 4
/**
 * Work of a piece of the bound, in islands, and its fewest looks. Bounds that depend on a target cost more than the
 * search itself, and one that is far from the best is seldom met: it gets a tenth of the work.
 */
const BOUND_PIECE = { near: 3, far: 0.4 }
const FEWEST_LOOKS = 1e6
const FAR = 0.1
/** A bound within this share of the best value gets as much work again before the search ends. */
const NEAR = 0.013
const LAST_PIECES = 4
const IMPROVE_LOOKS = 3e6
/** Children per island and epoch, by their cells: results are exchanged and reported between epochs. */
const EPOCH_CELLS = 8e7
const EPOCH = { fewest: 20, most: 250 }
/** Milliseconds that stopped workers have to answer; a column program of a large table takes longer. */
const GRACE = 60
/** Cells per evaluation above which even one island gets a thread, so that this one notices signals. */
const LARGE = 2e6

export interface Archipelago {
  readonly space: Space
  readonly options: IslandOptions
  readonly pool: Pool<IslandTask, IslandReport>
  readonly signal: AbortSignal | undefined
  readonly stop: ReturnType<typeof afterAbort>
  readonly islandThreads: readonly number[]
  reports: readonly IslandReport[]
  best?: Individual | undefined
  /** The best on all codes, if the islands use merged ones, and the individual it was polished from. */
  polished?: Polished
  polishedFrom?: Individual
  polishing: number
  bound?: LowerBound | undefined
  boundSpent: number
  bounds: boolean
  epochs: number
}

export async function openArchipelago(
  method: BreedingMethod,
  space: Space,
  options: IslandOptions,
  run: SearchRun,
): Promise<Archipelago> {
  const pool = await openIslandPool(method, space, options, run)
  const bounds = space.improve === 'columns+bound'
  return {
    space,
    options,
    pool,
    signal: run.signal,
    stop: afterAbort(run.signal, GRACE),
    islandThreads: spread(options.islands, pool.threads, bounds ? BOUND_PIECE.near : 0),
    reports: Array.from({ length: options.islands }, () => NO_REPORT),
    polishing: 0,
    boundSpent: 0,
    bounds,
    epochs: 0,
  }
}

export function archipelagoFigures({ reports, polishing, boundSpent }: Archipelago) {
  return {
    evaluations: sum(reports.map((report) => report.evaluations)) + polishing,
    distinct: sum(reports.map((report) => report.distinct)),
    looks: sum(reports.map((report) => report.looks)) + boundSpent,
  }
}

/** Sends one task per island to its thread; `first` tasks go to the first thread before its own. */
async function sendTasks(
  state: Archipelago,
  makeTask: (island: number) => IslandTask | undefined,
  before: readonly IslandTask[] = [],
): Promise<void> {
  const { pool, islandThreads, stop } = state
  const lists: IslandTask[][] = Array.from({ length: pool.threads }, (_, thread) => (thread === 0 ? [...before] : []))
  const places = islandThreads.map((thread, island) => {
    const task = makeTask(island)
    return task === undefined ? undefined : lists[thread].push(task) - 1
  })
  const sent = lists.map((tasks, thread) => (tasks.length === 0 ? [] : pool.send(thread, tasks)))
  const answers = await stop.unless(Promise.all(sent))
  if (answers === undefined) return
  state.reports = places.map((place, island) =>
    place === undefined ? state.reports[island] : answers[islandThreads[island]][place],
  )
  takeOthers(state, answers[0].slice(0, before.length))
}

function takeOthers(state: Archipelago, others: readonly IslandReport[]): void {
  for (const { polished, bound } of others) {
    if (polished !== undefined) {
      state.polishing += polished.evaluations
      if (state.polished === undefined || polished.value < state.polished.value) state.polished = polished
    } else {
      state.bound = bound
      if (bound === undefined) state.bounds = false
    }
  }
}

export function offerIndividual(state: Archipelago, candidate: Individual): void {
  if (state.best === undefined || compareIndividuals(candidate, state.best) < 0) state.best = candidate
}

/** Whether an island found something better. An equal chromosome does not count. */
function takeBest(state: Archipelago): boolean {
  const before = state.best
  for (const report of state.reports) if (report.best.length > 0) offerIndividual(state, report.best[0])
  const { best } = state
  return best !== undefined && (before === undefined || compareFitness(best.fitness, before.fitness) < 0)
}

/** Improves the seeds column by column until `isOver`; calls `note` after each slice. */
export async function improveFirst(
  state: Archipelago,
  seeds: readonly Uint8Array[],
  isOver: () => boolean,
  note: () => void,
): Promise<void> {
  const { islands } = state.options
  const selectSeeds = (island: number) => seeds.filter((_, seed) => seed % islands === island)
  const isUnfinished = () => state.reports.some(({ unfinished }) => unfinished)
  for (let isFirst = true; isFirst || (isUnfinished() && !state.signal?.aborted && !isOver()); isFirst = false) {
    const { reports } = state
    await sendTasks(state, (island) =>
      isFirst || reports[island].unfinished
        ? { kind: 'improve', island, seeds: isFirst ? selectSeeds(island) : [], looks: IMPROVE_LOOKS }
        : undefined,
    )
    takeBest(state)
    note()
  }
}

export async function settleAll(state: Archipelago, seeds: readonly Uint8Array[]): Promise<void> {
  await sendTasks(state, (island) => ({ kind: 'settle', island, seeds }), bestToPolish(state))
  takeBest(state)
}

export async function runEpoch(state: Archipelago, most: number): Promise<{ made: number; improved: boolean }> {
  const { islands } = state.options
  const piece = [...pieceOfBound(state), ...bestToPolish(state)]
  state.epochs++
  const exchange = state.epochs % EXCHANGE_EVERY === 0
  const previous = state.reports
  // A ring: each island takes the best of its predecessor.
  const immigrants = previous.map((_, island) => (exchange ? previous[(island + islands - 1) % islands].best : []))
  const bests = previous.map(({ best }, island) => [...best, ...immigrants[island]].sort(compareIndividuals)[0])
  const shares = escapeShares(bests)
  const affordable = Math.round(EPOCH_CELLS / cellCount(state.space.problem))
  const epoch = Math.min(EPOCH.most, Math.max(EPOCH.fewest, affordable))
  const breed = (island: number): IslandTask => {
    const children = Math.min(epoch, Math.floor(most / islands) + (island < most % islands ? 1 : 0))
    return { kind: 'breed', island, children, immigrants: immigrants[island], share: shares[island] }
  }
  await sendTasks(state, breed, piece)
  const made = state.reports === previous ? 0 : sum(state.reports.map((report) => report.made))
  return { made, improved: takeBest(state) }
}

function pieceOfBound(state: Archipelago): IslandTask[] {
  if (!state.bounds || state.bound?.ended === true) return []
  const perEpoch = sum(state.reports.map(({ looks }) => looks)) / state.options.islands / (state.epochs + 1)
  const isCheap = state.space.problem.goal.terms.every(({ metric }) => metric.needs !== 'category-target')
  const piece = isCheap || gapAtMost(state, FAR) ? BOUND_PIECE.near : BOUND_PIECE.far
  return [boundTask(state, Math.max(FEWEST_LOOKS, Math.ceil(piece * perEpoch)))]
}

function boundTask(state: Archipelago, looks: number): IslandTask {
  state.boundSpent += looks
  return { kind: 'bound', looks, incumbent: incumbentValue(state) }
}

export function incumbentValue({ best, polished }: Archipelago): number {
  const value = best?.fitness.excess === 0 ? best.fitness.value : Number.POSITIVE_INFINITY
  return Math.min(value, polished?.value ?? Number.POSITIVE_INFINITY)
}

function gapAtMost(state: Archipelago, share: number): boolean {
  const value = incumbentValue(state)
  return state.bound?.ended === false && value - state.bound.value <= share * Math.abs(value)
}

/** Spends more on the bound if it is so near to the best that it may soon be met. */
export async function finishBound(state: Archipelago): Promise<void> {
  const piece = Math.ceil(state.boundSpent / LAST_PIECES)
  for (let left = LAST_PIECES; left > 0 && gapAtMost(state, NEAR) && state.signal?.aborted !== true; left--) {
    await askFirst(state, [boundTask(state, piece)])
  }
}

export function finishPolish(state: Archipelago): Promise<void> {
  return askFirst(state, bestToPolish(state))
}

function bestToPolish(state: Archipelago): IslandTask[] {
  const { best } = state
  const { merged, layout, improve } = state.space
  const isDone = best === state.polishedFrom || best?.fitness.excess !== 0
  if (merged === undefined || improve === 'none' || isDone) return []
  state.polishedFrom = best
  return [{ kind: 'polish', groupings: merged.widen(groupingsOfBits(layout, best.bits)) }]
}

async function askFirst(state: Archipelago, tasks: readonly IslandTask[]): Promise<void> {
  if (tasks.length > 0) takeOthers(state, (await state.stop.unless(state.pool.send(0, tasks))) ?? [])
}

/** Islands with the same best share the work of escaping from it. */
function escapeShares(bests: readonly (Individual | undefined)[]): Share[] {
  const keys = bests.map((best) => (best === undefined ? '' : chromosomeKey(best.bits)))
  return keys.map((key, island) => ({
    index: keys.slice(0, island).filter((other) => other === key).length,
    of: keys.filter((other) => other === key).length,
  }))
}

function compareIndividuals(a: Individual, b: Individual): number {
  return compareFitness(a.fitness, b.fitness) || compareBits(a.bits, b.bits)
}

function afterAbort(signal: AbortSignal | undefined, milliseconds: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let give: () => void
  const isOver = new Promise<undefined>((resolve) => {
    give = () => resolve(undefined)
  })
  const begin = () => {
    timer = setTimeout(give, milliseconds)
  }
  if (signal?.aborted) begin()
  signal?.addEventListener('abort', begin)
  return {
    unless: <Answer>(work: Promise<Answer>): Promise<Answer | undefined> => Promise.race([work, isOver]),
    forget() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', begin)
    },
  }
}

function spread(islands: number, threads: number, first: number): number[] {
  const loads = Array.from({ length: threads }, (_, thread) => (thread === 0 ? first : 0))
  return Array.from({ length: islands }, () => {
    const thread = loads.indexOf(Math.min(...loads))
    loads[thread]++
    return thread
  })
}

function openIslandPool(
  { openIsland, module }: BreedingMethod,
  { problem, whole, isOrdered, improve }: Space,
  options: IslandOptions,
  run: SearchRun,
) {
  const portable = toPortable(problem)
  const asked = { options, isImproved: improve !== 'none', isOrdered, seed: run.seed }
  return openPool<IslandData, IslandTask, IslandReport>({
    job: () => openIslands(openIsland, problem, whole, asked),
    module: siblingModule('./island-job', import.meta.url),
    // Not read with one thread: the job above has the problem itself.
    data: { problem: portable, whole: toPortable(whole), module: module.href, ...asked } as IslandData,
    threads: threadsFor(problem, options.iterations + options.population, Math.min(run.threads, options.islands)),
    ownThread: portable !== undefined && whole.frequencies.combinations * whole.hierarchies.length >= LARGE,
    signal: run.signal,
    now: run.now,
  })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
