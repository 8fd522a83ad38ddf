/** Counts classes and the requirements' values into temporary tables. Cost: a pass for classes, one per column. */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { askFigures } from '../engines/figures.ts'
import { userError } from '../ground/errors.ts'
import { MISSING_LABEL, SUPPRESSED_LABEL } from '../hierarchy/hierarchy.ts'
import type { CountedFile } from '../requirements/class-check.ts'
import { allOf, type Dialect, join, type Sql, sql } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'
import { countRegister, type RegisterRequest } from './count-register.ts'
import { byColumns, type Countable, countedTable, groupKey, rowCount } from './read-once.ts'
import type { Verification } from './verification.ts'

const wrongSource = userError('present', 'population.source')

export type OverallCounts = ReadonlyMap<string, ReadonlyMap<string, number>>

export interface ClassesRequest {
  readonly quasiIdentifiers: readonly string[]
  readonly columns: readonly string[]
  readonly missingValues: readonly string[]
  /** Counts of each value in the source data; by default those of the file. */
  readonly overall?: OverallCounts | undefined
  /** Rows (or persons) of the source data, including suppressed ones. */
  readonly dataRows?: number | undefined
  /** Person column: sizes count distinct persons, and values are weighted. */
  readonly persons?: string | undefined
  readonly register?: RegisterRequest | undefined
  readonly exempt: boolean
}

export interface CountedClasses {
  readonly engine: Engine
  readonly quasiIdentifiers: readonly string[]
  readonly names: readonly Sql[]
  readonly classesTable: string
  readonly classColumn: string
  readonly sizeColumn: string
  readonly rowsColumn: string
  readonly figures: Pick<Verification, 'rows' | 'suppressedRows' | 'persons' | 'classes' | 'smallestClass'>
  readonly asked: number
  readonly askedOfRegister: number
  readonly file: CountedFile
  readonly given: ReadonlySet<string>
  drop(): Promise<void>
}

const classesTable = 'halftone classes'
const classColumn = 'halftone class'
const sizeColumn = 'halftone size'
const rowsColumn = 'halftone rows'
const atOnce = 5000

/** COALESCE: a missing cell is not suppressed and must not make the condition NULL. */
export function isSuppressed(dialect: Dialect, names: readonly Sql[]): Sql {
  return allOf(names.map((name) => sql`COALESCE(${name}, '') = ${dialect.literal(SUPPRESSED_LABEL)}`))
}

function selectClasses(released: Countable, columns: readonly string[], person: Sql | undefined): Sql {
  const counted = person === undefined ? byColumns(released, columns) : released
  const { engine, source } = countedTable(counted)
  const { identifier, keepsOrder, scan, text, wholeNumber } = engine.dialect
  const names = columns.map((column) => identifier(column))
  const keys = columns.map((column, i) => sql`${groupKey(counted, column)} AS ${names[i]}`)
  const [size, rows] = [identifier(sizeColumn), identifier(rowsColumn)]
  const sizes = person === undefined ? rowCount(counted) : wholeNumber(sql`count(DISTINCT ${person})`)
  const grouped = sql`SELECT ${join([...keys, sql`${sizes} AS ${size}`])}, ${rowCount(counted)} AS ${rows} FROM
    ${scan(source)} GROUP BY ${join(names.map((_, i) => sql`${i + 1}`))}`
  // Spark can only number ordered rows.
  const number = wholeNumber(sql`row_number() OVER (${keepsOrder ? sql`` : sql`ORDER BY ${size}`})`)
  const texts = names.map((name) => sql`${text(name)} AS ${name}`)
  return sql`SELECT ${join([...texts, size, rows])}, ${number} AS ${identifier(classColumn)} FROM (${grouped}) AS grouped`
}

