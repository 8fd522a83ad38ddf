/** Verification and risk of any file of rows, including files that Halftone did not write. */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Engine, EngineRun } from '../../engines/engine.ts'
import { countClassSizes, tableOfClasses } from '../../frequency/class-sizes.ts'
import type { Partition } from '../../frequency/classes.ts'
import { userError } from '../../ground/errors.ts'
import { checkDifference } from '../../history/compare-releases.ts'
import { type RiskProfile, riskProfile } from '../../metrics/risk/profile.ts'
import { columnsInRole, pseudonymShapes, type TablePlan } from '../../plan/plan.ts'
import { fileOfPersons } from '../../release/staged.ts'
import { releaseForm } from '../../release/write-release.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import { rawPartition } from '../../search/evaluation.ts'
import { openSource, singleFile } from '../../sources/open-source.ts'
import { requireColumn, type SourceRequest, type Table } from '../../sources/table.ts'
import { readOnce } from '../../verification/read-once.ts'
import { type MixedCheck, withMixedCheck } from '../../verification/verify-mixed.ts'
import { type VerifyRowsRequest, verifyRows } from '../../verification/verify-rows.ts'
import type { FilesOfKind, FileToVerify, RiskRequest, VerifyRequest } from '../file-questions.ts'
import { plannedReader } from './release-checks.ts'

interface TableToVerify extends VerifyRequest {
  readonly job?: TablePlan
}

export const tableFiles: FilesOfKind = {
  released: (plan, file) => ({ source: file, base: dirname(file), ...releaseForm(plan) }),
  toVerify,
  risk: rowsRisk,
}

async function toVerify(file: TableToVerify, engine: Engine, run: EngineRun): Promise<FileToVerify> {
  const table = await openSource(file.source, engine)
  const request = rowsToVerify(file, file.job, table)
  const mixed = mixedCheck(file, table, request)
  const before = file.against && (await openSource(file.against, engine))
  const { quasiIdentifiers, requirements, mostWitnesses } = request
  const k = smallestAllowedClass(requirements)
  return {
    table,
    async verify() {
      const { counted } = await readOnce(table, { ...run, quasiIdentifiers })
      const rows = await verifyRows(counted, request, run)
      const verification = mixed === undefined ? rows : await withMixedCheck(rows, table, mixed, run)
      if (before === undefined) return verification
      const { verdict, checks, ...figures } = verification
      const difference = await checkDifference(table, before, { quasiIdentifiers, k, mostWitnesses }, run)
      return {
        verdict: verdict === 'holds' && difference.holds ? 'holds' : 'broken',
        ...figures,
        checks: [...checks, difference],
      }
    },
  }
}

/** The check of the items beside the quasi-identifiers, if the job or the request names them. */
function mixedCheck(
  { job, items = job?.items, km, constraints }: TableToVerify,
  table: Table,
  { quasiIdentifiers, requirements }: VerifyRowsRequest,
): MixedCheck | undefined {
  if (items === undefined) return undefined
  const { column, separator } = items
  const { kind } = requireColumn(table, column, '--items')
  const cells = kind === 'list' ? 'list' : 'text'
  const layout = { column, separator, cells, missingValues: job?.missingValues ?? ['?', ''] } as const
  const isOverFacts = km?.isOverFacts ?? job?.factsK !== undefined
  const k = isOverFacts ? (km?.k ?? job?.factsK ?? 2) : smallestAllowedClass(requirements)
  const m = km?.m ?? job?.m ?? 2
  return { quasiIdentifiers, layout, k, m, isOverFacts, sensitive: km?.sensitive ?? job?.sensitive, constraints }
}

function findRegister({ population }: VerifyRequest, job: TablePlan | undefined): VerifyRowsRequest['register'] {
  const source = population ?? job?.register
  return source && { source, reader: job && plannedReader(job) }
}

function rowsToVerify(file: VerifyRequest, job: TablePlan | undefined, table: Table): VerifyRowsRequest {
  const named = (role: 'quasi-identifier' | 'identifier') =>
    job && columnsInRole(job, role).map((column) => column.name)
  const { quasiIdentifiers = named('quasi-identifier') ?? [], requirements = job?.requirements ?? [] } = file
  const persons = file.persons ?? job?.persons
  if (requirements.length === 0 && !file.km?.isOverFacts && job?.factsK === undefined)
    throw userError('present', 'requirements')`verification needs to know what must hold; give a job, or
      quasi-identifiers and requirements`
  return {
    quasiIdentifiers,
    requirements,
    mostWitnesses: file.mostWitnesses,
    suppressedGroup: file.suppressedGroup ?? (job?.leavesSmallGroupOut ? 'enforce' : job?.suppressedGroup) ?? 'exempt',
    // Persons can only be counted if their identifier is in the file, so it is allowed then.
    withoutColumns: named('identifier')?.filter((column) => column !== persons),
    persons: persons === undefined ? undefined : { column: persons, file: findPersons(file, job, table) },
    pseudonyms: job === undefined ? [] : pseudonymShapes(job),
    missingValues: job?.missingValues ?? ['?', ''],
    register: findRegister(file, job),
    rows: file.rows,
  }
}

/** The rows with their persons that the job's run kept, if the release leaves the column out. */
function findPersons({ source }: VerifyRequest, job: TablePlan | undefined, { columns }: Table) {
  const { release, persons: kept } = job?.output ?? {}
  if (job === undefined || kept === undefined || columns.some(({ name }) => name === job.persons)) return undefined
  return singleFile(source) === release && existsSync(kept) ? fileOfPersons(job, kept) : undefined
}

async function rowsRisk(request: RiskRequest, engine: Engine, run: EngineRun): Promise<RiskProfile> {
  const table = await open(engine, request.source, request)
  const population = request.population && (await open(engine, request.population, request))
  const { sizes, people, stars } = await countClassSizes(engine, [table, population], request, run)
  if (sizes.length === 0)
    throw userError('data', 'data.source')`the file has a header but no rows; there is nobody to be picked out`
  const profile = riskProfile(suppressStars(rawPartition(tableOfClasses(sizes)), stars), {
    threshold: request.threshold,
    people: request.people,
    population: population === undefined ? undefined : tableOfClasses(people),
  })
  return request.persons === undefined ? profile : { ...profile, unit: 'person' }
}

async function open(engine: Engine, source: SourceRequest, { quasiIdentifiers, population, persons }: RiskRequest) {
  const table = await openSource(source, engine)
  for (const column of quasiIdentifiers) requireColumn(table, column, '--qi')
  if (persons !== undefined && source !== population) requireColumn(table, persons, '--persons')
  return table.source
}

/** Treats rows with `*` in every quasi-identifier as suppressed. */
function suppressStars(partition: Partition, stars: number): Partition {
  if (stars < 0) return partition
  const { classes, suppressed } = partition
  suppressed[stars] = 1
  const kept = classes.sizes.subarray(0, classes.count).filter((_, other) => other !== stars)
  const smallestClass = kept.length === 0 ? 0 : kept.reduce((smallest, size) => Math.min(smallest, size))
  return { ...partition, suppressedRows: classes.sizes[stars], keptClasses: partition.keptClasses - 1, smallestClass }
}
