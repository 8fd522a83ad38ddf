/**
 * The whole path in a process of its own (see `workers/child-process.ts`): it can be paused, cancelled, asked to keep the best so far, and its
 * memory and its crashes are not ours. The job comes as a document that was read already, so that one that is being edited can be run.
 */
import { anonymize } from '../anonymize.ts'
import { userError } from '../ground/errors.ts'
import {
  type ChildOptions,
  type ChildProcess,
  type ChildWork,
  startChildProcess,
} from '../ground/workers/child-process.ts'
import { siblingModule } from '../ground/workers/pool.ts'
import { planFromRecoding } from '../kinds/columns/from-recoding.ts'
import { planFromTrail } from '../kinds/columns/from-trail.ts'
import { makePlan, ofTable, type Plan } from '../plan/read-plan.ts'
import type { ItemsReport } from '../report/items-report.ts'
import type { Report } from '../report/report.ts'
import type { RunProgress, RunResult } from '../run.ts'
import type { Job } from '../table/job-schema.ts'

export interface ChildRunRequest {
  readonly job: Job
  /** Folder that the job's paths start at. */
  readonly base: string
  /** What errors call the job. */
  readonly name: string
  /** Release by this recoding file instead of searching. */
  readonly recoding?: string
  /** Take the recoding for the job's k from this trail instead of searching. */
  readonly trail?: string
  /** The day, for the report. */
  readonly date?: string
  readonly force?: boolean
  readonly threads?: number
  /** Of the engine, e.g. `1GB`. */
  readonly memory?: string
}

export interface ChildRunResult {
  /** The same record as `halftone run --json`. */
  readonly result: RunResult
  /** The report as data, where something was published. */
  readonly report?: Report | ItemsReport
}

/** Starts a run in a child process; `done` rejects with the run's own error. */
export function runInChildProcess(
  request: ChildRunRequest,
  options: ChildOptions<RunProgress> = {},
): ChildProcess<ChildRunResult> {
  return startChildProcess(siblingModule('./run-in-child-process', import.meta.url), request, options)
}

/** What the process looks for in this module. @public */
export const run: ChildWork<ChildRunRequest, RunProgress, ChildRunResult> = async (request, context) => {
  const { date, force, threads, memory } = request
  let report: ChildRunResult['report']
  const result = await anonymize(planOf(request), {
    signal: context.signal,
    keepBest: context.keepBest,
    progress: context.progress,
    report: (own) => {
      report = own
    },
    date,
    force,
    threads,
    memory,
  })
  return { result, report: result.release === undefined ? undefined : report }
}

function planOf({ job, base, name, recoding, trail }: ChildRunRequest): Plan {
  const plan = makePlan(job, base, name)
  const file = recoding ?? trail
  if (file === undefined) return plan
  const table = ofTable(
    plan,
    userError(
      'together',
      'recoding',
    )`a recoding or a trail can take the place of the search in jobs about tables alone; remove it`,
  )
  return recoding === undefined ? planFromTrail(table, file) : planFromRecoding(table, file)
}
