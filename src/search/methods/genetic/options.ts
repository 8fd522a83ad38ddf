/** The options of the genetic search, with the paper's numbers as defaults, and when to stop. */
import { type OptionRecord, type OptionsFor, type OptionValues, readOptions } from '../../../ground/options.ts'
import type { Stages } from '../../search.ts'

export const geneticOptions = [
  {
    name: 'population',
    type: 'integer',
    minimum: 2,
    maximum: 200_000,
    meaning:
      'solutions kept alive, over all islands together; not given, 50 to 5,000 by what an evaluation costs; with improve: none 5,000',
  },
  {
    name: 'partitions',
    type: 'choice',
    choices: ['taxonomy', 'ordered', 'by-target'],
    default: 'taxonomy',
    meaning:
      'taxonomy: groups are nodes of the tree; ordered: neighbours in a tree’s leaf order may share a group, whatever the tree says; by-target: the same, in an order of the values that follows from what they say about the job’s target column',
  },
  {
    name: 'iterations',
    type: 'integer',
    minimum: 0,
    default: 500_000,
    meaning: 'the most children made, over all islands together',
  },
  {
    name: 'patience',
    type: 'integer',
    minimum: 0,
    meaning:
      'children without an improvement after which it stops; not given, 2,000 where the goal is a sum over cells (LM) and 4,000 elsewhere, with improve: none 0; 0 never gives up before iterations',
  },
  {
    name: 'mutation',
    type: 'number',
    minimum: 0,
    maximum: 1,
    default: 0.002,
    meaning: 'probability that a bit of a child flips',
  },
  {
    name: 'islands',
    type: 'integer',
    minimum: 1,
    maximum: 64,
    meaning:
      'parts of the population that breed apart and exchange their best; also the most threads it can use; not given 4, with improve: none 1',
  },
] as const satisfies readonly OptionRecord[]

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