export async function countClasses(
  counted: Countable,
  request: ClassesRequest,
  run: EngineRun,
): Promise<CountedClasses> {
  const { engine, source } = countedTable(counted)
  const { dialect } = engine
  const { quasiIdentifiers, columns, exempt, overall = new Map() } = request
  const person = request.persons === undefined ? undefined : dialect.text(dialect.identifier(request.persons))
  const names = quasiIdentifiers.map((column) => dialect.identifier(column))
  const [number, size] = [dialect.identifier(classColumn), dialect.identifier(sizeColumn)]
  const classes = dialect.identifier(classesTable)
  const made: string[] = [classesTable]
  const drop = async (): Promise<void> => {
    for (const name of made) await engine.execute(dialect.dropTable(name))
  }

  async function countValues(column: string, i: number): Promise<void> {
    const value = sql`COALESCE(${valueOrMissing(dialect, column, request.missingValues)},
      ${dialect.literal(MISSING_LABEL)})`
    const keys = names.map((name, at) => sql`${dialect.text(name)} AS ${keyName(at)}`)
    // Equality only, so that every engine can use a hash join; missing values match each other.
    const same = names.flatMap((name, at) => [
      sql`COALESCE(c.${name}, '') = COALESCE(r.${keyName(at)}, '')`,
      sql`(c.${name} IS NULL) = (r.${keyName(at)} IS NULL)`,
    ])
    const weight = rowWeight(counted, person)
    made.push(valuesTable(i), domainTable(i))
    const selectValues = sql`SELECT class, size, value, amount, amount * 1e0 / SUM(amount) OVER (PARTITION BY class) AS
      share FROM (SELECT c.${number} AS class, c.${size} AS size, r.value AS value,
      ${person === undefined ? dialect.wholeNumber(sql`SUM(r.weight)`) : sql`SUM(r.weight)`} AS amount FROM (SELECT
      ${join([...keys, sql`${value} AS value`, sql`${weight} AS weight`])} FROM ${dialect.scan(source)}) AS r JOIN
      ${classes} AS c ON ${allOf(same)} GROUP BY 1, 2, 3) AS counted`
    await engine.execute(dialect.createTable(valuesTable(i), selectValues), run)
    const given = overall.get(column)
    if (given !== undefined) return uploadCounts(engine, domainTable(i), given, run)
    const selectDomain = sql`SELECT value, SUM(amount) AS amount, SUM(amount) * 1e0 / (SELECT SUM(amount) FROM
      ${dialect.identifier(valuesTable(i))}) AS share FROM ${dialect.identifier(valuesTable(i))} GROUP BY value`
    await engine.execute(dialect.createTable(domainTable(i), selectDomain), run)
  }

  try {
    await engine.execute(dialect.createTable(classesTable, selectClasses(counted, quasiIdentifiers, person)), run)
    for (const [i, column] of columns.entries()) await countValues(column, i)
    const { suppressedGroup, ...ofClasses } = await readFigures(engine, isSuppressed(dialect, names), run)
    // Rows without a person count for nobody.
    const persons = person && { persons: sql`COUNT(DISTINCT ${person})` }
    const figures: CountedClasses['figures'] = persons
      ? { ...ofClasses, ...(await askFigures(engine, persons, dialect.scan(source), run)) }
      : ofClasses
    const released = sql` WHERE NOT (${isSuppressed(dialect, names)})`
    const kept = exempt ? released : sql``
    const register =
      request.register === undefined
        ? undefined
        : await countRegister(
            engine,
            request.register,
            { table: classes, number, names, quasiIdentifiers, kept: released },
            request.missingValues,
            run,
          )
    if (register !== undefined) made.push(register.table)
    const all = request.dataRows ?? figures.persons ?? figures.rows
    // Dropped rows; with persons, the file that has their column includes them.
    const dropped = Math.max(0, all - (figures.persons ?? figures.rows))
    const hidden = suppressedGroup > 0 || dropped > 0
    const inClasses = exempt ? sql` WHERE class IN (SELECT ${number} FROM ${classes}${kept})` : sql``
    return {
      engine,
      quasiIdentifiers,
      names,
      classesTable,
      classColumn,
      sizeColumn,
      rowsColumn,
      figures,
      asked: figures.classes + (exempt ? 0 : suppressedGroup),
      askedOfRegister: figures.classes + (hidden ? 1 : 0),
      file: {
        dialect,
        rows: all,
        classes: sql`(SELECT ${number} AS class, ${size} AS size FROM ${classes}${kept})`,
        shown: {
          classes: sql`(SELECT ${join([sql`${number} AS class`, ...names.map((name, i) => sql`${name} AS ${keyName(i)}`)])} FROM ${classes}${kept})`,
          columns: names.map((_, i) => keyName(i)),
          names: quasiIdentifiers,
        },
        values: (column) =>
          sql`(SELECT * FROM ${dialect.identifier(valuesTable(columns.indexOf(column)))}${inClasses})`,
        domain: (column) => sql`(SELECT value, share FROM ${dialect.identifier(domainTable(columns.indexOf(column)))})`,
        register() {
          if (register === undefined)
            throw wrongSource`people of a register are asked about, and none is given; add population: { source:
              register.csv } to the job, or give --population FILE`
          const { table, strangers } = register
          const ofReleased = sql`SELECT c.class AS class, c.size AS size, a.people AS people FROM (SELECT ${number} AS
            class, ${size} AS size FROM ${classes}${released}) AS c JOIN ${dialect.identifier(table)} AS a ON a.class =
            c.class`
          if (!hidden) return { classes: sql`(${ofReleased})`, strangers }
          const ofHidden = sql`SELECT COALESCE(MAX(${number}), 0) AS class, COALESCE(SUM(${size}), 0) + ${dropped} AS
            size, ${strangers} AS people FROM ${classes} WHERE ${isSuppressed(dialect, names)}`
          return { classes: sql`(${ofReleased} UNION ALL ${ofHidden})`, strangers: 0 }
        },
      },
      given: new Set(overall.keys()),
      drop,
    }
  } catch (error) {
    await drop()
    throw error
  }
}

