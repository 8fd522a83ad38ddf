import { option } from '../../../ground/options.ts'

export const treeOptions = [
  option({ name: 'target', type: 'text' })`The target column that the tree learns; default: the first one with
    categories.`,
  option({ name: 'confidence', type: 'number', default: 0.25, minimum: 1e-6, maximum: 0.5 })`Confidence of the error
    estimate for pruning; smaller prunes more.`,
  { name: 'prune', type: 'boolean', default: true, meaning: 'Prunes the grown tree.' },
] as const

export const lostRowsOption = option({
  name: 'lost-rows',
  type: 'choice',
  choices: ['drop', 'borrow'],
  default: 'drop',
})`The last rows, fewer than k, that fit no group: leave them out, or fill them up to k from the largest group (they
  then show only ?).`

export const swappingOption = option({
  name: 'swapping-threshold',
  type: 'number',
  default: 0.5,
  minimum: 0,
  maximum: 1,
})`Fills a small branch with rows of a sibling, which then carry a value that is not theirs, if it needs at most this
  share of k; 0 never, 1 always.`
