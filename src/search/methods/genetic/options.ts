/** The options of the genetic search, with the paper's numbers as defaults, and when to stop. */
import { type OptionsFor, type OptionValues, readOptions } from '../../../ground/options.ts'
import type { Stages } from '../../search.ts'
import { withMeanings } from '../../texts.ts'

export const geneticOptions = withMeanings('genetic', [
  { name: 'population', type: 'integer', minimum: 2, maximum: 200_000 },
  { name: 'partitions', type: 'choice', choices: ['taxonomy', 'ordered', 'by-target'], default: 'taxonomy' },
  { name: 'iterations', type: 'integer', minimum: 0, default: 500_000 },
  { name: 'patience', type: 'integer', minimum: 0 },
  { name: 'mutation', type: 'number', minimum: 0, maximum: 1, default: 0.002 },
  { name: 'islands', type: 'integer', minimum: 1, maximum: 64 },
])

export type GeneticOptions = OptionsFor<typeof geneticOptions>

export interface SettledOptions extends GeneticOptions, Stages {
  readonly population: number
  readonly patience: number
  readonly islands: number
}

export function readGeneticOptions(given: OptionValues): GeneticOptions {
  return readOptions('algorithm genetic', geneticOptions, given)
}

/** `usual` adapts to the problem; without improvements the numbers are the paper's. */
export function settleOptions(
  options: GeneticOptions,
  stages: Stages,
  usual: Pick<SettledOptions, 'population' | 'patience'>,
): SettledOptions {
  const defaults = stages.improve === 'none' ? { population: 5000, patience: 0, islands: 1 } : { ...usual, islands: 4 }
  const settled = { ...defaults, ...options, ...stages }
  return { ...settled, islands: Math.min(settled.islands, settled.population >> 1) }
}
