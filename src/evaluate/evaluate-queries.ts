/**
 * Compares count queries on a released table with the original, with the same figure as the run, to the last bit. The
 * answers reveal original counts, so they must not be published.
 */
import type { EngineRun } from '../engines/engine.ts'
import { userError } from '../ground/errors.ts'
import { countMixed } from '../kinds/mixed/count-mixed.ts'
import { answerMixedQueries, drawMixedQueries, mixedQueryInWords } from '../kinds/mixed/mixed-queries.ts'
import { poseMixed } from '../kinds/mixed/pose-mixed.ts'
import { countRows } from '../kinds/table/count-rows.ts'
import { answerFile, askQueries } from '../kinds/table/queries.ts'
import { openTable } from '../kinds/table/table.ts'
import { utilityRelativeError } from '../metrics/utility/relative-error.ts'
import { errorSpread, listAnswers, type WorkloadAnswers } from '../metrics/workload/answers.ts'
import { queryInWords, saveTableWorkload } from '../metrics/workload/table-workload.ts'
import type { MixedPlan, TablePlan } from '../plan/plan.ts'
import { plannedQueries } from '../plan/plan-queries.ts'
import { requireOneSet } from '../publish/published-set.ts'
import { openSource } from '../sources/open-source.ts'
import { withEngine } from '../sources/stamp.ts'
import type { SourceRequest } from '../sources/table.ts'

export interface EvaluateQueriesRequest {
  readonly job: TablePlan
  readonly release: SourceRequest
  readonly original?: SourceRequest
  readonly workload?: { readonly file: string; readonly text: string }
}

export type QueriesEvaluation = Awaited<ReturnType<typeof evaluateQueries>>

export async function evaluateQueries(
  { job, release, original, workload }: EvaluateQueriesRequest,
  run: EngineRun = {},
) {
  if (job.kind === 'mixed' && workload === undefined && job.workload === undefined)
    return evaluateMixed({ ...job, source: original ?? job.source }, release, run)
  const asking = workload === undefined ? job.workload : plannedQueries(workload.text, workload.file, job.columns)
  if (asking === undefined)
    throw userError('present', 'utility.workload')`${job.name} has no queries to ask; add utility: { workload: { count:
      1000 } }, or give a file of them`
  const plan: TablePlan = { ...job, source: original ?? job.source }
  await requireOneSet(release, job.output)
  return withEngine(plan.source, {}, async (engine) => {
    const { table } = await openTable(plan, engine)
    const asked = await askQueries(asking, plan, table, await countRows(plan, table, run), run)
    const { answers } = await answerFile(asked, plan, await openSource(release, engine), run)
    const inWords = asked.workload.queries.map((query) => queryInWords(query, asked.columns))
    const { description } = asked.workload
    const saved = saveTableWorkload(asked.workload, asked.columns)
    return { ...spread(utilityRelativeError.name, answers, inWords), workload: description, saved }
  })
}

/** Queries about columns and items together, drawn anew: the same as those of the run. */
async function evaluateMixed(plan: MixedPlan, release: SourceRequest, run: EngineRun) {
  await requireOneSet(release, plan.output)
  return withEngine(plan.source, {}, async (engine) => {
    const problem = poseMixed(plan, await countMixed(plan, await openTable(plan, engine), { ...run, threads: 1 }))
    const queries = drawMixedQueries(problem, plan)
    const answers = await answerMixedQueries(queries, problem, plan, await openSource(release, engine), run)
    const inWords = queries.map((query) => mixedQueryInWords(query, problem, plan))
    const workload = `${queries.length} queries on quasi-identifiers and an item each`
    return { ...spread('ARE with items', answers, inWords), workload, saved: '' }
  })
}

/** `withinTenth`: the share of queries with an error of at most 10 %. */
function spread(figure: string, answers: WorkloadAnswers, inWords: readonly string[]) {
  const { median, within } = errorSpread(answers)
  const queries = listAnswers(answers, (i) => ({ query: inWords[i] }))
  return { metrics: { [figure]: answers.average }, median, withinTenth: within, queries }
}
