/**
 * Files that stand by themselves, also ones that Halftone did not write: what verification and risk do with those of rows and with those of
 * baskets. To write your own: a file with these two functions in the folder of its kind, and a line here.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import type { RiskProfile } from '../metrics/risk/profile.ts'
import { type Plan, planFacts } from '../plan/plans.ts'
import type { Requirement } from '../requirements/requirement.ts'
import type { SourceRequest, Table } from '../sources/open-source.ts'
import type { About } from '../table/about.ts'
import type { Verification } from '../verification/verification.ts'
import {
  type BasketsFile,
  type BasketsRisk,
  type BasketsRiskRequest,
  basketFiles,
  type KmRequest,
} from './items/check.ts'
import { type RiskRequest, tableFiles } from './table/check.ts'

export interface VerifyRequest extends Omit<BasketsFile, 'job'> {
  readonly source: SourceRequest
  /** The job that the file belongs to: says how it is read and what must hold. */
  readonly job?: Plan
  /** Tables: instead of what the job says, or without a job. */
  readonly quasiIdentifiers?: readonly string[]
  readonly requirements?: readonly Requirement[]
  /** Tables: how many classes that break a requirement are listed for each; ten when absent. */
  readonly mostWitnesses?: number | undefined
  /** Tables: the column that says whose row it is, where persons are counted. */
  readonly persons?: string | undefined
  /** Tables: a register of the population, for requirements about its people, where the job names none. */
  readonly population?: SourceRequest | undefined
  /** Whether suppressed rows, as a class of their own, must meet the requirements too. */
  readonly suppressedGroup?: 'exempt' | 'enforce'
  /** Baskets without a job: k and m. A request with neither job nor quasi-identifiers is about baskets. */
  readonly km?: KmRequest
  /** How many rows or baskets the file must have, where that is known. */
  readonly rows?: number
}

export interface FilesOfKind {
  /** How the release of a plan is read. */
  released(plan: Plan, file: string): SourceRequest
  /** Opens a file, and says how it is counted again. */
  toVerify(file: VerifyRequest, engine: Engine, run: EngineRun): Promise<FileToVerify>
  risk(request: RiskRequest | BasketsRiskRequest, engine: Engine, run: EngineRun): Promise<RiskProfile | BasketsRisk>
}

export interface FileToVerify {
  readonly table: Table
  verify(): Promise<Verification>
}

const files: Readonly<Record<About, FilesOfKind>> = { columns: tableFiles, items: basketFiles }

export function releaseSource(plan: Plan, file: string): SourceRequest {
  return files[planFacts(plan).about].released(plan, file)
}

/** A request without a job says by its keys what it is about. */
export function filesOf(request: VerifyRequest | RiskRequest | BasketsRiskRequest): FilesOfKind {
  if ('job' in request && request.job !== undefined) return files[planFacts(request.job).about]
  return files['quasiIdentifiers' in request && request.quasiIdentifiers !== undefined ? 'columns' : 'items']
}
