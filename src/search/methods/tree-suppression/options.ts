import type { OptionRecord } from '../../../ground/options.ts'

export const treeOptions: readonly OptionRecord[] = [
  {
    name: 'target',
    type: 'text',
    meaning: 'The target column that the tree learns; the first one of categories when absent.',
  },
  {
    name: 'confidence',
    type: 'number',
    default: 0.25,
    minimum: 1e-6,
    maximum: 0.5,
    meaning: 'Confidence of the error estimate when the tree is pruned; smaller prunes more.',
  },
  { name: 'prune', type: 'boolean', default: true, meaning: 'Prune the grown tree; otherwise keep all of it.' },
]

export const lostRowsOption: OptionRecord = {
  name: 'lost-rows',
  type: 'choice',
  choices: ['drop', 'borrow'],
  default: 'drop',
  meaning:
    'The last rows, fewer than k, that no group takes: leave them out, or fill them up to k from the largest ' +
    'group (all of them then show only ?).',
}

export const swappingOption: OptionRecord = {
  name: 'swapping-threshold',
  type: 'number',
  default: 0.5,
  minimum: 0,
  maximum: 1,
  meaning:
    'Fill a small branch with rows of a sibling, which then carry a value that is not theirs, when at most ' +
    'this share of k is needed; 0 never, 1 always.',
}
