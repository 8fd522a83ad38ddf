/**
 * The islands together: who computes which, who sends emigrants to whom. The number of islands, their streams of chance and the
 * schedule of exchange are fixed by the options and the seed; threads only decide where an island is computed, so the result does
 * not depend on them. The lower bound is computed beside the islands, in pieces of as much work as three islands do in an epoch.
 */
import { openPool, type Pool, siblingModule } from '../../../ground/workers/pool.ts'
import { chromosomeKey, groupingsOfBits, type Layout } from '../../chromosome/chromosome.ts'
import { compareBits, compareFitness } from '../../chromosome/fitness.ts'
import type { Share } from '../../improve/local-search.ts'
import type { LowerBound } from '../../improve/lower-bound.ts'
import type { Polished } from '../../improve/polish.ts'
import type { MergedProblem } from '../../merged-codes.ts'
import { threadsFor, toPortable } from '../../portable-problem.ts'
import type { SearchProblem, SearchRun } from '../../search.ts'
import { epochFor } from '../../start/seeding.ts'
import type { Individual } from './island.ts'
import { type IslandData, type IslandReport, type IslandTask, NO_REPORT, openIslands } from './island-job.ts'
import type { SettledOptions } from './options.ts'

export interface Archipelago {
  /** The best of all islands since the search began. */
  readonly best: Individual | undefined
  /** The best on all codes, where the islands work on merged ones; undefined where they do not, or nothing is acceptable yet. */
  readonly polished: Pick<Polished, 'groupings' | 'value'> | undefined
  /** The lower bound so far. */
  readonly bound: LowerBound | undefined
  /** Improves the seeds column by column until it `isOver`; `note` is called whenever a part of that is done. */
  improveFirst(seeds: readonly Uint8Array[], isOver: () => boolean, note: () => void): Promise<void>
  /** Fills all islands. */
  settle(seeds: readonly Uint8Array[], afresh: boolean): Promise<void>
  /** One epoch on every island, `most` children at most together. */
  epoch(most: number): Promise<{ made: number; improved: boolean }>
  /** A solution from elsewhere, kept if it is the best. */
  offer(candidate: Individual): void
  /** Spends on the bound what is left of the effort that was asked for, or some more where it is near the best. */
  finishBound(): Promise<void>
  /** Polishes the best on all codes, where that has not been done. */
  finishPolish(): Promise<void>
  evaluations(): number
  /** Looks at combinations and cells, those of the bound included. */
  looks(): number
  /** Different solutions evaluated, island by island. */
  distinct(): number
  close(): Promise<void>
}

/** What is searched. */
export interface Space {
  readonly whole: SearchProblem
  /** What the islands work on: the whole problem, or one of merged codes. */
  readonly problem: SearchProblem
  readonly merged: MergedProblem | undefined
  readonly layout: Layout
}

/** Epochs between two exchanges. */
const EXCHANGE_EVERY = 4
/** Islands that a piece of the bound is worth, and the fewest looks of one. */
const BOUND_PIECE = 3
const FEWEST_LOOKS = 1e6
/** A bound so near to the best value, as a share of it, is given as much again as it has cost, in so many pieces, before the search ends. */
const NEAR = 0.013
const LAST_PIECES = 4
/** Looks of a part of the first improvements. */
const IMPROVE_LOOKS = 3e6
/** Milliseconds that workers have for an answer when they were stopped: a column program of a large table takes longer. */
const GRACE = 60
/** Cells of an evaluation from which on the work is done in threads of its own, so that this one hears signals. */
const LARGE = 2e6

