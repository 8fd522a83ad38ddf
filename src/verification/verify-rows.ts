/** Verifies a release with the check of each requirement, without knowledge of the search. */
import type { EngineRun } from '../engines/engine.ts'
import { askFigures, countRows } from '../engines/figures.ts'
import { InternalError, userError } from '../ground/errors.ts'
import type { Requirement } from '../requirements/requirement.ts'
import { openSource } from '../sources/open-source.ts'
import { requireColumn, type SourceRequest, type Table } from '../sources/table.ts'
import { join, type Sql, sql } from '../sql/dialect.ts'
import type { LabelledColumn, PromisedValues, PseudonymShape } from './coarsened.ts'
import { checkCoarse, checkLabels, checkPseudonyms, countShown } from './coarsened.ts'
import { type ClassesRequest, type CountedClasses, countClasses, isSuppressed } from './counted-classes.ts'
import { type Countable, countedTable, rowCount } from './read-once.ts'
import { type Check, plainCheck, type Verification, type Witness } from './verification.ts'

const wrongPersonsColumn = userError('known', 'persons.column')

export interface KnownOfFile {
  readonly rows?: number
  readonly withoutColumns?: readonly string[]
  readonly pseudonyms?: readonly PseudonymShape[]
}

export interface VerifyRowsRequest
  extends KnownOfFile,
    Pick<ClassesRequest, 'quasiIdentifiers' | 'overall' | 'dataRows' | 'register'> {
  readonly requirements: readonly Requirement[]
  readonly labels?: readonly LabelledColumn[] | undefined
  /** Whether suppressed rows, as one class, must meet the requirements too. */
  readonly suppressedGroup: 'exempt' | 'enforce'
  readonly mostWitnesses?: number | undefined
  /** Texts that mean missing in counted columns, besides NULL. */
  readonly missingValues?: readonly string[]
  /** Counts persons by this column. If the release leaves it out, `file` has the same rows with it. */
  readonly persons?:
    | { readonly column: string; readonly file?: SourceRequest; readonly withoutSuppressed?: boolean }
    | undefined
  /** Columns whose values are coarser than those of the data. */
  readonly values?: readonly PromisedValues[]
}

const mostWitnesses = 10

export async function verifyRows(
  release: Countable,
  request: VerifyRowsRequest,
  run: EngineRun = {},
): Promise<Verification> {
  const table = countedTable(release)
  const columns = [...new Set(request.requirements.flatMap(({ counts }) => counts))]
  for (const column of [...request.quasiIdentifiers, ...columns]) requireColumn(table, column, 'the check')
  const { persons } = request
  const other = persons?.file === undefined ? undefined : await openSource(persons.file, table.engine)
  if (persons !== undefined) requirePersons(other ?? table, persons.column)
  const inFile = other && (await countFileRows(release, request.quasiIdentifiers, run))
  const counted = await countClasses(
    other ?? release,
    {
      persons: persons?.column,
      quasiIdentifiers: request.quasiIdentifiers,
      columns,
      missingValues: request.missingValues ?? [],
      overall: request.overall,
      dataRows: request.dataRows,
      register: request.requirements.some(({ ofRegister }) => ofRegister) ? request.register : undefined,
      // Suppressed rows beside persons that the release leaves out are no class of it.
      exempt: request.suppressedGroup === 'exempt' || inFile?.suppressedRows === 0,
    },
    run,
  )
  try {
    const checks: Check[] = []
    for (const requirement of request.requirements)
      checks.push(await ask(counted, requirement, request.mostWitnesses ?? mostWitnesses, run))
    if (request.labels !== undefined) checks.push(await checkLabels(counted, request.labels, run))
    const figures = { ...counted.figures, ...inFile }
    if (other !== undefined) checks.push(await checkSameClasses(release, other, request.quasiIdentifiers, run))
    for (const promised of request.values ?? []) {
      const { quasiIdentifiers } = request
      const people = persons && { withoutSuppressed: false, ...persons, table: other ?? table }
      const counts = await countShown(release, promised.column, { persons: people, quasiIdentifiers }, run)
      checks.push(checkCoarse(promised, counts))
    }
    checks.push(...(await checkKnown(release, request, figures.rows, 'row', run)))
    return { verdict: checks.every((check) => check.holds) ? 'holds' : 'broken', ...figures, checks }
  } finally {
    await counted.drop()
  }
}

