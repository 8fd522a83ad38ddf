/** Tables recoded with one grouping per column. */
import { createCounter } from '../../frequency/kernel/counter.ts'
import type { ColumnsPlan } from '../../plan/plan.ts'
import { type StepRun, searchRun } from '../../run.ts'
import { createEvaluator } from '../../search/evaluation.ts'
import { forecastSearch } from '../../search/forecast.ts'
import type { SearchProblem, SearchResult } from '../../search/search.ts'
import type { Found, Kind } from '../kind.ts'
import { tableFigures } from '../table/describe-table.ts'
import { table } from '../table/table.ts'
import { describeColumns, foreseeColumns } from './describe-columns.ts'
import type { ColumnsStations } from './stations.ts'
import { columnsChecks, writeColumns } from './write-columns.ts'

export const columns: Kind<ColumnsStations> = {
  ...table,
  search: searchColumns,
  figures: (problem, found) => tableFigures(problem, createEvaluator(problem).evaluate(found.groupings)).metrics,
  settle: settleSuppressedRows,
  write: writeColumns,
  checks: columnsChecks,
  foresee: foreseeColumns,
  describe: describeColumns,
}

/** A trail lists values of the table, so the details contain only its summary. */
export async function searchColumns(plan: ColumnsPlan, problem: SearchProblem, run: StepRun): Promise<SearchResult> {
  run.searchProgress?.({ done: 0, total: 0, forecast: forecastSearch(problem, plan) })
  return takeTrail(await plan.search.search(problem, plan.options, searchRun(plan, run)))
}

function takeTrail(result: SearchResult): SearchResult {
  const { trail } = result
  if (trail === undefined) return result
  const summary = {
    search: trail.search,
    points: trail.points.length,
    'largest smallest class': Math.max(...trail.points.map(({ anonymity }) => anonymity)),
  }
  return { ...result, details: { trail: summary, ...result.details } }
}

/**
 * Decides whether suppressed rows stay in the release as `*`. People covered by no shown class are among them, so fewer
 * than k of them, beside their other columns, would break the promise. They stay if they meet every requirement as a
 * class.
 */
export function settleSuppressedRows({ plan, problem, found }: Found<ColumnsStations>): ColumnsPlan {
  if (!plan.leavesSmallGroupOut || plan.suppressedRows === 'drop') return plan
  const counter = createCounter(problem.frequencies)
  const rows = createEvaluator(problem, counter).evaluate(found.groupings).partition.suppressedRows
  // This evaluator suppresses further classes until the group meets the requirements.
  const enforced = createEvaluator({ ...problem, suppressedGroup: 'enforce' }, counter).evaluate(found.groupings)
  return enforced.partition.suppressedRows === rows
    ? { ...plan, suppressedGroup: 'enforce' }
    : { ...plan, suppressedRows: 'drop' }
}
