/** Products of the steps of baskets. */
import type { ItemRelease } from '../../baskets/itemset-release.ts'
import type { ItemsPlan } from '../../plan/plan.ts'
import type { ItemsRecoding } from '../../recoding/items.ts'
import type { FoundItems, ItemSearchResult } from '../../search/items-search.ts'
import type { Stations } from '../kind.ts'
import type { CountedBaskets, ItemsProblem, OpenedItems } from './baskets.ts'

export interface ItemsStations extends Stations {
  readonly plan: ItemsPlan
  readonly data: OpenedItems
  readonly counted: CountedBaskets
  readonly problem: ItemsProblem
  readonly result: ItemSearchResult
  readonly found: FoundItems
  readonly written: WrittenItems
}

export interface WrittenItems {
  readonly recoding: ItemsRecoding
  readonly release: ItemRelease
}