function requirePersons(table: Table, column: string): void {
  if (table.columns.some(({ name }) => name === column)) return
  throw wrongPersonsColumn`${table.name} has no column "${column}", which says whose row it is: persons cannot be
    counted in it; give a file that has it, or the job with the private files of its run`
}

async function countFileRows(
  counted: Countable,
  quasiIdentifiers: readonly string[],
  run: EngineRun,
): Promise<Pick<Verification, 'rows' | 'suppressedRows'>> {
  const { engine, source } = countedTable(counted)
  const { dialect } = engine
  const texts = quasiIdentifiers.map((column) => dialect.text(dialect.identifier(column)))
  const suppressedRows = rowCount(counted, isSuppressed(dialect, texts))
  return askFigures(engine, { rows: rowCount(counted), suppressedRows }, dialect.scan(source), run)
}

/** Checks that the person file has the classes and row counts of the release, except suppressed rows. */
async function checkSameClasses(
  release: Countable,
  counted: Table,
  quasiIdentifiers: readonly string[],
  run: EngineRun,
): Promise<Check> {
  const { engine } = countedTable(release)
  const { dialect } = engine
  const texts = quasiIdentifiers.map((column) => dialect.text(dialect.identifier(column)))
  const selectClasses = (rows: Countable): Sql =>
    sql`SELECT ${join(texts)}, ${rowCount(rows)} AS n FROM ${dialect.scan(countedTable(rows).source)} WHERE NOT
      (${isSuppressed(dialect, texts)}) GROUP BY ${join(texts.map((_, i) => sql`${i + 1}`))}`
  const [ours, theirs] = [selectClasses(release), selectClasses(counted)]
  const differing = sql`((${ours} EXCEPT ${theirs}) UNION ALL (${theirs} EXCEPT ${ours})) AS differing`
  const strange = await countRows(engine, differing, run)
  const wrong = strange === 0 ? undefined : `${strange} classes differ`
  const promise = 'the rows whose persons were counted are those of the release'
  return plainCheck('persons', promise, wrong, 'the same classes')
}

/** A requirement without a check, or an answer that omits a class, is a bug and must never pass. */
async function ask(counted: CountedClasses, requirement: Requirement, most: number, run: EngineRun): Promise<Check> {
  const { engine, file } = counted
  const { name, promise, check, ofRegister } = requirement
  const asked = ofRegister ? counted.askedOfRegister : counted.asked
  if (typeof check?.figures !== 'function' || typeof check.breaks !== 'function')
    throw new InternalError(`requirement ${name} has no check that can be asked of a file; nothing is promised`)
  const { dialect } = engine
  const figures = sql`(${check.figures(file)}) AS figures`
  const worst = check.worst === 'least' ? sql`MIN(figure)` : sql`MAX(figure)`
  const whole = (expression: Sql) => dialect.wholeNumber(sql`COALESCE(${expression}, 0)`)
  const selectAnswer = sql`SELECT ${join([
    sql`${whole(sql`COUNT(figure)`)} AS answered`,
    sql`${whole(sql`COUNT(DISTINCT class)`)} AS classes`,
    sql`${whole(sql`COUNT(CASE WHEN ${check.breaks(sql`figure`)} THEN 1 END)`)} AS broken`,
    sql`${worst} * 1e0 AS worst`,
  ])} FROM ${figures}`
  const answer = await engine.query(selectAnswer, run)
  const [answered, classes, broken] = ['answered', 'classes', 'broken'].map((column) => answer.numbers(column)[0])
  if (answered !== asked || classes !== asked)
    throw new InternalError(`the check of ${name} answered for ${answered} of ${asked} classes; nothing is promised`)
  const found = check.found({ classes: asked, broken, worst: asked === 0 ? undefined : answer.numbers('worst')[0] })
  const witnesses = broken === 0 ? [] : await findWitnesses(counted, requirement, figures, most, run)
  // A file alone does not show the distribution in the source data.
  const alone = check.comparesWithAll === true && !requirement.counts.every((column) => counted.given.has(column))
  const text = alone ? `${found}; all rows are those of this file` : found
  return { name, promise, holds: broken === 0, found: text, witnesses }
}

