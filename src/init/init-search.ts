/** Which search `init` writes into a job, and what it says of it. */
import { itemSearches, usualItemSearch } from '../search/items-index.ts'

/** For baskets: the usual one, and who else there is. */
export const ITEMS_SEARCH = `algorithm: { name: ${usualItemSearch.name} }      # ${itemSearches.map(({ name }) => name).join(' | ')}; halftone list search shows what there is`

/** Up to this many quasi-identifiers an exact search is proposed: the lattice grows by a factor with each. */
const MOST_FOR_LATTICE = 15

/**
 * The search that loses least, with its price and what to take instead. For a purpose, too: a group for each column as a whole is often one group
 * for all rows of half of the columns, and its classes say less of the target.
 */
export function proposeSearch(quasiIdentifiers: number, forbids: boolean): string[] {
  const other = quasiIdentifiers > MOST_FOR_LATTICE ? 'genetic' : 'lattice'
  if (forbids) return [`algorithm: { name: ${other} }   # one that the rule book can forbid what is shown`]
  return [
    '# boxes loses least. Its price: labels of one column overlap ([20,29] beside [25,31]), so analysts count by ranges (output.tidy helps).',
    `# Where they need one label per value, take ${other} instead.`,
    `algorithm: { name: boxes }     # boxes | ${other}; halftone list search shows what there is`,
  ]
}
