/** The worker job of the search for boxes: one block of classes, with its own random seed. */
import type { Job } from '../../../ground/workers/pool.ts'
import type { ClassList } from '../../classes/class-list.ts'
import { type BlockResult, type BoxesData, openKernel, type RoundOptions } from './kernel.ts'

export interface BlockTask {
  readonly list: ClassList
  readonly seed: bigint
  readonly round: RoundOptions
}

/** The entry point of the worker. @public */
export const open: Job<BoxesData, BlockTask, BlockResult | undefined> = (data) => {
  const kernel = openKernel(data)
  return ({ list, seed, round }, context) => (context.stopped() ? undefined : kernel.improve(list, seed, round))
}
