/** kACTUS: no swapping, small branches pooled and filled up with random rows of a full branch. */
import { type OptionRecord, readOptions } from '../../../ground/options.ts'
import { randomFrom } from '../../../ground/random.ts'
import type { ClassesSearchRecord } from '../../classes-search.ts'
import { chooseAtRandom } from './choose-rows.ts'
import { lostRowsOption, treeOptions } from './options.ts'
import { searchAlongDecisionTree } from './tree-search.ts'

const options: readonly OptionRecord[] = [lostRowsOption, ...treeOptions]

export const searchKactus: ClassesSearchRecord = {
  kind: 'classes',
  name: 'kactus',
  title: 'kACTUS',
  summary:
    'Keeps of each row what a decision tree of the target asks on its way down and leaves the rest out as ?. ' +
    'Small branches are filled up by suppressing random rows of a full one; every value is true. For ' +
    'classification; needs no hierarchies.',
  source: 'Kisilevich, Rokach, Elovici, Shapira 2010, as described in the paper on kACTUS-2',
  withoutHierarchies: true,
  options,
  search(problem, given, run) {
    const chosen = readOptions('algorithm kactus', options, given)
    return searchAlongDecisionTree('kactus', problem, chosen, run, {
      swappingThreshold: 0,
      poolSmall: true,
      choose: chooseAtRandom(randomFrom(run.seed)),
    })
  },
}
