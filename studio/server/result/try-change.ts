/** Tries a changed job by a short run whose files are thrown away: its verdict and the detail it keeps. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { userError } from '../../../src/ground/errors.ts'
import type { RunResult } from '../../../src/run.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import { runInChildProcess } from '../../../src/tasks/run-in-child-process.ts'
import { pathInside } from '../folder.ts'
import { checkedJob, planInside } from '../job/job-paths.ts'
import { findRun } from '../run/runs.ts'
import type { Session } from '../session.ts'
import type { TriedChange } from './api.ts'

/** Search work per try: a fraction of a run, so that three changes are tried while a person reads. */
const LIMITS = { work: 6, time: '30s' }

export async function tryChange(
  session: Session,
  id: string,
  asked: unknown,
  signal: AbortSignal,
): Promise<TriedChange> {
  return runAside(session, id, { job: asked, limits: LIMITS, signal }, async (result) => {
    const { rows, suppressed, classes, smallestClass, metrics, judgement } = result
    return { rows, suppressed, classes, smallestClass, metrics, judgement }
  })
}

/** Runs a job in the place of a run's; its files are thrown away after `use`. */
export async function runAside<T>(
  session: Session,
  id: string,
  run: {
    readonly job: unknown
    readonly limits?: Job['limits']
    readonly inSourceOrder?: string
    readonly signal: AbortSignal
  },
  use: (result: RunResult) => Promise<T>,
): Promise<T> {
  const { base, name } = findRun(session, id).state().request
  const { history, output, ...job } = checkedJob(run.job, name)
  if (history !== undefined || output.release === undefined)
    throw userError('together')`changes are tried for releases in a file that no ledger counts; run the job to see`
  planInside(session, { ...job, output }, base, name)
  const folder = await mkdtemp(join(session.scratch, 'try-'))
  try {
    const release = join(folder, `release${/\.[^./]+$/.exec(output.release)?.[0] ?? '.csv'}`)
    const { recoding: _r, tidy: _t, manifest: _m, report: _h, workload: _w, ...form } = output
    const tried = { ...job, limits: run.limits ?? job.limits, output: { ...form, release } }
    const { threads, memory } = session
    const { inSourceOrder, signal } = run
    const child = runInChildProcess(
      { job: tried, base: pathInside(session.folder, base), name, force: true, threads, memory, inSourceOrder },
      { signal },
    )
    return await use((await child.done).result.result)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
