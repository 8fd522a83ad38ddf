/** All table searches, in display order. */
import { didYouMean, namesInWords, userError } from '../ground/errors.ts'
import type { TableSearchRecord } from './classes-search.ts'
import { bottomUpMethod } from './methods/bottom-up/bottom-up.ts'
import { improveByRounds, searchBoxes } from './methods/boxes/boxes.ts'
import { exhaustiveMethod } from './methods/exhaustive/exhaustive.ts'
import { geneticMethod } from './methods/genetic/genetic.ts'
import { kOptimizeMethod } from './methods/k-optimize/k-optimize.ts'
import { latticeMethod } from './methods/lattice/lattice.ts'
import { searchMondrian } from './methods/mondrian/mondrian.ts'
import { paretoMethod } from './methods/pareto/pareto.ts'
import { topDownMethod } from './methods/top-down/top-down.ts'
import { searchKactus, searchKactus2 } from './methods/tree-suppression/kactus.ts'
import { searchKadet } from './methods/tree-suppression/kadet.ts'
import { notTogether } from './refusals.ts'
import { composeSearch, improvedBy, withPreset } from './run-search.ts'
import type { SearchRecord } from './search.ts'

export const searchLattice = composeSearch(latticeMethod)
export const searchGenetic = composeSearch(geneticMethod)
export const searchExhaustive = composeSearch(exhaustiveMethod)
export const searchKOptimize = composeSearch(kOptimizeMethod)
export const searchBottomUp = composeSearch(bottomUpMethod)
export const searchTopDown = composeSearch(topDownMethod)
export const searchPareto = composeSearch(paretoMethod)

export const allSearches: readonly TableSearchRecord[] = [
  searchLattice,
  searchGenetic,
  searchExhaustive,
  searchKOptimize,
  searchBottomUp,
  searchTopDown,
  searchPareto,
  withPreset(searchBoxes),
  withPreset(improvedBy(searchMondrian, 'rounds', improveByRounds), { by: 'width', improve: 'none' }),
  withPreset(searchKactus2),
  withPreset(searchKactus),
  withPreset(searchKadet),
]

export function groupsColumns<S extends { readonly kind: string }>(
  search: S,
): search is S & { readonly kind: 'columns' } {
  return search.kind === 'columns'
}

/** Names of the column searches for any problem and goal, for messages: `lattice, genetic or pareto`. */
export function columnSearches(): string {
  const fit = allSearches
    .filter(groupsColumns)
    .filter(({ forSmallProblems, forSomeGoals }) => !forSmallProblems && !forSomeGoals)
  const names = fit.map(({ name }) => name)
  return namesInWords(names, 'or')
}

export const usualSearch: TableSearchRecord = allSearches[0]

export function findSearch(name: string): SearchRecord {
  const found = findTableSearch(name)
  if (groupsColumns(found)) return found
  throw notTogether`algorithm ${name} does not find a grouping per column, which is needed here; choose another`
}

export function findTableSearch(name: string): TableSearchRecord {
  const found = allSearches.find((search) => search.name === name)
  if (found !== undefined) return found
  const names = allSearches.map((search) => search.name)
  const notKnown = userError('known', 'algorithm')
  throw notKnown`there is no algorithm "${name}"${didYouMean(name, names) || `; algorithms are ${names.join(', ')}`}`
}
