/** The options of the pareto search: the paper's numbers as defaults, what goes beyond the paper as switches. */

import type { OptionRecord, OptionsOf, OptionValues } from '../../../ground/options.ts'
import { findGoalMetric } from '../../../metrics/index.ts'
import { type CamelCased, camelCased, readWithPreset } from '../../presets.ts'
import { wrongOption } from '../../refusals.ts'

const presets: Readonly<Record<string, OptionValues>> = {
  best: {},
  paper: { suppression: false, distinct: false, archive: false, 'local-search': 0, restarts: 0 },
}

export const paretoOptions = [
  {
    name: 'preset',
    type: 'choice',
    choices: Object.keys(presets),
    default: 'best',
    meaning:
      'paper switches off all that goes beyond Dewri et al. 2009: one population, no archive, no local search, doubles allowed',
  },
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
      'suppress rows of classes that break a requirement, within suppression-limit; else every row must be in a class that holds; by default true where the job allows it and the goal is a sum over cells, as LM is, and false with preset: paper',
  },
  { name: 'population', type: 'integer', minimum: 2, maximum: 20_000, default: 100, meaning: 'solutions kept alive' },
  {
    name: 'evaluations',
    type: 'integer',
    minimum: 1,
    default: 50_000,
    meaning: 'chromosomes scored by the evolution, the first population included',
  },
  {
    name: 'crossover',
    type: 'number',
    minimum: 0,
    maximum: 1,
    default: 0.8,
    meaning: 'probability that two parents are crossed, at one point of the whole chromosome',
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
    name: 'distinct',
    type: 'boolean',
    default: true,
    meaning: 'keep no chromosome twice in the population; with preset: paper false',
  },
  {
    name: 'archive',
    type: 'boolean',
    default: true,
    meaning: 'the front is taken from all solutions seen, not from the last population alone; with preset: paper false',
  },
  {
    name: 'local-search',
    type: 'integer',
    minimum: 0,
    default: 30_000,
    meaning:
      'the most evaluations spent on improving the chosen point, and then the others of the front, by small moves; with preset: paper 0',
  },
  {
    name: 'restarts',
    type: 'integer',
    minimum: 0,
    default: 2,
    meaning:
      'further populations begun afresh, each with as many evaluations; the front is that of all; with preset: paper 0',
  },
  {
    name: 'point',
    type: 'integer',
    minimum: 1,
    meaning:
      'release this point of the front, counted as details.front lists them, instead of the one with the best goal',
  },
] as const satisfies readonly OptionRecord[]

/** What was left open is decided. */
export interface ParetoOptions extends CamelCased<OptionsOf<typeof paretoOptions>> {
  readonly objectives: readonly string[]
  readonly partitions: 'ordered' | 'taxonomy'
  readonly suppression: boolean
}

export function readParetoOptions(given: OptionValues, suppressing = false): ParetoOptions {
  const values = camelCased(readWithPreset('algorithm pareto', paretoOptions, presets, given))
  const { suppression = suppressing, partitions = suppression ? 'taxonomy' : 'ordered' } = values
  return { ...values, objectives: values.objectives as readonly string[], partitions, suppression }
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
