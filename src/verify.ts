/**
 * Counts any file again, of rows or of baskets, also one that Halftone did not write: opens it like any other source and asks what a job, or
 * the request itself, says that must hold.
 */
import type { Engine, EngineOptions, EngineRun } from './engines/engine.ts'
import { UserError } from './errors.ts'
import { plannedReader } from './kinds/columns/label-reader.ts'
import { type BasketsFile, basketsToVerify, type KmRequest } from './kinds/items/check.ts'
import { columnsOf, pseudonymShapes, type TablePlan } from './plan.ts'
import { requireOneSet, requireTableOfSet } from './published-set.ts'
import type { Plan } from './read-plan.ts'
import type { Requirement } from './requirements/requirement.ts'
import { openSource, type SourceRequest, type Table } from './sources/open-source.ts'
import { withEngine } from './sources/stamp.ts'
import type { Verification } from './verification/verification.ts'
import type { VerifyItemsRequest } from './verification/verify-items.ts'
import type { VerifyRowsRequest } from './verification/verify-rows.ts'
import { verifyTable } from './verification/verify-table.ts'

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

export async function verifyRelease(file: VerifyRequest, run: EngineRun & EngineOptions = {}): Promise<Verification> {
  await requireOneSet(file.source, file.job?.output)
  return withEngine(file.source, run, async (engine) => {
    const { table, request } = await toVerify(file, engine, run)
    await requireTableOfSet(table, file.job?.output)
    return verifyTable(table, { ...request, rows: file.rows }, run)
  })
}

async function toVerify(
  file: VerifyRequest,
  engine: Engine,
  run: EngineRun,
): Promise<{ table: Table; request: VerifyRowsRequest | VerifyItemsRequest }> {
  const { job, source } = file
  if (job?.kind === 'items' || (job === undefined && file.quasiIdentifiers === undefined)) {
    return basketsToVerify({ ...file, job }, file.km, engine, run)
  }
  return { table: await openSource(source, engine), request: rowsToVerify(file, job) }
}

/** The register that the request or the job names; labels are read by the hierarchies of the job, where there is one. */
function registerOf({ population }: VerifyRequest, job: TablePlan | undefined): VerifyRowsRequest['register'] {
  const source = population ?? job?.register
  return source && { source, reader: job && plannedReader(job) }
}

function rowsToVerify(file: VerifyRequest, job: TablePlan | undefined): VerifyRowsRequest {
  const named = (role: 'quasi-identifier' | 'identifier') => job && columnsOf(job, role).map((column) => column.name)
  const { quasiIdentifiers = named('quasi-identifier') ?? [], requirements = job?.requirements ?? [] } = file
  const persons = file.persons ?? job?.persons
  if (requirements.length === 0)
    throw new UserError(
      'verification needs to know what must hold; give a job, or quasi-identifiers and requirements',
      { path: 'requirements', rule: 'present' },
    )
  return {
    quasiIdentifiers,
    requirements,
    mostWitnesses: file.mostWitnesses,
    suppressedGroup: file.suppressedGroup ?? job?.suppressedGroup ?? 'exempt',
    // A file in which persons can be counted has their column: whether it may is not asked then.
    withoutColumns: named('identifier')?.filter((column) => column !== persons),
    persons: persons === undefined ? undefined : { column: persons },
    pseudonyms: job === undefined ? [] : pseudonymShapes(job),
    missingValues: job?.missingValues ?? ['?', ''],
    register: registerOf(file, job),
  }
}
