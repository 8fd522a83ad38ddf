/** The work that threads do for the search for boxes: one block of classes at a time, each with chance of its own. */
import type { Job } from '../../../ground/workers/pool.ts'
import type { ClassList } from '../../classes/class-list.ts'
import { type BlockResult, type BoxesData, openKernel, type RoundOptions } from './kernel.ts'

export interface BlockTask {
  readonly list: ClassList
  readonly seed: bigint
  readonly round: RoundOptions
}

/** What a worker looks for in this module. @public */
export const open: Job<BoxesData, BlockTask, BlockResult | undefined> = (data) => {
  const kernel = openKernel(data)
  return ({ list, seed, round }, context) => (context.stopped() ? undefined : kernel.improve(list, seed, round))
}
