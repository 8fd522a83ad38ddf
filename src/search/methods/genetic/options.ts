/** The options of the genetic search, with the paper's numbers as defaults, and when to stop. */
import { type OptionsFor, type OptionValues, option, readOptions } from '../../../ground/options.ts'
import type { Stages } from '../../search.ts'

export const geneticOptions = [
  option({ name: 'population', type: 'integer', minimum: 2, maximum: 200_000 })`solutions kept alive, over all islands;
    default: 50 to 5,000 by the cost of an evaluation; with improve: none 5,000`,
  option({
    name: 'partitions',
    type: 'choice',
    choices: ['taxonomy', 'ordered', 'by-target'],
    default: 'taxonomy',
  })`taxonomy: groups are tree nodes; ordered: neighbours in the leaf order may share a group, whatever the tree says;
    by-target: as ordered, with the values ordered by their effect on the target column`,
  { name: 'iterations', type: 'integer', minimum: 0, default: 500_000, meaning: 'the most children, over all islands' },
  option({ name: 'patience', type: 'integer', minimum: 0 })`children without an improvement after which it stops; 0
    never stops before iterations; default: 2,000 if the goal is a sum over cells (LM), otherwise 4,000; with improve:
    none 0`,
  option({ name: 'mutation', type: 'number', minimum: 0, maximum: 1, default: 0.002 })`probability that a bit of a
    child flips`,
  option({ name: 'islands', type: 'integer', minimum: 1, maximum: 64 })`parts of the population that breed apart and
    exchange their best, and the most threads it can use; default: 4; with improve: none 1`,
] as const

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
