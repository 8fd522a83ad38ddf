/** All searches over baskets of items by name, in the order in which lists and help show them. */
import { searchApriori } from './apriori/apriori.ts'
import { searchCoat } from './coat/coat.ts'
import type { ItemSearchRecord } from './items-search.ts'
import { searchPcta } from './pcta/pcta.ts'

export const itemSearches: readonly ItemSearchRecord[] = [searchApriori, searchCoat, searchPcta]

/** The search of a job that names none. */
export const usualItemSearch: ItemSearchRecord = searchCoat
