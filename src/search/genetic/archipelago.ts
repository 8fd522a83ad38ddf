/**
 * The islands together: who computes which, who sends emigrants to whom. The number of islands, their streams of chance and the
 * schedule of exchange are fixed by the options and the seed; threads only decide where an island is computed, so the result does
 * not depend on them. The lower bound is computed beside the islands, in pieces of as much work as two islands do in an epoch.
 */
import { openPool, type Pool, siblingModule } from '../../workers/pool.ts'
import type { SearchProblem, SearchRun } from '../search.ts'
import { chromosomeLayout, groupingsOfBits } from './chromosome.ts'
import { compareBits, compareFitness } from './fitness.ts'
import type { Individual } from './island.ts'
import { type IslandData, type IslandReport, type IslandTask, openIslands } from './island-job.ts'
import type { LowerBound } from './lower-bound.ts'
import type { SettledOptions } from './options.ts'
import { threadsFor, toPortable } from './portable-problem.ts'

export interface Archipelago {
  /** The best of all islands since the search began. */
  readonly best: Individual | undefined
  /** The lower bound so far. */
  readonly bound: LowerBound | undefined
  /** Local searches over levels, on the first so many islands. */
  searchLevels(islands: number, looks: number): Promise<void>
  /** Improves the best members of all islands. */
  improveBest(): Promise<void>
  /** Fills all islands. */
  settle(seeds: readonly Uint8Array[], afresh: boolean): Promise<void>
  /** One epoch on every island, `most` children at most together. */
  epoch(most: number): Promise<{ made: number; improved: boolean }>
  /** A solution from elsewhere, kept if it is the best. */
  offer(candidate: Individual): void
  /** Spends on the bound what is left of the effort that was asked for. */
  finishBound(): Promise<void>
  evaluations(): number
  /** Different solutions evaluated, island by island. */
  distinct(): number
  close(): Promise<void>
}

/** Children that an island makes in an epoch. */
const EPOCH = 500
/** Epochs between two exchanges. */
const EXCHANGE_EVERY = 4
/** Islands that a piece of the bound is worth, and the fewest looks of one. */
const BOUND_PIECE = 2
const FEWEST_LOOKS = 1e6

