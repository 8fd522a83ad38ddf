import { withMeanings } from '../../texts.ts'

export const treeOptions = withMeanings('trees', [
  { name: 'target', type: 'text' },
  { name: 'confidence', type: 'number', default: 0.25, minimum: 1e-6, maximum: 0.5 },
  { name: 'prune', type: 'boolean', default: true },
])

export const [lostRowsOption, swappingOption] = withMeanings('trees', [
  { name: 'lost-rows', type: 'choice', choices: ['drop', 'borrow'], default: 'drop' },
  { name: 'swapping-threshold', type: 'number', default: 0.5, minimum: 0, maximum: 1 },
])
