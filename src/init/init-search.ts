/** Chooses the search that `init` writes into a job, and its comment. */
import { findPreset } from '../presets/presets.ts'
import { itemSearches, usualItemSearch } from '../search/items-index.ts'
import type { DescribedData } from './proposal.ts'

export const ITEMS_SEARCH =
  `algorithm: { name: ${usualItemSearch.name} }      # ${itemSearches.map(({ name }) => name).join(' | ')}; ` +
  'halftone list search shows what there is'

/** With more quasi-identifiers the lattice is too large for an exact search. */
const MOST_FOR_LATTICE = 15

/**
 * Proposes the search with the least loss, its cost and an alternative. Also for a purpose: global recoding often
 * generalizes half of the columns completely.
 */
export function proposeSearch(quasiIdentifiers: number, forbids: boolean): string[] {
  const other = quasiIdentifiers > MOST_FOR_LATTICE ? 'genetic' : 'lattice'
  if (forbids) return [`algorithm: { name: ${other} }   # one that the rule book can forbid what is shown`]
  return [
    '# boxes loses least. Its price: labels of one column overlap ([20,29] beside [25,31]), so analysts count ' +
      'by ranges (output.tidy helps).',
    `# Where they need one label per value, take ${other} instead.`,
    `algorithm: { name: boxes }     # boxes | ${other}; halftone list search shows what there is`,
  ]
}

export const USUAL_K = 10
/** The largest share of people that columns released as they are may single out. */
export const EXPOSURE_LIMIT = 0.05

/** A few people are still to be several classes. */
export function proposeK(people: number, preset: string | undefined): number {
  const book = preset === undefined ? undefined : findPreset(preset)
  return book?.k ?? Math.max(2, Math.min(USUAL_K, Math.floor(people / 4)))
}

/** Persons where they are counted, otherwise rows. */
export function countPeople({ columns, rows, persons }: DescribedData): number {
  return columns.find(({ name }) => name === persons?.column)?.distinct ?? rows
}
