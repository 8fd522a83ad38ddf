/** Baskets of items, whose items are generalized or suppressed. */
import type { ItemsPlan } from '../../plan/plan.ts'
import { type StepRun, searchRun } from '../../run.ts'
import { type ItemSearchResult, problemOfSample } from '../../search/items-search.ts'
import type { Kind } from '../kind.ts'
import { countBaskets, type ItemsProblem, openItems, poseItemsProblem } from './baskets.ts'
import { describeItems } from './describe.ts'
import type { ItemsStations } from './stations.ts'
import { itemsChecks, writeItems } from './write.ts'

export const items: Kind<ItemsStations> = {
  open: openItems,
  count: countBaskets,
  pose: poseItemsProblem,
  search: searchItems,
  write: writeItems,
  checks: itemsChecks,
  describe: describeItems,
}

/** A sample's solution is repaired for all baskets in the engine. */
async function searchItems(plan: ItemsPlan, problem: ItemsProblem, run: StepRun): Promise<ItemSearchResult> {
  const result = await plan.search.search(problemOfSample(problem), plan.options, searchRun(plan, run))
  if (problem.settle === undefined || result.outcome === 'none-exists') return result
  if (result.outcome === 'found') return problem.settle(result, run)
  // The search ran out of time, but its best solution is still published: settle it without a deadline.
  const best = result.best && (await problem.settle(result.best, {}))
  return { ...result, best: best?.outcome === 'found' ? best : undefined }
}
