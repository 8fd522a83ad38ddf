/**
 * The islands together: who computes which, who sends emigrants to whom. The number of islands, their streams of chance and the
 * schedule of exchange are fixed by the options and the seed; threads only decide where an island is computed, so the result does
 * not depend on them.
 */
import { openPool, type Pool, siblingModule } from '../../workers/pool.ts'
import type { SearchProblem, SearchRun } from '../search.ts'
import { compareBits, compareFitness } from './fitness.ts'
import type { Individual } from './island.ts'
import { type IslandData, type IslandReport, type IslandTask, openIslands } from './island-job.ts'
import type { LowerBound } from './lower-bound.ts'
import type { GeneticOptions } from './options.ts'
import { threadsFor, toPortable } from './portable-problem.ts'

export interface Archipelago {
  /** The best of all islands since the search began. */
  readonly best: Individual | undefined
  /** Fills all islands anew. */
  settle(seeds: readonly Uint8Array[]): Promise<void>
  /** One epoch on every island, `most` children at most together. */
  epoch(most: number): Promise<{ made: number; improved: boolean }>
  /** A solution from elsewhere, kept if it is the best. */
  offer(candidate: Individual): void
  bound(effort: number, incumbent: number): Promise<LowerBound | undefined>
  evaluations(): number
  /** Different solutions evaluated, island by island. */
  distinct(): number
  close(): Promise<void>
}

/** Children that an island makes in an epoch. */
const EPOCH = 500
/** Epochs between two exchanges. */
const EXCHANGE_EVERY = 4

export async function openArchipelago(
  problem: SearchProblem,
  options: GeneticOptions,
  run: SearchRun,
): Promise<Archipelago> {
  const pool = await openIslandPool(problem, options, run)
  const indices = Array.from({ length: options.islands }, (_, island) => island)
  let reports: readonly IslandReport[] = []
  let best: Individual | undefined
  let distinctBefore = 0
  let epochs = 0

  /** One task per island, each to the thread that keeps it. */
  async function perIsland(taskOf: (island: number) => IslandTask): Promise<void> {
    const lists: IslandTask[][] = Array.from({ length: pool.threads }, () => [])
    for (const island of indices) lists[island % pool.threads].push(taskOf(island))
    const answers = await Promise.all(lists.map((tasks, thread) => pool.send(thread, tasks)))
    reports = indices.map((island) => answers[island % pool.threads][Math.floor(island / pool.threads)])
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
    return best !== undefined && (before === undefined || compareFitness(best.fitness, before.fitness) < 0)
  }

  return {
    get best() {
      return best
    },
    async settle(seeds) {
      distinctBefore += sum(reports.map((report) => report.distinct))
      epochs = 0
      await perIsland((island) => ({ kind: 'settle', island, seeds }))
      takeBest()
    },
    async epoch(most) {
      epochs++
      const exchange = epochs % EXCHANGE_EVERY === 0
      const previous = reports
      await perIsland((island) => ({
        kind: 'breed',
        island,
        children: Math.min(EPOCH, shareOf(most, options.islands, island)),
        // In a ring: each takes the best of the one before it.
        immigrants: exchange ? previous[(island + options.islands - 1) % options.islands].best : [],
      }))
      return { made: sum(reports.map((report) => report.made)), improved: takeBest() }
    },
    offer,
    async bound(effort, incumbent) {
      const [report] = await pool.send(0, [{ kind: 'bound', effort, incumbent }])
      return report.bound
    },
    evaluations: () => sum(reports.map((report) => report.evaluations)),
    distinct: () => distinctBefore + sum(reports.map((report) => report.distinct)),
    close: () => pool.close(),
  }
}

function openIslandPool(
  problem: SearchProblem,
  options: GeneticOptions,
  run: SearchRun,
): Promise<Pool<IslandTask, IslandReport>> {
  return openPool<IslandData, IslandTask, IslandReport>({
    job: () => openIslands(problem, options, run.seed),
    module: siblingModule('./island-job', import.meta.url),
    // With one thread the job above has the problem itself, and this is not read.
    data: { problem: toPortable(problem) as IslandData['problem'], options, seed: run.seed },
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
