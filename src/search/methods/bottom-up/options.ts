import { type OptionsFor, type OptionValues, option, readOptions } from '../../../ground/options.ts'
import { measureNames } from '../../trail/measures.ts'

export const bottomUpOptions = [
  option({ name: 'form', type: 'choice', choices: ['index', 'pruning'], default: 'pruning' })`computes anonymity by the
    index for all candidates, or for critical ones alone; same result`,
  option({ name: 'metric', type: 'choice', choices: measureNames })`loss of a step: information about the class, LM,
    entropy of the column, or rows outside the majority class; default: what the goal measures; without improve:
    columns information if there is a class column, otherwise LM`,
  option({ name: 'suppression', type: 'number', minimum: 0, maximum: 1 })`share of the rows that may be suppressed
    instead of generalizing further, within suppression-limit; default: the best of several; without improve: columns
    0, as in the paper`,
  option({ name: 'trail-to', type: 'choice', choices: ['k', 'all'], default: 'k' })`the trail ends when k is reached,
    or when everything is generalized, so that it answers any k`,
] as const

export type BottomUpOptions = OptionsFor<typeof bottomUpOptions>

export function readBottomUpOptions(given: OptionValues): BottomUpOptions {
  return readOptions('algorithm bottom-up', bottomUpOptions, given)
}
