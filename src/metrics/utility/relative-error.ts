/**
 * ARE, average relative error (after Loukides et al. 2011, §2.4), of COUNT queries: the rows of a class are spread
 * evenly over the values that their labels cover (`workload/table-counts.ts`). Suppressed rows may have any value;
 * dropped rows count nothing. Not a goal of a search: a thousand queries per step would be too slow.
 */
import { userError } from '../../ground/errors.ts'
import { type Metric, UTILITY } from '../metric.ts'

export const utilityRelativeError: Metric = {
  ...UTILITY,
  name: 'ARE',
  title: 'Average relative error',
  formula: 'mean over queries of |a − e|/a; a: rows of the data that match, e: the estimate from the release',
  reading: '0 means every count of the workload comes out right; 0.5 that counts are off by half on average.',
  range: [0, Number.POSITIVE_INFINITY],
  needs: 'workload',
  reads: 'shown',
  // Queries and answers come from all rows.
  inPublic: () => 'left-out',
  compute(_, { answers }) {
    if (answers === undefined)
      throw userError('present', 'utility.workload')`ARE needs a workload of queries; add utility: { workload: { count:
        1000 } } to the job`
    return answers.average
  },
}