export async function openArchipelago(space: Space, options: SettledOptions, run: SearchRun): Promise<Archipelago> {
  const { problem, merged, layout } = space
  const pool = await openIslandPool(space, options, run)
  const indices = Array.from({ length: options.islands }, (_, island) => island)
  const threadOf = spread(options.islands, pool.threads, options.boundEffort === 0 ? 0 : BOUND_PIECE)
  const children = epochFor(problem)
  const stop = afterAbort(run.signal, GRACE)
  let reports: readonly IslandReport[] = indices.map(() => NO_REPORT)
  let best: Individual | undefined
  let polishedFrom: Individual | undefined
  let polished: Polished | undefined
  let polishing = 0
  let bound: LowerBound | undefined
  let boundLooks = (options.boundEffort ?? Number.POSITIVE_INFINITY) * 1e6
  let boundSpent = 0
  let distinctBefore = 0
  let epochs = 0

  /** One task per island, each to the thread that keeps it, and some for the first thread before its own. */
  async function perIsland(
    taskOf: (island: number) => IslandTask | undefined,
    before: readonly IslandTask[] = [],
  ): Promise<void> {
    const lists: IslandTask[][] = Array.from({ length: pool.threads }, (_, thread) => (thread === 0 ? [...before] : []))
    const places = indices.map((island) => {
      const task = taskOf(island)
      return task === undefined ? undefined : lists[threadOf[island]].push(task) - 1
    })
    const answers = await stop.unless(
      Promise.all(lists.map((tasks, thread) => (tasks.length === 0 ? [] : pool.send(thread, tasks)))),
    )
    if (answers === undefined) return
    reports = indices.map((island) => {
      const place = places[island]
      return place === undefined ? reports[island] : answers[threadOf[island]][place]
    })
    takeOthers(answers[0].slice(0, before.length))
  }

  /** What was asked besides the islands' own work. */
  function takeOthers(others: readonly IslandReport[]): void {
    for (const report of others) {
      if (report.polished !== undefined) {
        polishing += report.polished.evaluations
        if (polished === undefined || report.polished.value < polished.value) polished = report.polished
      } else {
        bound = report.bound
        // A goal without a bound is not asked again.
        if (bound === undefined) boundLooks = 0
      }
    }
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

  /** The next piece of the bound, while there is use in it. */
  function pieceOfBound(): IslandTask[] {
    if (boundLooks <= 0 || bound?.ended === true) return []
    const perEpoch = sum(reports.map(({ looks }) => looks)) / options.islands / (epochs + 1)
    return [boundTask(Math.min(boundLooks, Math.max(FEWEST_LOOKS, Math.ceil(BOUND_PIECE * perEpoch))))]
  }

  function boundTask(looks: number): IslandTask {
    boundLooks -= looks
    boundSpent += looks
    return { kind: 'bound', looks, incumbent: incumbent() }
  }

  function incumbent(): number {
    return Math.min(acceptedValue(best), polished?.value ?? Number.POSITIVE_INFINITY)
  }

  /** Whether the bound is not through and so near that it will soon be met, or show something better. */
  function isNear(): boolean {
    return bound?.ended === false && incumbent() - bound.value <= NEAR * Math.abs(incumbent())
  }

  /** The best, to be polished on all codes, where the islands have others and it is a new one. */
  function bestToPolish(): IslandTask[] {
    if (merged === undefined || !options.localSearch || best === polishedFrom || best?.fitness.excess !== 0) return []
    polishedFrom = best
    return [{ kind: 'polish', groupings: merged.widen(groupingsOfBits(layout, best.bits)) }]
  }

  async function askFirst(tasks: readonly IslandTask[]): Promise<void> {
    if (tasks.length > 0) takeOthers((await stop.unless(pool.send(0, tasks))) ?? [])
  }

  return {
    get best() {
      return best
    },
    get polished() {
      return polished
    },
    get bound() {
      return bound
    },
    async improveFirst(seeds, isOver, note) {
      const seedsOf = (island: number) => seeds.filter((_, seed) => seed % options.islands === island)
      await perIsland((island) => ({ kind: 'improve', island, seeds: seedsOf(island), looks: IMPROVE_LOOKS }))
      takeBest()
      note()
      while (reports.some(({ unfinished }) => unfinished) && run.signal?.aborted !== true && !isOver()) {
        const before = reports
        await perIsland((island) =>
          before[island].unfinished === true ? { kind: 'improve', island, seeds: [], looks: IMPROVE_LOOKS } : undefined,
        )
        takeBest()
        note()
      }
    },
    async settle(seeds, afresh) {
      if (afresh) distinctBefore += sum(reports.map((report) => report.distinct))
      await perIsland((island) => ({ kind: 'settle', island, seeds, afresh }), bestToPolish())
      takeBest()
    },
    async epoch(most) {
      const piece = [...pieceOfBound(), ...bestToPolish()]
      epochs++
      const exchange = epochs % EXCHANGE_EVERY === 0
      const previous = reports
      // In a ring: each takes the best of the one before it.
      const immigrants = indices.map((island) =>
        exchange ? previous[(island + options.islands - 1) % options.islands].best : [],
      )
      const shares = sharesOf(indices.map((island) => bestOf([...previous[island].best, ...immigrants[island]])))
      await perIsland(
        (island) => ({
          kind: 'breed',
          island,
          children: Math.min(children, shareOf(most, options.islands, island)),
          immigrants: immigrants[island],
          share: shares[island],
        }),
        piece,
      )
      const made = reports === previous ? 0 : sum(reports.map((report) => report.made))
      return { made, improved: takeBest() }
    },
    offer,
    async finishBound() {
      if (options.boundEffort !== undefined) {
        if (boundLooks > 0 && bound?.ended !== true) await askFirst([boundTask(boundLooks)])
        return
      }
      const piece = Math.ceil(boundSpent / LAST_PIECES)
      for (let left = LAST_PIECES; left > 0 && isNear() && run.signal?.aborted !== true; left--) {
        await askFirst([boundTask(piece)])
      }
    },
    finishPolish: () => askFirst(bestToPolish()),
    evaluations: () => sum(reports.map((report) => report.evaluations)) + polishing,
    looks: () => sum(reports.map((report) => report.looks)) + boundSpent,
    distinct: () => distinctBefore + sum(reports.map((report) => report.distinct)),
    close() {
      stop.forget()
      return pool.close()
    },
  }
}

/** Islands with the same best have a part each in leaving its valley. */
function sharesOf(bests: readonly (Individual | undefined)[]): Share[] {
  const keys = bests.map((best) => (best === undefined ? '' : chromosomeKey(best.bits)))
  return keys.map((key, island) => ({
    index: keys.slice(0, island).filter((other) => other === key).length,
    of: keys.filter((other) => other === key).length,
  }))
}

function bestOf(some: readonly Individual[]): Individual | undefined {
  return [...some].sort((a, b) => compareFitness(a.fitness, b.fitness) || compareBits(a.bits, b.bits))[0]
}

function acceptedValue(best: Individual | undefined): number {
  return best?.fitness.excess === 0 ? best.fitness.value : Number.POSITIVE_INFINITY
}

/** Work is waited for, but not longer than so many milliseconds after the signal: then what comes of it is undefined. */
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
  { problem, whole }: Space,
  options: SettledOptions,
  run: SearchRun,
): Promise<Pool<IslandTask, IslandReport>> {
  const portable = toPortable(problem)
  const { seed } = run
  return openPool<IslandData, IslandTask, IslandReport>({
    job: () => openIslands(problem, whole, { options, seed }),
    module: siblingModule('./island-job', import.meta.url),
    // With one thread the job above has the problem itself, and this is not read.
    data: {
      problem: portable as IslandData['problem'],
      whole: toPortable(whole) as IslandData['whole'],
      options,
      seed,
    },
    threads: threadsFor(problem, options.iterations + options.population, Math.min(run.threads, options.islands)),
    ownThread: portable !== undefined && whole.frequencies.combinations * whole.hierarchies.length >= LARGE,
    signal: run.signal,
    now: run.now,
  })
}

function shareOf(total: number, parts: number, index: number): number {
  return Math.floor(total / parts) + (index < total % parts ? 1 : 0)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
