/** Evaluates a release in a child process, because learning takes seconds to minutes. */
import { userError } from '../ground/errors.ts'
import {
  type ChildContext,
  type ChildOptions,
  type ChildProcess,
  type ChildWork,
  startChildProcess,
} from '../ground/workers/child-process.ts'
import { siblingModule } from '../ground/workers/pool.ts'
import type { ItemsPlan } from '../plan/items-plan.ts'
import type { TablePlan } from '../plan/plan.ts'
import { makePlan, type Plan, planFacts } from '../plan/read-plan.ts'
import { readItemsRecodingFile } from '../recoding/items.ts'
import { releaseForm } from '../release/write-release.ts'
import type { About } from '../table/about.ts'
import type { Job } from '../table/job-schema.ts'
import { type BasketsEvaluation, evaluateBaskets } from './evaluate-baskets.ts'
import { evaluateQueries, type QueriesEvaluation } from './evaluate-queries.ts'
import { evaluateRelease, type ReleaseEvaluation } from './evaluate-release.ts'

export interface ChildEvaluationRequest {
  readonly job: Job
  readonly base: string
  readonly name: string
  readonly release: string
  readonly recoding: string
  readonly test?: string
  /** Tables: names of learners; if empty, only queries are evaluated. */
  readonly learners: readonly string[]
  readonly folds: number | '5x2'
  readonly queries?: string
}

export interface ChildEvaluation {
  readonly learned?: ReleaseEvaluation
  readonly queries?: QueriesEvaluation
  readonly baskets?: Omit<BasketsEvaluation, 'saved'>
}

export function evaluateInChildProcess(
  request: ChildEvaluationRequest,
  options: ChildOptions<number> = {},
): ChildProcess<ChildEvaluation> {
  return startChildProcess(siblingModule('./evaluate-in-child-process', import.meta.url), request, options)
}

/** Entry point of the child process. @public */
export const run: ChildWork<ChildEvaluationRequest, number, ChildEvaluation> = (request, context) => {
  const plan = makePlan(request.job, request.base, request.name)
  return JUDGES[planFacts(plan).about](plan, request, context)
}

type Judge<P> = (plan: P, request: ChildEvaluationRequest, context: ChildContext<number>) => Promise<ChildEvaluation>

const judgeTable: Judge<TablePlan> = async (plan, request, { signal, progress }) => {
  const { form, spreadsheetSafe } = plan.arrangement
  const format = form === undefined && !spreadsheetSafe ? {} : releaseForm(plan)
  const release = { ...format, source: request.release, base: request.base }
  const asks = request.queries !== undefined || plan.workload !== undefined
  if (!asks && request.learners.length === 0)
    throw userError('present', 'learners')`there is nothing to judge by; choose a classifier, or give queries`
  // Queries first: they are fast, and an unknown value fails before anything is learned.
  const queries = asks
    ? await evaluateQueries(
        {
          job: plan,
          release,
          workload: request.queries === undefined ? undefined : { file: 'the list given', text: request.queries },
        },
        { signal },
      )
    : undefined
  const learned =
    request.learners.length === 0
      ? undefined
      : await evaluateRelease(
          {
            job: plan,
            release,
            recoding: request.recoding,
            learners: request.learners,
            folds: request.folds,
            seed: plan.seed,
            test: request.test === undefined ? undefined : { source: request.test, base: request.base },
          },
          { signal, progress },
        )
  return { learned, queries }
}

const judgeBaskets: Judge<ItemsPlan> = async (job, { release, recoding, queries, base }, { signal }) => {
  const read = readItemsRecodingFile(recoding)
  if (read === undefined)
    throw userError('file', recoding)`there is no recoding of items at ${recoding}; run the job again`
  const { saved: _, ...baskets } = await evaluateBaskets(
    { job, release: { source: release, base }, recoding: read, workload: queries },
    { signal },
  )
  return { baskets }
}

const JUDGES = { columns: judgeTable, items: judgeBaskets } as Readonly<Record<About, Judge<Plan>>>