async function findWitnesses(
  counted: CountedClasses,
  { check, counts }: Requirement,
  figures: Sql,
  most: number,
  run: EngineRun,
): Promise<Witness[]> {
  const { engine, names, quasiIdentifiers, classesTable, classColumn, sizeColumn } = counted
  const { dialect } = engine
  const [number, size] = [classColumn, sizeColumn].map((column) => sql`c.${dialect.identifier(column)}`)
  const shown = names.map((name) => sql`c.${name}`)
  const order = [
    check.worst === 'least' ? sql`figures.figure` : sql`figures.figure DESC`,
    size,
    ...shown.map((name) => sql`${dialect.ordered(name)} NULLS FIRST`),
  ]
  const selectResult = sql`SELECT ${join([...shown, size, number])} FROM ${dialect.identifier(classesTable)} AS c JOIN
    ${figures} ON figures.class = ${number} WHERE ${check.breaks(sql`figures.figure`)} ORDER BY ${join(order)} LIMIT
    ${most}`
  const result = await engine.query(selectResult, run)
  const columns = quasiIdentifiers.map((column) => ({ column, texts: result.texts(column) }))
  const sizes = result.numbers(sizeColumn)
  const numbers = result.numbers(classColumn)
  const blamed = await findBlamed(counted, check, counts[0], numbers, run)
  return Array.from(sizes, (rows, i) => ({
    size: rows,
    values: Object.fromEntries(columns.map(({ column, texts }) => [column, texts[i] ?? ''])),
    ...blamed(numbers[i]),
  }))
}

async function findBlamed(
  { engine, file }: CountedClasses,
  { blame }: Requirement['check'],
  column: string | undefined,
  classes: Float64Array,
  run: EngineRun,
): Promise<(number: number) => Pick<Witness, 'blamed'>> {
  if (blame === undefined || column === undefined) return () => ({})
  const { dialect } = engine
  const wanted = Array.from(classes, (number) => sql`${number}`)
  const every = sql`SELECT v.class AS class, d.value AS value, COALESCE(o.share, 0) * 1e0 AS share, d.share * 1e0 AS
    overall FROM (SELECT DISTINCT class FROM ${file.values(column)} AS own WHERE class IN (${join(wanted)})) AS v CROSS
    JOIN ${file.domain(column)} AS d LEFT JOIN ${file.values(column)} AS o ON o.class = v.class AND o.value = d.value
    ORDER BY v.class, ${dialect.ordered(sql`d.value`)}`
  const result = await engine.query(every, run)
  const texts = result.texts('value')
  const [numbers, shares, overall] = ['class', 'share', 'overall'].map((name) => result.numbers(name))
  const values = texts.map((value, i) => ({ value: value as string, share: shares[i], overall: overall[i] }))
  return (number) => {
    const classValues = values.filter((_, i) => numbers[i] === number)
    const place = blame(classValues)
    return place === undefined ? {} : { blamed: { column, ...classValues[place] } }
  }
}

export async function checkKnown(
  release: Countable,
  { rows, withoutColumns, pseudonyms = [] }: KnownOfFile,
  found: number,
  what: 'row' | 'basket',
  run: EngineRun,
): Promise<Check[]> {
  const checks: Check[] = []
  if (rows !== undefined) {
    const wrong = rows === found ? undefined : `${found} ${what}s, expected ${rows}`
    checks.push(plainCheck('rows', `no ${what} was lost or added on the way`, wrong, `${found} ${what}s, as expected`))
  }
  if (withoutColumns !== undefined) {
    const present = withoutColumns.filter((name) =>
      countedTable(release).columns.some((column) => column.name === name),
    )
    const wrong = present.length === 0 ? undefined : present.join(', ')
    checks.push(plainCheck('identifiers', 'no identifier column is in the release', wrong, 'none of them'))
  }
  for (const shape of pseudonyms) checks.push(await checkPseudonyms(release, shape, run))
  return checks
}
