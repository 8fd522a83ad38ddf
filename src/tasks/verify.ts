/** Verifies any file of rows or baskets against a job or the request's requirements. */
import type { EngineOptions, EngineRun } from '../engines/engine.ts'
import { filesOfKind, type VerifyRequest } from '../kinds/files.ts'
import { requireOneSet, requireTableOfSet } from '../publish/published-set.ts'
import { withEngine } from '../sources/stamp.ts'
import type { Verification } from '../verification/verification.ts'

export type { VerifyRequest } from '../kinds/files.ts'

export async function verifyRelease(file: VerifyRequest, run: EngineRun & EngineOptions = {}): Promise<Verification> {
  await requireOneSet(file.source, file.job?.output)
  return withEngine(file.source, run, async (engine) => {
    const { table, verify } = await filesOfKind(file).toVerify(file, engine, run)
    await requireTableOfSet(table, file.job?.output)
    return verify()
  })
}
