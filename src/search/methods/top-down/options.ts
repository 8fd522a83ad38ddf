import { didYouMean } from '../../../ground/errors.ts'
import { type OptionRecord, type OptionsFor, type OptionValues, readOptions } from '../../../ground/options.ts'
import type { Hierarchy } from '../../../hierarchy/hierarchy.ts'
import { wrongOption } from '../../refusals.ts'
import { measureNames } from '../../trail/measures.ts'
import type { ColumnRefinement } from './cut-value.ts'

export const topDownOptions = [
  {
    name: 'refinement',
    type: 'choice',
    choices: ['tds', 'tdr'],
    default: 'tds',
    meaning:
      'tds: nodes become their children, intervals are cut where the gain is largest; tdr: columns without a tree disclose one suppressed value at a time',
  },
  {
    name: 'score',
    type: 'choice',
    choices: ['plus-one', 'ratio'],
    default: 'plus-one',
    meaning: 'gain / (anonymity loss + 1), or gain / anonymity loss (the gain alone where nothing is lost)',
  },
  {
    name: 'rule',
    type: 'choice',
    choices: ['paper', 'program'],
    default: 'paper',
    meaning:
      "paper: values with rows of one class only stay; program: as the authors' program, which refines such values first and averages the anonymity loss over all sets",
  },
  {
    name: 'metric',
    type: 'choice',
    choices: measureNames,
    meaning:
      'what a refinement wins: information about the class, LM, entropy of the column, or rows inside the majority class; by default what the goal is about, with improve: none information where there is a class column, else LM',
  },
  {
    name: 'suppress-columns',
    type: 'data',
    shape: '[column, …]',
    meaning:
      'tdr: the columns whose values are suppressed and disclosed one by one; by default those with a tree of one level, which says nothing',
    check: checkColumnList,
  },
  {
    name: 'disclose',
    type: 'choice',
    choices: ['ends', 'any'],
    default: 'ends',
    meaning:
      'tdr: ends discloses the first or last suppressed value, so that what stays suppressed is a range and is released exactly; any discloses every value as in the paper, and values between suppressed ones are joined with them in the release',
  },
] as const satisfies readonly OptionRecord[]

export type TopDownOptions = OptionsFor<typeof topDownOptions>

export function readTopDownOptions(given: OptionValues): TopDownOptions {
  return readOptions('algorithm top-down', topDownOptions, given)
}

export function columnRefinements(options: TopDownOptions, hierarchies: readonly Hierarchy[]): ColumnRefinement[] {
  const { refinement, disclose } = options
  const listed = options['suppress-columns'] as readonly string[] | undefined
  const named = listed?.map((name) => columnNumber(name, hierarchies, 'suppress-columns'))
  return hierarchies.map(({ tree }, column): ColumnRefinement => {
    const flat = tree?.children[0].every((child) => tree.children[child].length === 0) === true
    const suppress = refinement === 'tdr' && (named === undefined ? flat : named.includes(column))
    return suppress ? `disclose-${disclose}` : tree === undefined ? 'split' : 'tree'
  })
}

function columnNumber(name: string, hierarchies: readonly Hierarchy[], option: string): number {
  const names = hierarchies.map(({ column }) => column)
  const found = names.indexOf(name)
  if (found >= 0) return found
  throw wrongOption`algorithm top-down: ${option} names "${name}", which is not a quasi-identifier${didYouMean(name, names) || `; these are ${names.join(', ')}`}`
}

function checkColumnList(value: unknown): void {
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return
  throw wrongOption`algorithm top-down: suppress-columns must be a list of column names; got ${JSON.stringify(value)}; write [sex, race]`
}
