/** Questions about a single file of any kind, and who answers them. */
import type { Engine, EngineRun } from '../engines/engine.ts'
import type { ClassesAsked } from '../frequency/class-sizes.ts'
import type { riskItemAttacker } from '../metrics/risk/items-attacker.ts'
import type { SupportShares } from '../metrics/risk/items-smallest-support.ts'
import type { RiskProfile } from '../metrics/risk/profile.ts'
import type { ItemsPlan, Plan } from '../plan/plan.ts'
import type { ItemsRecoding } from '../recoding/items.ts'
import type { SensitiveItems } from '../requirements/items/km-anonymity.ts'
import type { Requirement } from '../requirements/requirement.ts'
import type { SourceRequest, Table } from '../sources/table.ts'
import type { Verification } from '../verification/verification.ts'
import type { ConstraintsOfClasses } from '../verification/verify-mixed.ts'

export interface VerifyRequest extends Omit<BasketsFile, 'job'> {
  readonly source: SourceRequest
  readonly job?: Plan
  readonly quasiIdentifiers?: readonly string[]
  readonly requirements?: readonly Requirement[]
  readonly mostWitnesses?: number | undefined
  readonly persons?: string | undefined
  /** Tables: a register of the population, if a requirement needs one and the job names none. */
  readonly population?: SourceRequest | undefined
  /** Tables: an earlier release of the same people, to subtract. */
  readonly against?: SourceRequest | undefined
  /** Whether the class of suppressed rows must meet the requirements too. */
  readonly suppressedGroup?: 'exempt' | 'enforce'
  /** Item sets without a job: k and m. A request with neither job nor quasi-identifiers is about item sets. */
  readonly km?: KmRequest
  /** Tables with baskets: item sets of each class, in place of all of up to m items. */
  readonly constraints?: ConstraintsOfClasses | undefined
  readonly rows?: number
}

export interface FilesOfKind {
  released(plan: Plan, file: string): SourceRequest
  toVerify(file: VerifyRequest, engine: Engine, run: EngineRun): Promise<FileToVerify>
  risk(request: RiskRequest | BasketsRiskRequest, engine: Engine, run: EngineRun): Promise<RiskProfile | BasketsRisk>
}

export interface FileToVerify {
  readonly table: Table
  verify(): Promise<Verification>
}

export interface BasketsFile {
  readonly source: SourceRequest
  readonly job?: ItemsPlan
  readonly items?: Pick<ItemsPlan['items'], 'column' | 'separator' | 'per'>
  readonly recoding?: ItemsRecoding
}

export interface BasketsRisk {
  readonly baskets: number
  readonly empty: number
  readonly tokens: number
  readonly knows: number
  readonly supports: SupportShares
  readonly below?: { readonly k: number; readonly sets: number; readonly share: number }
  readonly attacker: ReturnType<typeof riskItemAttacker>
}

export interface BasketsRiskRequest extends BasketsFile {
  readonly attacker: { readonly k?: number; readonly m?: number; readonly seed: number; readonly trials: number }
}

export interface KmRequest {
  readonly k: number
  readonly m: number
  /** Beside quasi-identifiers: items that must not be predicted. */
  readonly sensitive?: SensitiveItems | undefined
  /** Beside quasi-identifiers: any m facts, columns and items alike. */
  readonly isOverFacts?: boolean | undefined
}

export interface RiskRequest extends ClassesAsked {
  readonly source: SourceRequest
  /** The population that contains the people of the file, with the same columns and values. */
  readonly population?: SourceRequest
  readonly people?: number | undefined
  readonly threshold?: number
}
