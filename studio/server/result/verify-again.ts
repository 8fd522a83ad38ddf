/**
 * The release of a run, counted once more as it lies on the disk now: the same checks as when it was published, on a file that somebody
 * may have opened, edited and saved since.
 */
import { readItemsRecodingFile } from '../../../src/recoding/items.ts'
import { verifyRelease } from '../../../src/tasks/verify.ts'
import type { Verification } from '../../../src/verification/verification.ts'
import { plannedRun } from '../run/runs.ts'
import type { Session } from '../session.ts'
import { sourceOfRelease } from './previews.ts'

export async function verifyAgain(session: Session, id: string, signal: AbortSignal): Promise<Verification> {
  const { result, plan } = plannedRun(session, id)
  const source = sourceOfRelease(plan, result)
  const recoding = result.recoding === undefined ? undefined : readItemsRecodingFile(result.recoding)
  const { threads, memory } = session
  // In an engine of its own: a count that is under way must not meet another of the same tables.
  return verifyRelease({ source, job: plan, recoding, rows: result.verification?.rows }, { threads, memory, signal })
}
