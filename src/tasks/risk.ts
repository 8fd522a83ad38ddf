/** Measures the re-identification risk of any file by counting its classes or item sets. */
import type { EngineRun } from '../engines/engine.ts'
import { filesOfKind } from '../kinds/files.ts'
import type { BasketsRisk, BasketsRiskRequest } from '../kinds/items/check.ts'
import type { RiskRequest } from '../kinds/table/check.ts'
import type { RiskProfile } from '../metrics/risk/profile.ts'
import { finishSets } from '../publish/published-set.ts'
import { singleFile } from '../sources/open-source.ts'
import { withEngine } from '../sources/stamp.ts'

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
