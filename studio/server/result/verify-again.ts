/**
 * The release of a run, counted once more as it lies on the disk now: the same checks as when it was published, on a file that somebody
 * may have opened, edited and saved since.
 */
import {
  openEngine,
  openSource,
  readItemsRecodingFile,
  type Verification,
  verifyBaskets,
  verifyRelease,
} from '../../../src/index.ts'
import { planInside } from '../job/job-paths.ts'
import { publishedRun } from '../run/runs.ts'
import type { Session } from '../session.ts'
import { sourceOfRelease } from './previews.ts'

export async function verifyAgain(session: Session, id: string, signal: AbortSignal): Promise<Verification> {
  const { request, result } = publishedRun(session, id)
  const plan = planInside(session, request.job, request.base, request.name)
  const source = sourceOfRelease(plan, result)
  if (plan.kind === 'items') {
    const recoding = result.recoding === undefined ? undefined : readItemsRecodingFile(result.recoding)
    const file = { source, job: plan, ...(recoding === undefined ? {} : { recoding }) }
    return withBaskets(await verifyBaskets(file, undefined, { signal }), result.verification)
  }
  const named = (role: string) => plan.columns.filter((column) => column.role === role).map(({ name }) => name)
  const { threads, memory } = session
  // An engine of its own: a count that is under way must not meet another of the same tables.
  const engine = await openEngine(source, { threads, memory })
  try {
    return await verifyRelease(
      await openSource(source, engine),
      {
        quasiIdentifiers: named('quasi-identifier'),
        requirements: plan.requirements,
        suppressedGroup: plan.suppressedGroup,
        withoutColumns: named('identifier'),
        ...(result.verification === undefined ? {} : { rows: result.verification.rows }),
      },
      { signal },
    )
  } finally {
    await engine.close()
  }
}

/** Whether any basket is gone or new since; that a file of baskets does not say by itself. */
function withBaskets(now: Verification, published: Verification | undefined): Verification {
  const check = published?.checks.find(({ name }) => name === 'rows')
  if (published === undefined || check === undefined) return now
  const holds = now.rows === published.rows
  const found = holds ? check.found : `${now.rows} baskets, expected ${published.rows}`
  return { ...now, verdict: holds ? now.verdict : 'broken', checks: [...now.checks, { ...check, holds, found }] }
}
