/** kACTUS and kACTUS-2 as searches: a C4.5 tree of the target, suppression and swapping along it (`suppress.ts`). */
import { prose } from '../../../ground/format.ts'
import { type OptionRecord, readOptions } from '../../../ground/options.ts'
import { randomFrom } from '../../../ground/random.ts'
import type { ClassesSearchRecord } from '../../classes-search.ts'
import { chooseAtRandom, chooseByGain } from './choose-rows.ts'
import { lostRowsOption, swappingOption, treeOptions } from './options.ts'
import { searchAlongDecisionTree } from './tree-search.ts'

const kactusOptions: readonly OptionRecord[] = [lostRowsOption, ...treeOptions]
const kactus2Options: readonly OptionRecord[] = [swappingOption, ...kactusOptions]

/** No swapping; small branches are pooled and filled up with random rows of a full branch. */
export const searchKactus: ClassesSearchRecord = {
  kind: 'classes',
  name: 'kactus',
  title: 'kACTUS',
  summary: prose`Shows of each row only the values that a decision tree of the target tests, and ? for the rest. Fills
    small branches by suppressing random rows of a full one; every value is true. For classification; needs no
    hierarchies.`,
  source: 'Kisilevich, Rokach, Elovici, Shapira 2010, as described in the paper on kACTUS-2',
  withoutHierarchies: true,
  options: kactusOptions,
  search: (problem, given, run) =>
    searchAlongDecisionTree('kactus', problem, readOptions('algorithm kactus', kactusOptions, given), run, {
      swappingThreshold: 0,
      poolSmall: true,
      choose: chooseAtRandom(randomFrom(run.seed)),
    }),
}

export const searchKactus2: ClassesSearchRecord = {
  kind: 'classes',
  name: 'kactus-2',
  title: 'kACTUS-2',
  summary: prose`Shows of each row only the values that a decision tree of the target tests, and ? for the rest. Fills
    small branches by suppression, or by swapping, which makes single values untrue. For classification; needs no
    hierarchies.`,
  source: 'Kisilevich, Elovici, Shapira, Rokach 2008',
  withoutHierarchies: true,
  options: kactus2Options,
  search(problem, given, run) {
    const chosen = readOptions('algorithm kactus-2', kactus2Options, given)
    return searchAlongDecisionTree('kactus-2', problem, chosen, run, {
      swappingThreshold: chosen['swapping-threshold'] as number,
      poolSmall: false,
      choose: chooseByGain,
    })
  },
}
