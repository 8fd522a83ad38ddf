import { type OptionRecord, type OptionsFor, type OptionValues, readOptions } from '../../../ground/options.ts'
import { measureNames } from '../../trail/measures.ts'

export const bottomUpOptions = [
  {
    name: 'form',
    type: 'choice',
    choices: ['index', 'pruning'],
    default: 'pruning',
    meaning: 'how anonymity is computed: by the index, or by the index for critical candidates alone; same result',
  },
  {
    name: 'metric',
    type: 'choice',
    choices: measureNames,
    meaning:
      'what a step loses: information about the class, LM, entropy of the column, or rows outside the majority class; by default what the goal is about, without improve: columns information where there is a class column, else LM',
  },
  {
    name: 'suppression',
    type: 'number',
    minimum: 0,
    maximum: 1,
    meaning:
      'share of the rows that may be suppressed instead of generalizing further; by default several are tried, and 0 without improve: columns, as in the paper; never more than suppression-limit allows',
  },
  {
    name: 'partial',
    type: 'choice',
    choices: ['none', 'siblings', 'neighbours'],
    default: 'none',
    meaning:
      'what a step merges in a tree: all children of a node (the paper), two neighbouring siblings, or any two neighbours in the order of its leaves',
  },
  {
    name: 'intervals',
    type: 'integer',
    minimum: 2,
    maximum: 10_000,
    default: 32,
    meaning: 'how many intervals of equal frequency a column without a tree begins with, at most',
  },
  {
    name: 'trail-to',
    type: 'choice',
    choices: ['k', 'all'],
    default: 'k',
    meaning:
      'where the trail ends: when k is reached, or when everything is generalized, so that any k can be read off',
  },
] as const satisfies readonly OptionRecord[]

export type BottomUpOptions = OptionsFor<typeof bottomUpOptions>

export function readBottomUpOptions(given: OptionValues): BottomUpOptions {
  return readOptions('algorithm bottom-up', bottomUpOptions, given)
}
