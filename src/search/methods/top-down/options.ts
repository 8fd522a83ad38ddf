import { didYouMean } from '../../../ground/errors.ts'
import { type OptionsFor, type OptionValues, option, readOptions } from '../../../ground/options.ts'
import type { Hierarchy } from '../../../hierarchy/hierarchy.ts'
import { wrongOption } from '../../refusals.ts'
import { measureNames } from '../../trail/measures.ts'
import type { ColumnRefinement } from './cut-value.ts'

export const topDownOptions = [
  option({ name: 'refinement', type: 'choice', choices: ['tds', 'tdr'], default: 'tds' })`tds: nodes become their
    children, intervals are cut where the gain is largest; tdr: columns without a tree disclose one suppressed value at
    a time`,
  option({ name: 'score', type: 'choice', choices: ['plus-one', 'ratio'], default: 'plus-one' })`gain / (anonymity loss
    + 1), or gain / anonymity loss (the gain alone if nothing is lost)`,
  option({ name: 'rule', type: 'choice', choices: ['paper', 'program'], default: 'paper' })`values with rows of only one
    class stay (paper), or are refined first, with the anonymity loss averaged over all sets (the authors’ program)`,
  option({ name: 'metric', type: 'choice', choices: measureNames })`gain of a refinement: information about the class,
    LM, entropy of the column, or rows inside the majority class; default: what the goal measures; with improve: none
    information if there is a class column, otherwise LM`,
  option({ name: 'suppress-columns', type: 'data', shape: '[column, …]', check: checkColumnList })`tdr: columns whose
    values are suppressed and disclosed one by one; default: those with a tree of one level`,
  option({ name: 'disclose', type: 'choice', choices: ['ends', 'any'], default: 'ends' })`tdr: ends discloses the first
    or last suppressed value, so that the rest is a range and is released exactly; any discloses every value as in the
    paper, and the release joins values between suppressed ones with them`,
] as const

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
  throw wrongOption`algorithm top-down: ${option} names "${name}", which is not a
    quasi-identifier${didYouMean(name, names) || `; these are ${names.join(', ')}`}`
}

function checkColumnList(value: unknown): void {
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return
  throw wrongOption`algorithm top-down: suppress-columns must be a list of column names; got ${JSON.stringify(value)};
    write [sex, race]`
}
