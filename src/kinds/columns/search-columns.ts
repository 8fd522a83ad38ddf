import type { Grouping } from '../../hierarchy/grouping.ts'
import type { ColumnsPlan } from '../../plan/plan.ts'
import { type StepRun, searchRun } from '../../run.ts'
import { forecastSearch } from '../../search/forecast.ts'
import type { SearchProblem, SearchResult } from '../../search/search.ts'

export interface FoundGroupings {
  readonly groupings: readonly Grouping[]
  readonly value: number
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
