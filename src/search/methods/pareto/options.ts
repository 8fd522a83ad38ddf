/** The options of the pareto search, with the paper's numbers as defaults. */
import { type OptionsFor, type OptionValues, option, readOptions } from '../../../ground/options.ts'
import { findGoalMetric } from '../../../metrics/index.ts'
import { wrongOption } from '../../refusals.ts'

export const paretoOptions = [
  option({
    name: 'objectives',
    type: 'data',
    shape: 'a list of two or three of: goal, k, metrics by name',
    default: ['goal', 'k'],
    check: checkNames,
  })`objectives to trade off: goal is the value of the job’s goal, k the smallest class (larger is better), other
    names are metrics`,
  option({ name: 'partitions', type: 'choice', choices: ['ordered', 'taxonomy'] })`ordered: neighbours in the leaf
    order may share a group, whatever the tree says (default without suppression); taxonomy: groups are tree nodes
    (default with suppression)`,
  option({ name: 'suppression', type: 'boolean' })`suppresses rows of classes that break a requirement, within
    suppression-limit; otherwise every class must hold; default: true if the job allows it and the goal is a sum over
    cells, as LM is; with improve: none false`,
  { name: 'population', type: 'integer', minimum: 2, maximum: 20_000, default: 100, meaning: 'solutions kept alive' },
  option({ name: 'evaluations', type: 'integer', minimum: 1, default: 50_000 })`chromosomes scored per population, the
    first included; improve: moves has three populations, and its moves take up to 60 % as many again`,
  option({ name: 'mutation', type: 'number', minimum: 0, maximum: 1, default: 0.001 })`probability that a bit of a
    child flips`,
  option({ name: 'point', type: 'integer', minimum: 1 })`releases this point of the front, as details.front numbers
    them, instead of the one with the best goal`,
] as const

export interface ParetoOptions extends OptionsFor<typeof paretoOptions> {
  readonly objectives: readonly string[]
  readonly partitions: 'ordered' | 'taxonomy'
  readonly suppression: boolean
}

/** `suppresses`: the default of `suppression`. */
export function readParetoOptions(given: OptionValues, suppresses: boolean): ParetoOptions {
  const values = readOptions('algorithm pareto', paretoOptions, given)
  const { suppression = suppresses, partitions = suppression ? 'taxonomy' : 'ordered' } = values
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
