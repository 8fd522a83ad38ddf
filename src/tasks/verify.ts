/**
 * Counts any file again, of rows or of baskets, also one that Halftone did not write: opens it like any other source and asks what a job, or
 * the request itself, says that must hold.
 */
import type { EngineOptions, EngineRun } from '../engines/engine.ts'
import { filesOf, type VerifyRequest } from '../kinds/files.ts'
import { requireOneSet, requireTableOfSet } from '../publish/published-set.ts'
import { withEngine } from '../sources/stamp.ts'
import type { Verification } from '../verification/verification.ts'

export type { VerifyRequest } from '../kinds/files.ts'

export async function verifyRelease(file: VerifyRequest, run: EngineRun & EngineOptions = {}): Promise<Verification> {
  await requireOneSet(file.source, file.job?.output)
  return withEngine(file.source, run, async (engine) => {
    const { table, verify } = await filesOf(file).toVerify(file, engine, run)
    await requireTableOfSet(table, file.job?.output)
    return verify()
  })
}
