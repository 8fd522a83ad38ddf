/** The options of bottom-up generalization, and the presets that set several of them. */
import type { OptionRecord, OptionsOf, OptionValues } from '../../../ground/options.ts'
import { readWithPreset } from '../../presets.ts'
import { measureNames } from '../../trail/measures.ts'

const presets: Readonly<Record<string, OptionValues>> = {
  best: {},
  paper: { suppression: 0, refine: 'none', 'larger-k': false },
  careful: { suppression: 0.01, refine: 'undo', 'larger-k': false },
}

export const bottomUpOptions = [
  {
    name: 'preset',
    type: 'choice',
    choices: Object.keys(presets),
    default: 'best',
    meaning:
      'best: metric by the goal, the best of several shares of suppression and of larger k, each column improved; paper: nothing beyond the paper; careful: suppression 0.01 and refine undo, each unless given, so that a few outlying rows do not ruin a column',
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
      'what a step loses: information about the class, LM, entropy of the column, or rows outside the majority class; by default what the goal is about, with preset: paper and careful information where there is a class column, else LM',
  },
  {
    name: 'suppression',
    type: 'number',
    minimum: 0,
    maximum: 1,
    meaning:
      'share of the rows that may be suppressed instead of generalizing further; by default several are tried; 0 is the paper; never more than suppression-limit allows',
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
    choices: ['none', 'undo', 'columns'],
    default: 'columns',
    meaning:
      'columns: each column is given its best grouping afterwards, for the goal; undo: generalizations that the requirements do not need are undone, as far as the goal improves',
  },
  {
    name: 'larger-k',
    type: 'boolean',
    default: true,
    meaning: 'climb for larger k too, and keep the best: a release for a larger k is one for k',
  },
  {
    name: 'annealing',
    type: 'integer',
    minimum: 0,
    default: 0,
    meaning: 'moves of simulated annealing that follow, for the goal and within the same suppression; 0 is none',
  },
] as const satisfies readonly OptionRecord[]

/** A suppression that is not given with `preset: best`: several shares are tried. */
export type BottomUpOptions = OptionsOf<typeof bottomUpOptions>

export function readBottomUpOptions(given: OptionValues): BottomUpOptions {
  return readWithPreset('algorithm bottom-up', bottomUpOptions, presets, given)
}
