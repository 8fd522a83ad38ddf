/** Verifies the release of a run again as it is on disk now: somebody may have edited it since. */
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
  // In a separate engine: concurrent verifications must not share tables.
  return verifyRelease({ source, job: plan, recoding, rows: result.verification?.rows }, { threads, memory, signal })
}
