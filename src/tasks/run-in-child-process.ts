/** Runs a job in a child process, which isolates memory and crashes. The job is a document: unsaved edits can run. */
import { anonymize } from '../anonymize.ts'
import { userError } from '../ground/errors.ts'
import type { ChildOptions, ChildProcess, ChildWork } from '../ground/workers/child-process.ts'
import { startChildProcess } from '../ground/workers/child-process.ts'
import { siblingModule } from '../ground/workers/pool.ts'
import { makePlan, ofTable, type Plan } from '../plan/read-plan.ts'
import type { ItemsReport, Report } from '../report/report.ts'
import type { AnonymizeRun, RunProgress, RunResult } from '../run.ts'
import type { Job } from '../table/job-schema.ts'
import { planFromRecoding, planFromTrail } from './plan-from-file.ts'

export interface ChildRunRequest extends Pick<AnonymizeRun, 'date' | 'force' | 'threads' | 'memory'> {
  readonly job: Job
  readonly base: string
  readonly name: string
  readonly recoding?: string
  /** Takes the recoding for the job's k from this trail instead of searching. */
  readonly trail?: string
  readonly inSourceOrder?: string
}

export interface ChildRunResult {
  readonly result: RunResult
  readonly report?: Report | ItemsReport
}

export function runInChildProcess(
  request: ChildRunRequest,
  options: ChildOptions<RunProgress> = {},
): ChildProcess<ChildRunResult> {
  return startChildProcess(siblingModule('./run-in-child-process', import.meta.url), request, options)
}

/** Entry point of the child process. @public */
export const run: ChildWork<ChildRunRequest, RunProgress, ChildRunResult> = async (request, context) => {
  const { date, force, threads, memory, inSourceOrder } = request
  let report: ChildRunResult['report']
  const result = await anonymize(planRun(request), {
    signal: context.signal,
    keepBest: context.keepBest,
    progress: context.progress,
    report: (built) => {
      report = built
    },
    date,
    force,
    threads,
    memory,
    inSourceOrder,
  })
  return { result, report: result.release === undefined ? undefined : report }
}

function planRun({ job, base, name, recoding, trail }: ChildRunRequest): Plan {
  const plan = makePlan(job, base, name)
  const file = recoding ?? trail
  if (file === undefined) return plan
  const table = ofTable(
    plan,
    userError('together', 'recoding')`a recoding or a trail can take the place of the search in jobs about tables alone;
      remove it`,
  )
  return recoding === undefined ? planFromTrail(table, file) : planFromRecoding(table, file)
}
