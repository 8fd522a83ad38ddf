/** All searches over baskets of items by name, in the order in which lists and help show them. */
import { namesInWords } from '../ground/errors.ts'
import type { ItemSearchRecord } from './items-search.ts'
import { searchApriori } from './methods/apriori/apriori.ts'
import { searchCoat } from './methods/coat/coat.ts'
import { searchPcta } from './methods/pcta/pcta.ts'

export const itemSearches: readonly ItemSearchRecord[] = [searchApriori, searchCoat, searchPcta]

/** Names of those that work along a tree of items, or of those that do without, for sentences: `coat and pcta`. */
export function itemSearchesWith({ needsTree }: Pick<ItemSearchRecord, 'needsTree'>): string {
  const fit = itemSearches.filter((search) => search.needsTree === needsTree)
  return namesInWords(fit.map(({ name }) => name))
}

/** The search of a job that names none. */
export const usualItemSearch: ItemSearchRecord = searchCoat
