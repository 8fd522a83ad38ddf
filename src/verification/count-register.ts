/**
 * Counts the people of a register who match each class of a file, by labels. If labels overlap, a person matches
 * several classes. Cost: a pass over the register; labels × values per column; joins by text.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { askFigures } from '../engines/figures.ts'
import { dayOfDate } from '../hierarchy/date.ts'
import { parseNumber, readRange } from '../hierarchy/ends/range-label.ts'
import { MISSING_LABEL } from '../hierarchy/hierarchy.ts'
import { saysNothing } from '../hierarchy/tree.ts'
import { openSource } from '../sources/open-source.ts'
import { requireColumn, type SourceRequest } from '../sources/table.ts'
import { allOf, join, type Sql, sql } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'

export interface RegisterRequest {
  readonly source: SourceRequest
  /** Interprets labels; by default from their text alone. */
  readonly reader?: LabelReader | undefined
}

/** Tells whether a label of a column covers a value of the register. */
export type LabelReader = (column: string, values: readonly string[]) => (label: string) => (value: string) => boolean

const peopleTable = 'halftone people'
const registerTable = 'halftone register'
const alikeTable = 'halftone people alike'
const fitsTable = (i: number): string => `halftone fits ${i}`

interface AskedClasses {
  readonly table: Sql
  readonly number: Sql
  readonly names: readonly Sql[]
  readonly quasiIdentifiers: readonly string[]
  readonly kept: Sql
}

/** The caller drops the table. */
export async function countRegister(
  engine: Engine,
  { source, reader = plainReader }: RegisterRequest,
  classes: AskedClasses,
  missingValues: readonly string[],
  run: EngineRun,
) {
  const { dialect } = engine
  const { quasiIdentifiers, names, number } = classes
  const register = await openSource(source, engine)
  for (const column of quasiIdentifiers) requireColumn(register, column, 'population.source')
  const made = [registerTable, ...quasiIdentifiers.map((_, i) => fitsTable(i)), alikeTable]
  const values = quasiIdentifiers.map(
    (column) =>
      sql`COALESCE(${valueOrMissing(dialect, column, missingValues)}, ${dialect.literal(MISSING_LABEL)}) AS
        ${dialect.identifier(column)}`,
  )
  const places = names.map((_, i) => sql`${i + 1}`)
  const [kind, people] = ['halftone kind', 'halftone people'].map((name) => dialect.identifier(name))
  try {
    const selectRegister = sql`SELECT *, row_number() OVER () AS ${kind} FROM (SELECT ${join(values)}, COUNT(*) AS
      ${people} FROM ${dialect.scan(register.source)} GROUP BY ${join(places)}) AS counted`
    await engine.execute(dialect.createTable(registerTable, selectRegister), run)
    for (const [i, column] of quasiIdentifiers.entries()) {
      const [labels, theirs] = [
        await distinctTexts(engine, classes.table, dialect.text(names[i]), run),
        await distinctTexts(engine, dialect.identifier(registerTable), names[i], run),
      ]
      const read = reader(column, theirs)
      const pairs = labels.flatMap((label) => theirs.filter(read(label)).map((value) => [label, value] as const))
      await engine.execute(
        dialect.createTable(
          fitsTable(i),
          dialect.listed([
            { name: 'label', values: pairs.map(([label]) => label) },
            { name: 'value', values: pairs.map(([, value]) => value) },
          ]),
        ),
        run,
      )
    }
    const fits = names.map(
      (name, i) => sql`JOIN ${dialect.identifier(fitsTable(i))} AS f${i} ON f${i}.value = r.${name}`,
    )
    const same = names.map((name, i) => sql`COALESCE(c.${name}, ${dialect.literal(MISSING_LABEL)}) = f${i}.label`)
    const selectAlike = sql`SELECT c.${number} AS class, r.${kind} AS kind, r.${people} AS people FROM
      ${dialect.identifier(registerTable)} AS r ${join(fits, ' ')} JOIN ${classes.table} AS c ON ${allOf(same)}`
    await engine.execute(dialect.createTable(alikeTable, selectAlike), run)
    const selectPeople = sql`SELECT c.${number} AS class, ${dialect.wholeNumber(sql`COALESCE(SUM(a.people), 0)`)} AS
      people FROM ${classes.table} AS c LEFT JOIN ${dialect.identifier(alikeTable)} AS a ON a.class = c.${number} GROUP
      BY c.${number}`
    await engine.execute(dialect.createTable(peopleTable, selectPeople), run)
    const others = sql`${dialect.identifier(registerTable)} WHERE ${kind} NOT IN (SELECT kind FROM
      ${dialect.identifier(alikeTable)} WHERE class IN (SELECT ${number} FROM ${classes.table}${classes.kept}))`
    return { table: peopleTable, ...(await askFigures(engine, { strangers: sql`SUM(${people})` }, others, run)) }
  } finally {
    for (const name of made) await engine.execute(dialect.dropTable(name))
  }
}

async function distinctTexts(engine: Engine, from: Sql, text: Sql, run: EngineRun): Promise<string[]> {
  const { dialect } = engine
  const missing = dialect.literal(MISSING_LABEL)
  const selectFound = sql`SELECT DISTINCT COALESCE(${text}, ${missing}) AS ${dialect.identifier('found')} FROM ${from}`
  const found = await engine.query(selectFound, run)
  return found.texts('found') as string[]
}

/** `39`, `[17,39]`, `≥ 85`, `1964-08…1984-05`, `[17,39] or missing`, `{a,b}`, `*` and `?` by their text alone. */
export const plainReader: LabelReader = () => readPlainly

function readPlainly(label: string): (value: string) => boolean {
  if (saysNothing(label) || label === LEFT_OUT) return () => true
  const range = readRange(label)
  if (range !== undefined && (range.low < range.high || range.missing)) {
    const read = range.dates ? dayOfDate : parseNumber
    return (value) => {
      if (value === MISSING_LABEL || value === label) return range.missing || value === label
      const number = read(value)
      return number >= range.low && number <= range.high
    }
  }
  if (label.startsWith('{') && label.endsWith('}')) {
    const listed = `,${label.slice(1, -1)},`
    return (value) => listed.includes(`,${value},`)
  }
  const number = label.trim() === '' ? Number.NaN : Number(label)
  return (value) => value === label || (!Number.isNaN(number) && value.trim() !== '' && Number(value) === number)
}

const LEFT_OUT = '?'
