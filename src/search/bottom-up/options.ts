/** The options of bottom-up generalization, and the presets that set several of them. */
import type { OptionRecord, OptionValues } from '../../options.ts'
import { readWithPreset } from '../presets.ts'
import { type MeasureName, measureNames } from './measures.ts'

export interface BottomUpOptions {
  readonly form: 'naive' | 'index' | 'pruning'
  readonly metric?: MeasureName
  readonly suppression: number
  readonly partial: 'none' | 'siblings' | 'neighbours'
  readonly intervals: number
  readonly 'trail-to': 'k' | 'all'
  readonly refine: 'none' | 'undo'
  readonly annealing: number
}

const presets: Readonly<Record<string, OptionValues>> = {
  paper: {},
  careful: { suppression: 0.01, refine: 'undo' },
}

export const bottomUpOptions: readonly OptionRecord[] = [
  {
    name: 'preset',
    type: 'choice',
    choices: Object.keys(presets),
    default: 'paper',
    meaning:
      'paper: nothing beyond the paper; careful: suppression 0.01 and refine undo, each unless given, so that a few outlying rows do not ruin a column',
  },
  {
    name: 'form',
    type: 'choice',
    choices: ['naive', 'index', 'pruning'],
    default: 'pruning',
    meaning:
      'how anonymity is computed: all again, by the index, or by the index for critical candidates alone; same result',
  },
  {
    name: 'metric',
    type: 'choice',
    choices: measureNames,
    meaning:
      'what a step loses: information about the class (where there is a class column, else LM), LM, entropy of the column, or rows outside the majority class',
  },
  {
    name: 'suppression',
    type: 'number',
    minimum: 0,
    maximum: 1,
    default: 0,
    meaning:
      'share of the rows that may be suppressed instead of generalizing further; 0 is the paper; never more than suppression-limit allows',
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
  {
    name: 'refine',
    type: 'choice',
    choices: ['none', 'undo'],
    default: 'none',
    meaning: 'undo: undo generalizations afterwards that the requirements do not need, as far as the goal improves',
  },
  {
    name: 'annealing',
    type: 'integer',
    minimum: 0,
    default: 0,
    meaning: 'moves of simulated annealing that follow, for the goal and within the same suppression; 0 is none',
  },
]

export function readBottomUpOptions(given: OptionValues): BottomUpOptions {
  return readWithPreset('algorithm bottom-up', bottomUpOptions, presets, given) as unknown as BottomUpOptions
}
