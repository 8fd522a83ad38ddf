/**
 * ARE, average relative error (Loukides et al. 2011, §2.4), of COUNT queries over itemsets. e(q) = sup(groups of q) · Π
 * over the groups of the probability that they contain the queried items (`presenceChance`); 0 if an item of q is
 * suppressed. Under local recoding, estimates add up over the parts.
 */
import type { ItemRelease, ReleasePart } from '../../baskets/itemset-release.ts'
import { userError } from '../../ground/errors.ts'
import { type WorkloadAnswers, workloadAnswers } from '../workload/answers.ts'
import { everyItem } from '../workload/generate-workload.ts'
import type { Workload } from '../workload/workload.ts'
import { type Estimator, ITEM_UTILITY, type ItemMetric } from './item-metric.ts'

export type { WorkloadAnswers } from '../workload/answers.ts'

export const itemsRelativeError: ItemMetric = {
  ...ITEM_UTILITY,
  name: 'ARE',
  title: 'Average relative error',
  formula: 'mean over queries of |a − e|/a; a: baskets that contain the itemset, e: the estimate from the release',
  reading: '0 means every count of the workload comes out right; 0.5 that counts are off by half on average.',
  range: [0, Number.POSITIVE_INFINITY],
  usual: true,
  needs: 'workload',
  compute(release, settings) {
    if (settings.workload === undefined)
      throw userError('present', 'utility.workload')`ARE needs a workload of queries; give one, or have one generated`
    return answerWorkload(release, settings.workload, settings.estimator).average
  },
}

export function answerWorkload(
  release: ItemRelease,
  workload: Workload,
  estimator: Estimator = 'uniform-nonempty',
): WorkloadAnswers {
  const { queries, answers } = workload
  const estimated = new Float64Array(queries.count)
  for (const part of release.parts) addEstimates(estimated, part, workload, estimator)
  return workloadAnswers(answers, estimated)
}

function addEstimates(estimated: Float64Array, part: ReleasePart, workload: Workload, estimator: Estimator): void {
  const { queries } = workload
  const { groupOf } = part.grouping
  const asked = new Int32Array(part.grouping.groups)
  const groups = new Int32Array(longest(workload))
  const remembered = new Map<string, number>()
  for (let query = 0; query < queries.count; query++) {
    let count = 0
    let suppressed = false
    for (let at = queries.offsets[query]; at < queries.offsets[query + 1]; at++) {
      const group = groupOf[queries.codes[at]]
      if (group < 0) suppressed = true
      else if (asked[group]++ === 0) groups[count++] = group
    }
    let chance = 1
    for (let i = 0; i < count; i++) {
      chance *= presenceChance(part.sizes[groups[i]], asked[groups[i]], estimator)
      asked[groups[i]] = 0
    }
    if (!suppressed) estimated[query] += chance * supportOfGroups(part, groups, count, remembered)
  }
}

/** Pairs come from a table; larger sets are memoized, because many queries map to the same groups. */
function supportOfGroups(part: ReleasePart, groups: Int32Array, count: number, remembered: Map<string, number>) {
  if (count <= 2) return part.supports.of(groups, count)
  const set = groups.subarray(0, count).slice().sort()
  const key = set.join()
  let support = remembered.get(key)
  if (support === undefined) remembered.set(key, (support = part.supports.of(set)))
  return support
}

function longest({ queries }: Workload): number {
  let most = 0
  for (let query = 0; query < queries.count; query++)
    most = Math.max(most, queries.offsets[query + 1] - queries.offsets[query])
  return most
}

export function presenceChance(size: number, asked: number, estimator: Estimator): number {
  if (size === 1 || estimator === 'all') return 1
  // 2^(n−j)/(2^n − 1) = 2^−j · 2^n/(2^n − 1); the second factor is 1 in doubles long before 2^n overflows.
  const chance = 2 ** -asked
  return estimator === 'half' || size > 1000 ? chance : (chance * 2 ** size) / (2 ** size - 1)
}

/** Item frequency error: ARE over all single items; suppressed items have error 1. */
export const itemsFrequencyError: ItemMetric = {
  ...ITEM_UTILITY,
  name: 'item-frequency-error',
  title: 'Item frequency error',
  formula: 'mean over items of |sup(i) − e(i)|/sup(i); e as in ARE',
  reading: '0 means that the release shows how often each item occurs; 1 that counts are off by their own size.',
  range: [0, Number.POSITIVE_INFINITY],
  compute: (release, settings) => itemFrequencyErrors(release, settings.estimator).average,
}

export function itemFrequencyErrors(release: ItemRelease, estimator?: Estimator): WorkloadAnswers {
  return answerWorkload(release, everyItem(release.baskets), estimator)
}
