/** The worker job of a population: keeps some islands, improves their members, and finds the bound between epochs. */
import { entryAt } from '../../ground/maps.ts'
import { randomFrom, randomStreams } from '../../ground/random.ts'
import type { Job, Work } from '../../ground/workers/pool.ts'
import type { Grouping } from '../../hierarchy/grouping.ts'
import { type Individual, memberAt } from '../chromosome/population.ts'
import type { Share } from '../improve/local-search.ts'
import { type LowerBound, openBounding } from '../improve/lower-bound.ts'
import { openMembers } from '../improve/members.ts'
import { createPolisher, type Polished } from '../improve/polish.ts'
import type { IslandOptions, OpenIsland } from '../method.ts'
import { fromPortable, type PortableProblem } from '../portable-problem.ts'
import type { SearchProblem } from '../search.ts'

export interface IslandData extends IslandsAsked {
  readonly problem: PortableProblem
  /** The problem on all codes, for the bound, which must hold for all recodings. */
  readonly whole: PortableProblem
  /** Of the method. */
  readonly module: string
}

interface IslandsAsked {
  readonly options: IslandOptions
  readonly isImproved: boolean
  /** Groups need not be tree nodes. */
  readonly isOrdered: boolean
  readonly seed: number
}

export type IslandTask =
  | { readonly kind: 'improve'; readonly island: number; readonly seeds: readonly Uint8Array[]; readonly looks: number }
  | { readonly kind: 'settle'; readonly island: number; readonly seeds: readonly Uint8Array[] }
  | {
      readonly kind: 'breed'
      readonly island: number
      readonly children: number
      readonly immigrants: readonly Individual[]
      readonly share: Share
    }
  | { readonly kind: 'bound'; readonly looks: number; readonly incumbent: number }
  | { readonly kind: 'polish'; readonly groupings: readonly Grouping[] }

export interface IslandReport {
  readonly made: number
  readonly best: readonly Individual[]
  readonly evaluations: number
  readonly distinct: number
  readonly looks: number
  readonly bound?: LowerBound
  readonly polished?: Polished
  readonly unfinished?: boolean
}

export const NO_REPORT: IslandReport = { made: 0, best: [], evaluations: 0, distinct: 0, looks: 0 }

/** Members that an island reports: as many as may emigrate. */
const EMIGRANTS = 2

/** The entry point of the worker. @public */
export const open: Job<IslandData, IslandTask, IslandReport> = async ({ problem, whole, module, ...asked }) => {
  const { openIsland }: { readonly openIsland: OpenIsland } = await import(module)
  return openIslands(openIsland, fromPortable(problem), fromPortable(whole), asked)
}

export function openIslands(
  openIsland: OpenIsland,
  problem: SearchProblem,
  whole: SearchProblem,
  { options, isImproved, isOrdered, seed }: IslandsAsked,
): Work<IslandTask, IslandReport> {
  const { population } = options
  const streams = randomStreams(seed, options.islands)
  const islands = new Map<number, ReturnType<typeof openPlace>>()
  let bounding: ReturnType<typeof openBounding>
  let polisher: ReturnType<typeof createPolisher> | undefined

  function openPlace(index: number) {
    const capacity = Math.floor(population / options.islands) + (index < population % options.islands ? 1 : 0)
    const island = openIsland(problem, options, capacity, streams[index])
    return { island, members: isImproved ? openMembers(problem, island, isOrdered) : undefined }
  }

  return async (task, context) => {
    if (task.kind === 'bound') {
      bounding ??= openBounding(whole)
      return { ...NO_REPORT, bound: await bounding?.advance(task.looks, task.incumbent, context) }
    }
    if (task.kind === 'polish') {
      polisher ??= createPolisher(whole)
      return { ...NO_REPORT, polished: await polisher(task.groupings, randomFrom(seed), context) }
    }
    const { island, members } = entryAt(islands, task.island, () => openPlace(task.island))
    let made = 0
    let unfinished = false
    if (task.kind === 'improve') unfinished = (await members?.improveSeeds(task.seeds, task.looks, context)) === false
    else if (task.kind === 'settle') await island.settle(task.seeds, context)
    else {
      const { children, immigrants, share } = task
      for (const { bits, fitness } of immigrants)
        if (island.population.isNew(bits)) island.population.insert(bits, fitness)
      const best = island.population.size > 0 ? island.population.bitsAt(0).slice() : undefined
      made = await island.breed(children, context)
      if (best !== undefined && made === children) await members?.improveMembers(children, context, { best, share })
    }
    const { size, seen } = island.population
    const { evaluations } = island.measure.evaluator
    const { programs, looks } = members?.figures() ?? { programs: 0, looks: 0 }
    return {
      made,
      best: Array.from({ length: Math.min(EMIGRANTS, size) }, (_, rank) => memberAt(island.population, rank)),
      evaluations: evaluations + programs,
      distinct: seen.size,
      looks: evaluations * problem.frequencies.combinations + looks,
      unfinished,
    }
  }
}
