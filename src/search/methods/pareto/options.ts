/** The options of the pareto search, with the paper's numbers as defaults. */
import { type OptionRecord, type OptionsFor, type OptionValues, readOptions } from '../../../ground/options.ts'
import { findGoalMetric } from '../../../metrics/index.ts'
import { wrongOption } from '../../refusals.ts'
import type { Stages } from '../../search.ts'

export const paretoOptions = [
  {
    name: 'objectives',
    type: 'data',
    shape: 'a list of two or three of: goal, k, metrics by name',
    default: ['goal', 'k'],
    check: checkNames,
    meaning:
      'what is traded off: goal is the value of the job’s goal, k the smallest class (larger is better), any other name a metric',
  },
  {
    name: 'partitions',
    type: 'choice',
    choices: ['ordered', 'taxonomy'],
    meaning:
      'ordered: neighbours in a tree’s leaf order may share a group, whatever the tree says (default without suppression); taxonomy: groups are nodes of the tree (default with it)',
  },
  {
    name: 'suppression',
    type: 'boolean',
    meaning:
      'suppress rows of classes that break a requirement, within suppression-limit; else every row must be in a class that holds; by default true where the job allows it and the goal is a sum over cells, as LM is, and false with improve: none',
  },
  { name: 'population', type: 'integer', minimum: 2, maximum: 20_000, default: 100, meaning: 'solutions kept alive' },
  {
    name: 'evaluations',
    type: 'integer',
    minimum: 1,
    default: 50_000,
    meaning:
      'chromosomes scored by a population, the first included; with improve: moves there are three populations, and moves take up to 60 % as many again',
  },
  {
    name: 'mutation',
    type: 'number',
    minimum: 0,
    maximum: 1,
    default: 0.001,
    meaning: 'probability that a bit of a child flips',
  },
  {
    name: 'point',
    type: 'integer',
    minimum: 1,
    meaning:
      'release this point of the front, counted as details.front lists them, instead of the one with the best goal',
  },
] as const satisfies readonly OptionRecord[]

export interface ParetoOptions extends OptionsFor<typeof paretoOptions> {
  readonly objectives: readonly string[]
  readonly partitions: 'ordered' | 'taxonomy'
  readonly suppression: boolean
  /** Goes beyond the paper: an archive, no duplicates in a population, restarts and moves. */
  readonly isImproved: boolean
  readonly restarts: number
  readonly moves: number
}

/** Further populations, and evaluations of moves as a share of a population's. */
const RESTARTS = 2
const MOVES = 0.6

export function readParetoOptions(given: OptionValues, improve: Stages['improve'], suppressing = false): ParetoOptions {
  const values = readOptions('algorithm pareto', paretoOptions, given)
  const isImproved = improve !== 'none'
  const { suppression = isImproved && suppressing, partitions = suppression ? 'taxonomy' : 'ordered' } = values
  return {
    ...values,
    objectives: values.objectives as readonly string[],
    partitions,
    suppression,
    isImproved,
    restarts: isImproved ? RESTARTS : 0,
    moves: isImproved ? Math.round(MOVES * values.evaluations) : 0,
  }
}

function checkNames(value: unknown): void {
  const shape = 'must be a list of two or three different names (goal, k, or metrics)'
  if (!Array.isArray(value) || value.length < 2 || value.length > 3 || new Set(value).size < value.length)
    throw wrongOption`algorithm pareto: objectives ${shape}; got ${JSON.stringify(value)}`
  for (const name of value) {
    if (typeof name !== 'string') throw wrongOption`algorithm pareto: objectives ${shape}; got ${JSON.stringify(name)}`
    if (name !== 'goal' && name !== 'k') findGoalMetric(name)
  }
}
