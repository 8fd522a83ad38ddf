/** Verification and risk of single files, including files that Halftone did not write. */
import type { Engine, EngineRun } from '../engines/engine.ts'
import type { RiskProfile } from '../metrics/risk/profile.ts'
import { type Plan, planFacts } from '../plan/plan.ts'
import type { Requirement } from '../requirements/requirement.ts'
import type { SourceRequest, Table } from '../sources/open-source.ts'
import type { About } from '../table/about.ts'
import type { Verification } from '../verification/verification.ts'
import type { ConstraintsOfClasses } from '../verification/verify-mixed.ts'
import type { BasketsFile, BasketsRisk, BasketsRiskRequest, KmRequest } from './items/check.ts'
import { basketFiles } from './items/check.ts'
import { keptConstraints } from './mixed/constraints.ts'
import { type RiskRequest, tableFiles } from './table/check.ts'

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

const files: Readonly<Record<About, FilesOfKind>> = {
  columns: { ...tableFiles, toVerify: toVerifyTable },
  items: basketFiles,
}

/** Constraints name original items: what classes publish them as is read before the file. */
async function toVerifyTable(file: VerifyRequest, engine: Engine, run: EngineRun): Promise<FileToVerify> {
  const { job, km } = file
  const isNamed = job?.kind === 'mixed' && job.constraints !== undefined && km === undefined
  const constraints = isNamed ? await keptConstraints(job, engine, run) : undefined
  return tableFiles.toVerify({ ...file, constraints }, engine, run)
}

export function releaseSource(plan: Plan, file: string): SourceRequest {
  return files[planFacts(plan).about].released(plan, file)
}

/** Without a job, the keys of the request tell its kind. */
export function filesOfKind(request: VerifyRequest | RiskRequest | BasketsRiskRequest): FilesOfKind {
  if ('job' in request && request.job !== undefined) return files[planFacts(request.job).about]
  return files['quasiIdentifiers' in request && request.quasiIdentifiers !== undefined ? 'columns' : 'items']
}
