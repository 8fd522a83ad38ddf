/**
 * Counts a release again. It opens the file like any other source and asks the engine, knowing nothing of the search that made it:
 * it works on any file, also one that Halftone did not write.
 */
import type { EngineRun } from '../engines/engine.ts'
import { SUPPRESSED_LABEL } from '../hierarchy/hierarchy.ts'
import type { Requirement } from '../requirements/requirement.ts'
import { requireColumn, type Table } from '../sources/open-source.ts'
import { type Dialect, join, type Sql, sql } from '../sql/dialect.ts'
import type { Check, Verification, Witness } from './verification.ts'

export interface VerifyRequest {
  readonly quasiIdentifiers: readonly string[]
  readonly requirements: readonly Requirement[]
  /** Whether suppressed rows, as a class of their own, must meet the requirements too. */
  readonly suppressedGroup: 'exempt' | 'enforce'
  /** What else is known of the file: how many rows it must have, which columns it must not. */
  readonly rows?: number
  readonly withoutColumns?: readonly string[]
}

const classesTable = 'halftone classes'
const mostWitnesses = 10

export async function verifyRelease(table: Table, request: VerifyRequest, run: EngineRun = {}): Promise<Verification> {
  const { engine, source } = table
  const { dialect } = engine
  const { quasiIdentifiers } = request
  for (const column of quasiIdentifiers) requireColumn(table, column, 'the check')
  const names = quasiIdentifiers.map((column) => dialect.identifier(column))
  const texts = names.map((name) => sql`${dialect.text(name)} AS ${name}`)
  const places = names.map((_, i) => sql`${i + 1}`)
  const count = sql`${dialect.wholeNumber(sql`count(*)`)} AS ${dialect.identifier(sizeColumn)}`
  await engine.execute(
    dialect.createTable(
      classesTable,
      sql`SELECT ${join([...texts, count])} FROM ${dialect.scan(source)} GROUP BY ${join(places)}`,
    ),
    run,
  )
  try {
    const figures = await countClasses(table, names, run)
    const checks: Check[] = []
    for (const requirement of request.requirements)
      checks.push(await checkSizes(table, request, names, requirement, figures, run))
    if (request.rows !== undefined) checks.push(checkRows(request.rows, figures.rows))
    if (request.withoutColumns !== undefined) checks.push(checkColumns(table, request.withoutColumns))
    return { verdict: checks.every((check) => check.holds) ? 'holds' : 'broken', ...figures, checks }
  } finally {
    await engine.execute(dialect.dropTable(classesTable))
  }
}

const sizeColumn = 'halftone size'

type Figures = Pick<Verification, 'rows' | 'suppressedRows' | 'classes' | 'smallestClass'>

async function countClasses({ engine }: Table, names: readonly Sql[], run: EngineRun): Promise<Figures> {
  const { dialect } = engine
  const size = dialect.identifier(sizeColumn)
  const suppressed = isSuppressed(dialect, names)
  const whole = (expression: Sql, name: string) =>
    sql`${dialect.wholeNumber(sql`COALESCE(${expression}, 0)`)} AS ${dialect.identifier(name)}`
  const result = await engine.query(
    sql`SELECT ${join([
      whole(sql`SUM(${size})`, 'rows'),
      whole(sql`SUM(CASE WHEN ${suppressed} THEN ${size} END)`, 'suppressed'),
      whole(sql`COUNT(CASE WHEN ${suppressed} THEN NULL ELSE 1 END)`, 'classes'),
      whole(sql`MIN(CASE WHEN ${suppressed} THEN NULL ELSE ${size} END)`, 'smallest'),
    ])} FROM ${dialect.identifier(classesTable)}`,
    run,
  )
  const figure = (name: string) => result.numbers(name)[0]
  return {
    rows: figure('rows'),
    suppressedRows: figure('suppressed'),
    classes: figure('classes'),
    smallestClass: figure('smallest'),
  }
}

/** `*` in every quasi-identifier. A missing cell is not suppressed, and must not make the answer unknown. */
function isSuppressed(dialect: Dialect, names: readonly Sql[]): Sql {
  return join(
    names.map((name) => sql`COALESCE(${name}, '') = ${dialect.literal(SUPPRESSED_LABEL)}`),
    ' AND ',
  )
}

async function checkSizes(
  { engine }: Table,
  request: VerifyRequest,
  names: readonly Sql[],
  requirement: Requirement,
  figures: Figures,
  run: EngineRun,
): Promise<Check> {
  const { dialect } = engine
  const size = dialect.identifier(sizeColumn)
  const least = requirement.minimumSize
  const exempt = request.suppressedGroup === 'exempt' ? sql` AND NOT (${isSuppressed(dialect, names)})` : sql``
  const broken = sql`FROM ${dialect.identifier(classesTable)} WHERE ${size} < ${least}${exempt}`
  const order = [size, ...names.map((name) => sql`${dialect.ordered(name)} NULLS FIRST`)]
  const total = (
    await engine.query(sql`SELECT ${dialect.wholeNumber(sql`COUNT(*)`)} AS broken ${broken}`, run)
  ).numbers('broken')[0]
  const result = await engine.query(
    sql`SELECT ${join([...names, size])} ${broken} ORDER BY ${join(order)} LIMIT ${mostWitnesses}`,
    run,
  )
  const sizes = result.numbers(sizeColumn)
  const columns = request.quasiIdentifiers.map((column) => ({ column, texts: result.texts(column) }))
  const witnesses: Witness[] = Array.from(sizes, (rows, i) => ({
    size: rows,
    values: Object.fromEntries(columns.map(({ column, texts }) => [column, texts[i] ?? ''])),
  }))
  const smallest = figures.classes === 0 ? 'no classes' : `smallest class ${figures.smallestClass}`
  return {
    name: requirement.name,
    promise: requirement.promise,
    holds: total === 0,
    found:
      total === 0
        ? `${smallest}, asked ${least}`
        : `${total} of ${figures.classes} classes have fewer than ${least} rows; ${smallest}`,
    witnesses,
  }
}

function checkRows(expected: number, found: number): Check {
  return {
    name: 'rows',
    promise: 'no row was lost or added on the way',
    holds: expected === found,
    found: expected === found ? `${found} rows, as expected` : `${found} rows, expected ${expected}`,
    witnesses: [],
  }
}

export function checkColumns(table: Table, forbidden: readonly string[]): Check {
  const present = forbidden.filter((name) => table.columns.some((column) => column.name === name))
  return {
    name: 'identifiers',
    promise: 'no identifier column is in the release',
    holds: present.length === 0,
    found: present.length === 0 ? 'none of them' : present.join(', '),
    witnesses: [],
  }
}
