/** Baskets of items, whose items are published together or left out. */

import { searchRun } from '../../run.ts'
import type { FoundItems, ItemSearchProblem, ItemSearchResult } from '../../search/items-search.ts'
import type { Kind, Stations } from '../kind.ts'
import { type CountedBaskets, countBaskets, type OpenedItems, openItems, poseItemsProblem } from './baskets.ts'
import { describeItems } from './describe.ts'
import type { ItemsPlan } from './plan.ts'
import { itemsChecks, type WrittenItems, writeItems } from './write.ts'

export interface ItemsStations extends Stations {
  readonly plan: ItemsPlan
  readonly data: OpenedItems
  readonly counted: CountedBaskets
  readonly problem: ItemSearchProblem
  readonly result: ItemSearchResult
  readonly found: FoundItems
  readonly written: WrittenItems
}

export const items: Kind<ItemsStations> = {
  open: openItems,
  count: countBaskets,
  pose: poseItemsProblem,
  search: (plan, problem, run) => plan.search.search(problem, plan.options, searchRun(plan, run)),
  write: writeItems,
  checks: itemsChecks,
  describe: describeItems,
}
