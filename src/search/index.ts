/** All searches over columns by name, in the order in which lists and help show them. */
import { didYouMean, UserError } from '../errors.ts'
import { searchBottomUp } from './bottom-up/bottom-up.ts'
import { searchExhaustive } from './exhaustive/exhaustive.ts'
import { searchGenetic } from './genetic/genetic.ts'
import { searchLattice } from './lattice/lattice.ts'
import { searchPareto } from './pareto/pareto.ts'
import type { SearchRecord } from './search.ts'
import { searchTopDown } from './top-down/top-down.ts'

export const allSearches: readonly SearchRecord[] = [
  searchLattice,
  searchGenetic,
  searchExhaustive,
  searchBottomUp,
  searchTopDown,
  searchPareto,
]

export function findSearch(name: string): SearchRecord {
  const found = allSearches.find((search) => search.name === name)
  if (found !== undefined) return found
  const names = allSearches.map((search) => search.name)
  throw new UserError(
    `there is no algorithm "${name}"${didYouMean(name, names) || `; algorithms are ${names.join(', ')}`}`,
  )
}
