/** kACTUS-2 as a search: a C4.5 tree of the target, suppression and swapping along it (`suppress.ts`). */
import { type OptionRecord, readOptions } from '../../../ground/options.ts'
import type { ClassesSearchRecord } from '../../classes-search.ts'
import { chooseByGain } from './choose-rows.ts'
import { lostRowsOption, swappingOption, treeOptions } from './options.ts'
import { searchAlongDecisionTree } from './tree-search.ts'

const options: readonly OptionRecord[] = [swappingOption, lostRowsOption, ...treeOptions]

export const searchKactus2: ClassesSearchRecord = {
  kind: 'classes',
  name: 'kactus-2',
  title: 'kACTUS-2',
  summary:
    'Keeps of each row what a decision tree of the target asks on its way down and leaves the rest out as ?. ' +
    'Small branches are filled up by suppression, or by swapping, which makes single values untrue. For ' +
    'classification; needs no hierarchies.',
  source: 'Kisilevich, Elovici, Shapira, Rokach 2008',
  withoutHierarchies: true,
  options,
  search(problem, given, run) {
    const chosen = readOptions('algorithm kactus-2', options, given)
    return searchAlongDecisionTree('kactus-2', problem, chosen, run, {
      swappingThreshold: chosen['swapping-threshold'] as number,
      poolSmall: false,
      choose: chooseByGain,
    })
  },
}