export async function openArchipelago(
  problem: SearchProblem,
  whole: SearchProblem,
  options: SettledOptions,
  run: SearchRun,
): Promise<Archipelago> {
  const pool = await openIslandPool(problem, whole, options, run)
  const layout = chromosomeLayout(problem.hierarchies)
  const indices = Array.from({ length: options.islands }, (_, island) => island)
  const threadOf = spread(options.islands, pool.threads, options.boundEffort === 0 ? 0 : BOUND_PIECE)
  const noReport: IslandReport = { made: 0, best: [], evaluations: 0, distinct: 0, looks: 0, seen: [] }
  let reports: readonly IslandReport[] = indices.map(() => noReport)
  let best: Individual | undefined
  let bound: LowerBound | undefined
  let boundLooks = (options.boundEffort ?? Number.POSITIVE_INFINITY) * 1e6
  let distinctBefore = 0
  let epochs = 0

  /** One task per island, each to the thread that keeps it, and some for the first thread before its own. */
  async function perIsland(
    taskOf: (island: number) => IslandTask | undefined,
    before: readonly IslandTask[] = [],
  ): Promise<IslandReport[]> {
    const lists: IslandTask[][] = Array.from({ length: pool.threads }, (_, thread) => (thread === 0 ? [...before] : []))
    const places = indices.map((island) => {
      const task = taskOf(island)
      return task === undefined ? undefined : lists[threadOf[island]].push(task) - 1
    })
    const answers = await Promise.all(
      lists.map((tasks, thread) => (tasks.length === 0 ? [] : pool.send(thread, tasks))),
    )
    reports = indices.map((island) => {
      const place = places[island]
      return place === undefined ? reports[island] : answers[threadOf[island]][place]
    })
    for (const { seen } of answers.flat()) for (const own of seen) show(own)
    return answers[0].slice(0, before.length)
  }

  function show({ bits, fitness: { value, suppressed } }: Individual): void {
    run.looked?.({ value, suppressed, groupings: () => groupingsOfBits(layout, bits) })
  }

  function offer(candidate: Individual): void {
    const difference =
      best === undefined
        ? -1
        : compareFitness(candidate.fitness, best.fitness) || compareBits(candidate.bits, best.bits)
    if (difference < 0) best = candidate
  }

  /** Whether an island has something better than all before. Another chromosome of the same worth is no reason to go on. */
  function takeBest(): boolean {
    const before = best
    for (const report of reports) if (report.best.length > 0) offer(report.best[0])
    const improved = best !== undefined && (before === undefined || compareFitness(best.fitness, before.fitness) < 0)
    if (improved) show(best as Individual)
    return improved
  }

  /** The next piece of the bound, while there is use in it. */
  function pieceOfBound(): IslandTask[] {
    if (boundLooks <= 0 || bound?.ended === true) return []
    const perEpoch = sum(reports.map(({ looks }) => looks)) / options.islands / (epochs + 1)
    return [boundTask(Math.min(boundLooks, Math.max(FEWEST_LOOKS, Math.ceil(BOUND_PIECE * perEpoch))))]
  }

  function boundTask(looks: number): IslandTask {
    boundLooks -= looks
    const incumbent = best !== undefined && best.fitness.excess === 0 ? best.fitness.value : Number.POSITIVE_INFINITY
    return { kind: 'bound', looks, incumbent }
  }

  function takeBound([report]: readonly IslandReport[]): void {
    if (report === undefined) return
    bound = report.bound
    // A goal without a bound is not asked again.
    if (bound === undefined) boundLooks = 0
  }

  return {
    get best() {
      return best
    },
    get bound() {
      return bound
    },
    async searchLevels(islands, looks) {
      await perIsland((island) => (island < islands ? { kind: 'levels', island, looks } : undefined))
      takeBest()
    },
    async improveBest() {
      await perIsland((island) => ({ kind: 'improve', island }))
      takeBest()
    },
    async settle(seeds, afresh) {
      if (afresh) distinctBefore += sum(reports.map((report) => report.distinct))
      await perIsland((island) => ({ kind: 'settle', island, seeds, afresh }))
      takeBest()
    },
    async epoch(most) {
      const piece = pieceOfBound()
      epochs++
      const exchange = epochs % EXCHANGE_EVERY === 0
      const previous = reports
      const bounded = await perIsland(
        (island) => ({
          kind: 'breed',
          island,
          children: Math.min(EPOCH, shareOf(most, options.islands, island)),
          // In a ring: each takes the best of the one before it.
          immigrants: exchange ? previous[(island + options.islands - 1) % options.islands].best : [],
        }),
        piece,
      )
      takeBound(bounded)
      return { made: sum(reports.map((report) => report.made)), improved: takeBest() }
    },
    offer,
    async finishBound() {
      if (options.boundEffort === undefined || boundLooks <= 0 || bound?.ended === true) return
      takeBound(await pool.send(0, [boundTask(boundLooks)]))
    },
    evaluations: () => sum(reports.map((report) => report.evaluations)),
    distinct: () => distinctBefore + sum(reports.map((report) => report.distinct)),
    close: () => pool.close(),
  }
}

/** A thread for each island, the least loaded one; the first thread has `first` to carry already. */
function spread(islands: number, threads: number, first: number): number[] {
  const loads = Array.from({ length: threads }, (_, thread) => (thread === 0 ? first : 0))
  return Array.from({ length: islands }, () => {
    const thread = loads.indexOf(Math.min(...loads))
    loads[thread]++
    return thread
  })
}

function openIslandPool(
  problem: SearchProblem,
  whole: SearchProblem,
  options: SettledOptions,
  run: SearchRun,
): Promise<Pool<IslandTask, IslandReport>> {
  const { seed } = run
  const watched = run.looked !== undefined
  return openPool<IslandData, IslandTask, IslandReport>({
    job: () => openIslands(problem, whole, { options, seed, watched }),
    module: siblingModule('./island-job', import.meta.url),
    // With one thread the job above has the problem itself, and this is not read.
    data: {
      problem: toPortable(problem) as IslandData['problem'],
      whole: toPortable(whole) as IslandData['whole'],
      options,
      seed,
      watched,
    },
    threads: threadsFor(problem, options.iterations + options.population, Math.min(run.threads, options.islands)),
    signal: run.signal,
  })
}

function shareOf(total: number, parts: number, index: number): number {
  return Math.floor(total / parts) + (index < total % parts ? 1 : 0)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
