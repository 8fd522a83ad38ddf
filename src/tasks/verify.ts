/** Counts any file of rows or baskets: against requirements, for its risk, and for what its classes reveal. */
import type { EngineOptions, EngineRun } from '../engines/engine.ts'
import type { BasketsRisk, BasketsRiskRequest, RiskRequest, VerifyRequest } from '../kinds/file-questions.ts'
import { filesOfKind } from '../kinds/files.ts'
import type { RiskProfile } from '../metrics/risk/profile.ts'
import { columnsInRole, type TablePlan } from '../plan/plan.ts'
import { finishSets, requireOneSet, requireTableOfSet } from '../publish/published-set.ts'
import { openSource, singleFile } from '../sources/open-source.ts'
import { withEngine } from '../sources/stamp.ts'
import type { SourceRequest } from '../sources/table.ts'
import { type LearnedColumn, measureLearned } from '../verification/attribute-risk.ts'
import type { Verification } from '../verification/verification.ts'

export type { VerifyRequest } from '../kinds/file-questions.ts'

export async function verifyRelease(file: VerifyRequest, run: EngineRun & EngineOptions = {}): Promise<Verification> {
  await requireOneSet(file.source, file.job?.output)
  return withEngine(file.source, run, async (engine) => {
    const { table, verify } = await filesOfKind(file).toVerify(file, engine, run)
    await requireTableOfSet(table, file.job?.output)
    return verify()
  })
}

type RiskRun = EngineRun & { threads?: number; memory?: string }

export async function assessRisk(request: RiskRequest, run?: RiskRun): Promise<RiskProfile>
export async function assessRisk(request: BasketsRiskRequest, run?: RiskRun): Promise<BasketsRisk>
export async function assessRisk(
  request: RiskRequest | BasketsRiskRequest,
  { threads, memory, ...run }: RiskRun = {},
): Promise<RiskProfile | BasketsRisk> {
  await finishSets([singleFile(request.source)])
  return withEngine(request.source, { threads, memory }, async (engine) => {
    return filesOfKind(request).risk(request, engine, run)
  })
}

export async function learnedFromRelease(
  job: TablePlan,
  release: SourceRequest,
  run: EngineRun & EngineOptions = {},
): Promise<LearnedColumn[]> {
  const columns = (['sensitive', 'target'] as const).flatMap((role) => columnsInRole(job, role).map(({ name }) => name))
  if (columns.length === 0) return []
  await requireOneSet(release, job.output)
  return withEngine(release, run, async (engine) => {
    const quasiIdentifiers = columnsInRole(job, 'quasi-identifier').map(({ name }) => name)
    const { missingValues } = job
    const table = await openSource(release, engine)
    return measureLearned(table, { quasiIdentifiers, columns, missingValues }, run)
  })
}
