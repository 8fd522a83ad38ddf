/** The worker job of the genetic search: keeps some of the islands, and asks the improver for bound and polish. */
import { entryAt } from '../../../ground/maps.ts'
import { randomFrom, randomStreams } from '../../../ground/random.ts'
import type { Job, Work } from '../../../ground/workers/pool.ts'
import type { Grouping } from '../../../hierarchy/grouping.ts'
import type { Individual } from '../../chromosome/population.ts'
import { fromPortable, type PortableProblem } from '../../portable-problem.ts'
import type { SearchProblem } from '../../search.ts'
import type { LowerBound, OpenImprover, Polished, Share } from '../../support.ts'
import { bestMembers, breed, type Island, islandFigures, openIsland, settle } from './island.ts'
import type { SettledOptions } from './options.ts'

export interface IslandData {
  readonly problem: PortableProblem
  /** The problem on all codes, for the bound, which must hold for all recodings. */
  readonly whole: PortableProblem
  readonly options: SettledOptions
  readonly seed: number
  /** Module of the improver; undefined with `improve: none`. */
  readonly improver: string | undefined
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
export const open: Job<IslandData, IslandTask, IslandReport> = async ({ problem, whole, improver, ...task }) => {
  const module: { openImprover?: OpenImprover } = improver === undefined ? {} : await import(improver)
  return openIslands(fromPortable(problem), fromPortable(whole), task, module.openImprover)
}

export function openIslands(
  problem: SearchProblem,
  whole: SearchProblem,
  { options, seed }: Pick<IslandData, 'options' | 'seed'>,
  openImprover?: OpenImprover,
): Work<IslandTask, IslandReport> {
  const streams = randomStreams(seed, options.islands)
  const islands = new Map<number, Island>()
  const improver = openImprover?.(whole)

  const capacity = (index: number) =>
    Math.floor(options.population / options.islands) + (index < options.population % options.islands ? 1 : 0)
  const islandAt = (index: number) =>
    entryAt(islands, index, () => openIsland(problem, options, capacity(index), streams[index], improver))

  return async (task, context) => {
    if (task.kind === 'bound')
      return { ...NO_REPORT, bound: await improver?.bound(task.looks, task.incumbent, context) }
    if (task.kind === 'polish')
      return { ...NO_REPORT, polished: await improver?.polish(task.groupings, randomFrom(seed), context) }
    const island = islandAt(task.island)
    let made = 0
    let unfinished = false
    if (task.kind === 'improve')
      unfinished = (await island.improver?.improveSeeds(task.seeds, task.looks, context)) === false
    else if (task.kind === 'settle') await settle(island, task.seeds, context)
    else made = await breed(island, task.children, task.immigrants, context, task.share)
    return { made, best: bestMembers(island, EMIGRANTS), ...islandFigures(island), unfinished }
  }
}
