/** Tries a changed job by a short run whose files are thrown away: its verdict and the detail it keeps. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { userError } from '../../../src/ground/errors.ts'
import { runInChildProcess } from '../../../src/tasks/run-in-child-process.ts'
import { pathInside } from '../folder.ts'
import { checkedJob, planInside } from '../job/job-paths.ts'
import { findRun } from '../run/runs.ts'
import type { Session } from '../session.ts'
import type { TriedChange } from './api.ts'

/** Of the search: a fraction of what a run may do, so that three changes are tried while a person reads. */
const LIMITS = { work: 6, time: '30s' }

export async function tryChange(
  session: Session,
  id: string,
  asked: unknown,
  signal: AbortSignal,
): Promise<TriedChange> {
  const { base, name } = findRun(session, id).state().request
  const { history, output, ...job } = checkedJob(asked, name)
  if (history !== undefined || output.release === undefined)
    throw userError('together')`changes are tried for releases in a file that no ledger counts; run the job to see`
  planInside(session, { ...job, output }, base, name)
  const folder = await mkdtemp(join(session.scratch, 'try-'))
  try {
    const release = join(folder, `release${/\.[^./]+$/.exec(output.release)?.[0] ?? '.csv'}`)
    const { delimiter, quote, encoding, decimal } = output
    const tried = { ...job, limits: LIMITS, output: { release, delimiter, quote, encoding, decimal } }
    const { threads, memory } = session
    const child = runInChildProcess(
      { job: tried, base: pathInside(session.folder, base), name, force: true, threads, memory },
      { signal },
    )
    const { result } = (await child.done).result
    const { judgement, suppressed, rows, reason } = result
    const detail = judgement?.detail ?? []
    return {
      judgement,
      reason: judgement === undefined ? (reason ?? 'there is no release') : undefined,
      kept: detail.length === 0 ? 0 : detail.reduce((sum, one) => sum + one.kept, 0) / detail.length,
      suppressed: rows === 0 ? 0 : (suppressed ?? 0) / rows,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
