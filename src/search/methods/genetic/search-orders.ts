/** The orders of `partitions: by-target`: starts from the best result in the orders of the trees. */
import type { CategoryTarget } from '../../../frequency/frequency-table.ts'
import type { OptionValues } from '../../../ground/options.ts'
import { searchGenetic } from '../../index.ts'
import { type SearchProblem, type SearchRun, solutionIn } from '../../search.ts'
import { searchValueOrders, type ValueOrders } from './value-sets.ts'

export async function searchOrders(
  problem: SearchProblem,
  target: CategoryTarget,
  options: OptionValues,
  run: SearchRun,
): Promise<ValueOrders> {
  const quiet = { ...run, progress: undefined }
  const first = { ...options, partitions: 'ordered', improve: 'columns' }
  const result = await searchGenetic.search(problem, first, quiet)
  const begin = solutionIn(result)
  return searchValueOrders(problem, target, begin?.groupings, run)
}
