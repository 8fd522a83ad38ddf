/** Verification and risk of single files, including files that Halftone did not write. */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { type Plan, planFacts } from '../plan/plan.ts'
import type { SourceRequest } from '../sources/table.ts'
import type { About } from '../table/about.ts'
import type { BasketsRiskRequest, FilesOfKind, FileToVerify, RiskRequest, VerifyRequest } from './file-questions.ts'
import { basketFiles } from './items/check.ts'
import { keptConstraints } from './mixed/constraints.ts'
import { tableFiles } from './table/check.ts'

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
