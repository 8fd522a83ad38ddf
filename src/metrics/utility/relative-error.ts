/**
 * ARE, average relative error, of a table (after Loukides et al. 2011, §2.4, who ask it of baskets): how wrong COUNT queries become. A
 * query asks how many rows meet some conditions; a(q) is the answer on the original, e(q) the estimate on the release when the rows of
 * a class are spread evenly over the values that their labels may mean (`workload/table-counts.ts`). Suppressed rows may have any value;
 * rows that are not released count nothing. Queries have a(q) ≥ 1.
 *
 * It is no goal of a search: a thousand queries at each of many thousand steps would take longer than all the rest.
 */
import { UserError } from '../../ground/errors.ts'
import { type Metric, UTILITY } from '../metric.ts'

export const utilityRelativeError: Metric = {
  ...UTILITY,
  name: 'ARE',
  title: 'Average relative error',
  range: [0, Number.POSITIVE_INFINITY],
  formula: 'mean over queries of |a − e|/a; a rows of the data that a query has, e the estimate from the release',
  reading: '0 means every count of the workload comes out right; 0.5 that counts are off by half on average.',
  needs: 'workload',
  reads: 'shown',
  // Its queries and their answers are those of all rows.
  inPublic: () => 'left-out',
  compute(_, { answers }) {
    if (answers === undefined) {
      throw new UserError('ARE needs a workload of queries; add utility: { workload: { count: 1000 } } to the job', {
        path: 'utility.workload',
        rule: 'present',
      })
    }
    return answers.average
  },
}
