/**
 * The re-identification risk of any file, also one that Halftone did not write: its classes as they stand, counted and weighed. Nothing but
 * the sizes of classes matters, so the engine counts both rows by class and classes by size, and no combination leaves it.
 */

import type { Engine, EngineRun } from './engines/engine.ts'
import { openEngine } from './engines/open-engine.ts'
import { UserError } from './errors.ts'
import { buildFrequencyTable } from './frequency/build-frequency-table.ts'
import type { Partition } from './frequency/classes.ts'
import type { FrequencyTable } from './frequency/frequency-table.ts'
import { SUPPRESSED_LABEL } from './hierarchy/hierarchy.ts'
import { type RiskProfile, riskProfile } from './metrics/risk/profile.ts'
import { rawPartition } from './search/evaluation.ts'
import { openSource, requireColumn, type SourceRequest } from './sources/open-source.ts'
import { causeOf, requireUnchanged } from './sources/stamp.ts'
import { join, type Source, type Sql, sql } from './sql/dialect.ts'
import { valueOrMissing } from './sql/encoding.ts'

export interface RiskRequest {
  readonly source: SourceRequest
  readonly quasiIdentifiers: readonly string[]
  readonly missingValues: readonly string[]
  /** People among whom those of the file are; same columns, same values. */
  readonly population?: SourceRequest
  /** How many people they are, where only their number is known. */
  readonly people?: number | undefined
  /** The column that says whose row it is: classes are counted by their persons then. */
  readonly persons?: string | undefined
  /** Risk above which a row counts as being at risk. */
  readonly threshold?: number
}

export async function assessRisk(
  request: RiskRequest,
  run: EngineRun & { threads?: number; memory?: string } = {},
): Promise<RiskProfile> {
  const { threads, memory, ...engineRun } = run
  const engine = await openEngine(request.source, { threads, memory })
  try {
    const own = await open(engine, request.source, request)
    const population = request.population && (await open(engine, request.population, request))
    const { sizes, people, stars } = await countClasses(engine, [own, population], request, engineRun)
    await requireUnchanged(engine)
    const profile = riskProfile(suppressStars(rawPartition(tableOfClasses(sizes)), stars), {
      threshold: request.threshold,
      people: request.people,
      population: population === undefined ? undefined : tableOfClasses(people),
    })
    return request.persons === undefined ? profile : { ...profile, unit: 'person' }
  } catch (error) {
    throw await causeOf(engine, error)
  } finally {
    await engine.close()
  }
}

async function open(
  engine: Engine,
  source: SourceRequest,
  { quasiIdentifiers, population, persons }: RiskRequest,
): Promise<Source> {
  const table = await openSource(source, engine)
  for (const column of quasiIdentifiers) requireColumn(table, column, '--qi')
  if (persons !== undefined && source !== population) requireColumn(table, persons, '--persons')
  return table.source
}

type Sources = readonly [own: Source, population: Source | undefined]

interface CountedClasses {
  /** Rows of each class. */
  readonly sizes: Float64Array
  /** People of the population who look like each class. */
  readonly people: Float64Array
  /** The class of rows with `*` in every quasi-identifier, -1 when there is none. */
  readonly stars: number
}

async function countClasses(
  engine: Engine,
  sources: Sources,
  request: RiskRequest,
  run: EngineRun,
): Promise<CountedClasses> {
  const kinds = await engine.query(classesBySize(engine, sources, request), run)
  if (kinds.rows === 0) throw new UserError('the file has a header but no rows; there is nobody to be picked out')
  const alike = kinds.numbers('alike')
  const each = (column: string): Float64Array => {
    const values = kinds.numbers(column)
    const repeated = new Float64Array(alike.reduce((sum, classes) => sum + classes, 0))
    let end = 0
    for (let kind = 0; kind < kinds.rows; kind++) repeated.fill(values[kind], end, (end += alike[kind]))
    return repeated
  }
  return { sizes: each('own'), people: each('people'), stars: each('stars').indexOf(1) }
}

/** How many classes have so many own rows and so many people of the population. */
function classesBySize(
  { dialect }: Engine,
  [own, population]: Sources,
  { quasiIdentifiers, missingValues, persons }: RiskRequest,
): Sql {
  const names = quasiIdentifiers.map((_, i) => dialect.identifier(`c${i}`))
  const values = join(
    // No value and texts that mean it are one value like others.
    quasiIdentifiers.map((column, i) => sql`${valueOrMissing(dialect, column, missingValues)} AS ${names[i]}`),
  )
  // A person counts once in each class.
  const whose = persons === undefined ? undefined : dialect.text(dialect.identifier(persons))
  const rows = [
    whose === undefined
      ? sql`SELECT ${values}, 1 AS own FROM ${dialect.scan(own)}`
      : sql`SELECT ${join(names)}, 1 AS own FROM (SELECT DISTINCT ${values}, ${whose} AS whose FROM ${dialect.scan(own)}) AS once`,
  ]
  if (population !== undefined) rows.push(sql`SELECT ${values}, 0 AS own FROM ${dialect.scan(population)}`)
  const everyStar = join(
    names.map((name) => sql`${name} = ${dialect.literal(SUPPRESSED_LABEL)}`),
    ' AND ',
  )
  const classes = sql`SELECT ${dialect.wholeNumber(sql`SUM(own)`)} AS own, ${dialect.wholeNumber(sql`COUNT(*) - SUM(own)`)} AS people, ${dialect.wholeNumber(sql`CASE WHEN ${everyStar} THEN 1 ELSE 0 END`)} AS stars FROM (${join(rows, ' UNION ALL ')}) AS halftone_rows GROUP BY ${join(names)} HAVING SUM(own) > 0`
  return sql`SELECT own, people, stars, ${dialect.wholeNumber(sql`COUNT(*)`)} AS alike FROM (${classes}) AS halftone_classes GROUP BY own, people, stars ORDER BY own, people, stars`
}

/** A table with one column, whose values are the classes themselves. */
function tableOfClasses(counts: Float64Array): FrequencyTable {
  const codes = Int32Array.from(counts.keys())
  return buildFrequencyTable({ columns: [{ name: 'class', size: counts.length, codes }], counts, targets: [] })
}

/** Rows with `*` in every quasi-identifier are suppressed. */
function suppressStars(partition: Partition, stars: number): Partition {
  if (stars < 0) return partition
  const { classes, suppressed } = partition
  suppressed[stars] = 1
  const kept = classes.sizes.subarray(0, classes.count).filter((_, other) => other !== stars)
  return {
    ...partition,
    suppressedRows: classes.sizes[stars],
    keptClasses: partition.keptClasses - 1,
    smallestClass: kept.length === 0 ? 0 : kept.reduce((smallest, size) => Math.min(smallest, size)),
  }
}
