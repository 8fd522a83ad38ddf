import { didYouMean } from '../../../ground/errors.ts'
import { type OptionsFor, type OptionValues, readOptions } from '../../../ground/options.ts'
import type { Hierarchy } from '../../../hierarchy/hierarchy.ts'
import { wrongOption } from '../../refusals.ts'
import { withMeanings } from '../../texts.ts'
import { measureNames } from '../../trail/measures.ts'
import type { ColumnRefinement } from './cut-value.ts'

export const topDownOptions = withMeanings('top-down', [
  { name: 'refinement', type: 'choice', choices: ['tds', 'tdr'], default: 'tds' },
  { name: 'score', type: 'choice', choices: ['plus-one', 'ratio'], default: 'plus-one' },
  { name: 'rule', type: 'choice', choices: ['paper', 'program'], default: 'paper' },
  { name: 'metric', type: 'choice', choices: measureNames },
  { name: 'suppress-columns', type: 'data', shape: '[column, …]', check: checkColumnList },
  { name: 'disclose', type: 'choice', choices: ['ends', 'any'], default: 'ends' },
])

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
