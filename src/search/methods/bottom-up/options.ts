import { type OptionsFor, type OptionValues, readOptions } from '../../../ground/options.ts'
import { withMeanings } from '../../texts.ts'
import { measureNames } from '../../trail/measures.ts'

export const bottomUpOptions = withMeanings('bottom-up', [
  { name: 'form', type: 'choice', choices: ['index', 'pruning'], default: 'pruning' },
  { name: 'metric', type: 'choice', choices: measureNames },
  { name: 'suppression', type: 'number', minimum: 0, maximum: 1 },
  { name: 'trail-to', type: 'choice', choices: ['k', 'all'], default: 'k' },
])

export type BottomUpOptions = OptionsFor<typeof bottomUpOptions>

export function readBottomUpOptions(given: OptionValues): BottomUpOptions {
  return readOptions('algorithm bottom-up', bottomUpOptions, given)
}
