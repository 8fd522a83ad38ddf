/** The worker job of the genetic search: keeps some of the islands, and computes the lower bound. */
import { randomFrom, randomStreams } from '../../../ground/random.ts'
import type { Job, Work } from '../../../ground/workers/pool.ts'
import type { Grouping } from '../../../hierarchy/grouping.ts'
import type { Individual } from '../../chromosome/population.ts'
import type { Share } from '../../improve/local-search.ts'
import { type Bounding, type LowerBound, openBounding } from '../../improve/lower-bound.ts'
import { improveSeeds } from '../../improve/members.ts'
import { createPolisher, type Polished, type Polisher } from '../../improve/polish.ts'
import { fromPortable, type PortableProblem } from '../../portable-problem.ts'
import type { SearchProblem } from '../../search.ts'
import { bestMembers, breed, type Island, islandFigures, openIsland, settle } from './island.ts'
import type { SettledOptions } from './options.ts'

export interface IslandData {
  readonly problem: PortableProblem
  /** The problem on all codes, for the bound, which must hold for all recodings. */
  readonly whole: PortableProblem
  readonly options: SettledOptions
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
export const EMIGRANTS = 2

/** The entry point of the worker. @public */
export const open: Job<IslandData, IslandTask, IslandReport> = ({ problem, whole, ...task }) =>
  openIslands(fromPortable(problem), fromPortable(whole), task)

export function openIslands(
  problem: SearchProblem,
  whole: SearchProblem,
  { options, seed }: Pick<IslandData, 'options' | 'seed'>,
): Work<IslandTask, IslandReport> {
  const streams = randomStreams(seed, options.islands)
  const islands = new Map<number, Island>()
  let bounding: Bounding | undefined
  let polisher: Polisher | undefined

  function islandAt(index: number): Island {
    let island = islands.get(index)
    if (island === undefined) {
      const capacity =
        Math.floor(options.population / options.islands) + (index < options.population % options.islands ? 1 : 0)
      islands.set(index, (island = openIsland(problem, options, capacity, streams[index])))
    }
    return island
  }

  return async (task, context) => {
    if (task.kind === 'bound') {
      bounding ??= openBounding(whole)
      const bound = await bounding?.advance(task.looks, task.incumbent, context)
      return { ...NO_REPORT, bound }
    }
    if (task.kind === 'polish') {
      polisher ??= createPolisher(whole)
      return { ...NO_REPORT, polished: await polisher(task.groupings, randomFrom(seed), context) }
    }
    const island = islandAt(task.island)
    let made = 0
    let unfinished = false
    if (task.kind === 'improve') {
      const { members } = island
      unfinished = members !== undefined && !(await improveSeeds(members, task.seeds, task.looks, context))
    } else if (task.kind === 'settle') await settle(island, task.seeds, context)
    else made = await breed(island, task.children, task.immigrants, context, task.share)
    return { made, best: bestMembers(island, EMIGRANTS), ...islandFigures(island), unfinished }
  }
}
