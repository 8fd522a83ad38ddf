/** Searches for one grouping per column, on a sample of the rows if the plan asks for it. */
import { formatCount, formatShare } from '../../ground/format.ts'
import { seedFor } from '../../ground/random.ts'
import type { Grouping } from '../../hierarchy/grouping.ts'
import type { ColumnsPlan } from '../../plan/plan.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import { type StepRun, searchRun } from '../../run.ts'
import { createEvaluator } from '../../search/evaluation.ts'
import { forecastSearch } from '../../search/forecast.ts'
import { recountFront } from '../../search/methods/pareto/front.ts'
import { sampleProblem } from '../../search/sample-problem.ts'
import { type SearchProblem, type SearchResult, solutionIn } from '../../search/search.ts'

export interface FoundGroupings {
  readonly groupings: readonly Grouping[]
  readonly value: number
}

/** A trail lists values of the table, so the details contain only its summary. */
export async function searchColumns(plan: ColumnsPlan, problem: SearchProblem, run: StepRun): Promise<SearchResult> {
  const { search } = plan
  const limits = searchRun(plan, run)
  run.searchProgress?.({ done: 0, total: 0, forecast: forecastSearch(problem, plan) })
  if (plan.sample === undefined || plan.sample >= problem.frequencies.rows) {
    return takeTrail(await search.search(problem, plan.options, limits))
  }
  const sample = sampleProblem(problem, plan.sample, seedFor(plan.seed, 'sample'))
  return takeTrail(onAllRows(problem, sample, await search.search(sample, plan.options, limits)))
}

/** Judges the sample's solution on all rows, with suppression recounted for the requested k. */
function onAllRows(problem: SearchProblem, sample: SearchProblem, result: SearchResult): SearchResult {
  const found = solutionIn(result)
  if (found === undefined) return result.outcome === 'none-exists' ? unknownBySample(sample, result) : result
  const { value, acceptable, partition } = createEvaluator(problem).evaluate(found.groupings)
  const details = {
    ...result.details,
    ...recountFront(problem, result.details ?? {}),
    sample: {
      rows: sample.frequencies.rows,
      k: smallestAllowedClass(sample.requirements),
      'value on the sample': found.value,
      'value on all rows': value,
    },
  }
  if (!acceptable) {
    const share = formatShare(partition.suppressedRows / problem.frequencies.rows)
    const reason =
      `the recoding found on a sample of ${formatCount(sample.frequencies.rows)} rows suppresses ${share} of ` +
      'all rows, more than suppression-limit allows; take a larger sample, or raise the limit'
    return { outcome: 'out-of-budget', evaluations: result.evaluations, details, reason }
  }
  // The best on the sample need not be the best on all rows.
  if (result.outcome === 'found') return { ...result, optimal: false, value, details }
  return { ...result, best: { groupings: found.groupings, value }, details } as SearchResult
}

/** A sample without a solution proves nothing about all rows: it has a smaller k and fewer rows. */
function unknownBySample(sample: SearchProblem, { evaluations, details }: SearchResult): SearchResult {
  const reason =
    `nothing was found on a sample of ${formatCount(sample.frequencies.rows)} rows, which says nothing of all ` +
    'rows; take a larger sample, or search on all rows'
  return { outcome: 'out-of-budget', evaluations, details, reason }
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