/** 1 or the number of repeats; with persons 1/(rows of the person), so that everybody counts once. */
function rowWeight(counted: Countable, person: Sql | undefined): Sql {
  const { dialect } = countedTable(counted).engine
  const times = 'times' in counted ? dialect.identifier(counted.times) : sql`1`
  return person === undefined ? times : sql`${times} * 1e0 / SUM(${times}) OVER (PARTITION BY ${person})`
}

const valuesTable = (i: number): string => `halftone values ${i}`
const domainTable = (i: number): string => `halftone domain ${i}`
const keyName = (i: number): Sql => sql`q${i}`

function readFigures(engine: Engine, suppressed: Sql, run: EngineRun) {
  const { dialect } = engine
  const [size, rows] = [dialect.identifier(sizeColumn), dialect.identifier(rowsColumn)]
  const figures = {
    rows: sql`SUM(${rows})`,
    suppressedRows: sql`SUM(CASE WHEN ${suppressed} THEN ${rows} END)`,
    classes: sql`COUNT(CASE WHEN ${suppressed} THEN NULL ELSE 1 END)`,
    smallestClass: sql`MIN(CASE WHEN ${suppressed} THEN NULL ELSE ${size} END)`,
    suppressedGroup: sql`COUNT(CASE WHEN ${suppressed} THEN 1 END)`,
  }
  return askFigures(engine, figures, dialect.identifier(classesTable), run)
}

async function uploadCounts(engine: Engine, name: string, counts: ReadonlyMap<string, number>, run: EngineRun) {
  const { dialect } = engine
  const entries = [...counts].filter(([, amount]) => amount > 0)
  const all = entries.reduce((sum, [, amount]) => sum + amount, 0)
  const rows = entries.map(([value, amount]) => sql`(${dialect.literal(value)}, ${amount})`)
  // Long VALUES lists are slow to parse; one statement, because Spark cannot append to a view.
  const lists = Array.from({ length: Math.ceil(rows.length / atOnce) }, (_, i) => {
    const some = join(rows.slice(i * atOnce, (i + 1) * atOnce))
    return sql`SELECT value, amount, amount * 1e0 / ${all} AS share FROM (VALUES ${some}) AS given(value, amount)`
  })
  if (lists.length > 0) await engine.execute(dialect.createTable(name, join(lists, ' UNION ALL ')), run)
}
