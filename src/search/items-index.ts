/** All item searches, in display order. */
import { namesInWords } from '../ground/errors.ts'
import type { ItemSearchRecord } from './items-search.ts'
import { searchApriori } from './methods/apriori/apriori.ts'
import { searchCoat } from './methods/coat/coat.ts'
import { searchPcta } from './methods/pcta/pcta.ts'
import { withPreset } from './run-search.ts'

export const itemSearches: readonly ItemSearchRecord[] = [
  withPreset(searchApriori),
  withPreset(searchCoat),
  withPreset(searchPcta, { merge: 'literal' }),
]

/** Names of the searches that do or do not need a tree, for messages: `coat and pcta`. */
export function itemSearchesWith({ needsTree }: Pick<ItemSearchRecord, 'needsTree'>): string {
  const fit = itemSearches.filter((search) => search.needsTree === needsTree)
  return namesInWords(fit.map(({ name }) => name))
}

export const usualItemSearch: ItemSearchRecord = itemSearches[1]
