/**
 * Genetic search over single-column recodings (Iyengar 2002): chromosomes of endpoint bits, GENITOR, suppression
 * derived from the generalization. Cost: an evaluation per child (combinations × columns, compiled).
 */
import { prose } from '../../../ground/format.ts'
import { siblingModule } from '../../../ground/workers/pool.ts'
import type { BreedingMethod } from '../../method.ts'
import { openIsland } from './island.ts'
import { geneticOptions, settleOptions } from './options.ts'

export const geneticMethod: BreedingMethod = {
  kind: 'columns',
  name: 'genetic',
  title: 'Genetic',
  summary: prose`The best recoding per column: any cut of a tree, any intervals of an order. Evolves a population and
    improves its best exactly, one column at a time.`,
  source: 'Iyengar 2002, Transforming data to satisfy privacy constraints; Whitley 1989 (GENITOR)',
  options: geneticOptions,
  intervals: true,
  starts: ['lattice', 'levels', 'none'],
  improves: ['columns+bound', 'columns', 'none'],
  ordersByTarget: ({ partitions }) => partitions === 'by-target',
  cuts: ({ partitions = 'taxonomy' }) => partitions === 'taxonomy',
  settle: settleOptions,
  module: siblingModule('./island', import.meta.url),
  openIsland,
}
