/**
 * Counts classes by size in the engine: no combination of values leaves it, and a file of any size becomes a few
 * numbers. With a population, each class also has its matching people.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { numbersBelow } from '../ground/sorted.ts'
import { SUPPRESSED_LABEL } from '../hierarchy/hierarchy.ts'
import { join, type Source, type Sql, sql } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'
import type { FrequencyTable } from './frequency-table.ts'

export interface ClassesAsked {
  readonly quasiIdentifiers: readonly string[]
  readonly missingValues: readonly string[]
  readonly persons?: string | undefined
  readonly completeOnly?: boolean | undefined
}

export type Sources = readonly [data: Source, population: Source | undefined]

export interface CountedClasses {
  readonly sizes: Float64Array
  readonly people: Float64Array
  /** The class with `*` in every quasi-identifier, −1 if none. */
  readonly stars: number
}

export async function countClassSizes(
  engine: Engine,
  sources: Sources,
  request: ClassesAsked,
  run: EngineRun,
): Promise<CountedClasses> {
  const kinds = await engine.query(classesBySize(engine, sources, request), run)
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

function classesBySize(
  { dialect }: Engine,
  [data, population]: Sources,
  { quasiIdentifiers, missingValues, persons, completeOnly }: ClassesAsked,
): Sql {
  const names = quasiIdentifiers.map((_, i) => dialect.identifier(`c${i}`))
  // NULL and the texts for missing are one value.
  const texts = quasiIdentifiers.map((column) => valueOrMissing(dialect, column, missingValues))
  const values = join(texts.map((text, i) => sql`${text} AS ${names[i]}`))
  const whose = persons === undefined ? undefined : dialect.text(dialect.identifier(persons))
  const rows = [
    whose === undefined
      ? sql`SELECT ${values}, 1 AS own FROM ${dialect.scan(data)}`
      : sql`SELECT ${join(names)}, 1 AS own FROM (SELECT DISTINCT ${values}, ${whose} AS whose FROM
        ${dialect.scan(data)}) AS once`,
  ]
  if (population !== undefined) rows.push(sql`SELECT ${values}, 0 AS own FROM ${dialect.scan(population)}`)
  const stars = names.map((name) => sql`${name} = ${dialect.literal(SUPPRESSED_LABEL)}`)
  const everyStar = join(stars, ' AND ')
  const present = names.map((name) => sql`${name} IS NOT NULL`)
  const complete = completeOnly ? sql`WHERE ${join(present, ' AND ')} ` : sql``
  const classes = sql`SELECT ${dialect.wholeNumber(sql`SUM(own)`)} AS own,
    ${dialect.wholeNumber(sql`COUNT(*) - SUM(own)`)} AS people,
    ${dialect.wholeNumber(sql`CASE WHEN ${everyStar} THEN 1 ELSE 0 END`)} AS stars FROM (${join(rows, ' UNION ALL ')})
    AS halftone_rows ${complete}GROUP BY ${join(names)} HAVING SUM(own) > 0`
  return sql`SELECT own, people, stars, ${dialect.wholeNumber(sql`COUNT(*)`)} AS alike FROM (${classes}) AS
    halftone_classes GROUP BY own, people, stars ORDER BY own, people, stars`
}

/** A table with one column whose codes are the classes. */
export function tableOfClasses(counts: Float64Array): FrequencyTable {
  const combinations = counts.length
  return {
    columns: [{ name: 'class', size: combinations, codes: numbersBelow(combinations) }],
    combinations,
    rows: counts.reduce((sum, count) => sum + count, 0),
    counts: new Int32Array(counts),
    targets: [],
    sensitive: [],
  }
}
