/**
 * Which searches another one recommends where it cannot do what is asked, by the names of their records. `index.ts` has all of them, but
 * imports whoever refuses.
 */
import { namesInWords } from '../ground/errors.ts'
import { searchGenetic } from './genetic/genetic.ts'
import { searchLattice } from './lattice/lattice.ts'

/** They take every goal and every requirement. */
export function searchesForAll(): string {
  return namesInWords([searchLattice.name, searchGenetic.name], 'or')
}
