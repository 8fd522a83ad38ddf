/**
 * Translates a recoding file into statements for a warehouse. Accepts only requirements that one aggregate per class
 * can express; a SELECT without the others would guarantee less.
 */
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { csvRecords } from '../ground/csv.ts'
import { UserError, userError } from '../ground/errors.ts'
import { MOST_BYTES_OF_RESULTS, readSmallFile } from '../ground/small-file.ts'
import { dateParser, dayOfDate, parseDateOrTime } from '../hierarchy/date.ts'
import { isDate } from '../hierarchy/ends/range-label.ts'
import { MISSING_LABEL } from '../hierarchy/hierarchy.ts'
import type { BoxesRecoding } from '../recoding/boxes-recoding.ts'
import { type ClassesRecoding, LEFT_OUT_LABEL } from '../recoding/class-decision.ts'
import { checkShape, documentText, parseDocument } from '../recoding/read-document.ts'
import type { ColumnsRecoding, RecodedCategories, RecodedColumn } from '../recoding/recoding.ts'
import { keptColumnsShape, readRecoding, requirementsShape } from '../recoding/recoding.ts'
import { type ClassTest, type WarehouseStatements, warehouseStatements } from '../recoding/warehouse-statement.ts'
import { makeRequirement } from '../requirements/index.ts'
import { smallestAllowedClass } from '../requirements/requirement.ts'
import { selectCoarse } from '../sql/coarse-expression.ts'
import { derivedFrom, selectDerived } from '../sql/derived.ts'
import { type Sql, sql } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'
import type { DatePart } from '../sql/scans.ts'
import { tableNamed, type WarehouseDialect, warehouseDialects } from '../sql/warehouse.ts'
import type { WarehouseName } from '../sql/warehouse-names.ts'

export interface WarehouseOptions {
  readonly dialect: WarehouseName
  /** Names such as `clinic.people`, or a placeholder in double braces for another tool. */
  readonly table: string
  readonly release: string
  /** Columns released unchanged: additions to and removals from those of the recoding. */
  readonly keep: readonly string[]
  readonly drop: readonly string[]
  readonly key: readonly string[]
}

type AnyRecoding = ColumnsRecoding | BoxesRecoding | ClassesRecoding

export function recodingAsSql(file: string, options: WarehouseOptions): WarehouseStatements {
  const dialect = warehouseDialects[options.dialect]
  const recoding = withDates(readTableRecoding(file, options.key))
  const keepsAll = recoding.suppressedRows === 'mask' && !('decision' in recoding)
  const { tests, ofSource } = listTests(dialect, recoding, keepsAll)
  const kept = listKept(recoding, options)
  const persons = (recoding.requirements as ColumnsRecoding['requirements']).flatMap((asked) => asked.persons ?? [])[0]
  const needed = new Set([
    ...recoding.columns.map(({ column }) => column),
    ...kept,
    ...tests.flatMap(({ columns }) => columns),
    ...(persons === undefined ? [] : [persons]),
    ...options.key,
  ])
  const derived = deriveAgain(dialect, tableNamed(dialect, options.table), recoding, [...needed])
  const coarse = (recoding.keptColumns ?? []).flatMap(({ coarsening, ...column }) =>
    coarsening !== undefined && needed.has(column.column) ? [{ ...column, coarsening }] : [],
  )
  for (const { column, coarsening } of coarse) refuseMonthNames(column, coarsening.format)
  const { missingValues } = recoding
  return warehouseStatements(dialect, {
    ...recoding,
    tests,
    ofSource,
    smallestGroup: smallestGroup(recoding),
    kept,
    shares: coarse.flatMap(({ column, coarsening: { share } }) =>
      share !== undefined && kept.includes(column) ? [{ column, share }] : [],
    ),
    persons,
    source: coarse.length === 0 ? derived : selectCoarse(dialect, derived, [...needed], coarse, missingValues),
    release: tableNamed(dialect, options.release),
  })
}

/** Days from the beginning of derived dates, 0000-03-01, to 1970. */
const DAYS_TO_1970 = 719_468

/** Dates and times are derived from the texts: positions for intervals, their standard form for trees. */
function withDates<R extends AnyRecoding>(recoding: R): R {
  const derived = [...(recoding.derived ?? [])]
  function derive(column: RecodedColumn, part: DatePart, text: (date: string) => string | undefined): void {
    const place = derived.findIndex((one) => one.column === column.column)
    const { map } = derived[place] ?? {}
    if (place < 0) derived.push({ column: column.column, part: [column.column, part], format: column.format })
    else if (map !== undefined)
      derived[place] = { ...derived[place], map: [map[0], map[1].map(([value, date]) => [value, text(date) ?? date])] }
  }
  const columns = recoding.columns.map((column): RecodedColumn => {
    const { column: name, format } = column
    const read = dateParser(name, format)
    if (column.type !== 'numeric') {
      const precision = column.type === 'taxonomy' ? findPrecision(column) : undefined
      if (precision !== undefined) derive(column, `${precision} text`, (date) => read(date)?.label)
      return column
    }
    if (!isDate(column.unit)) return column
    refuseMonthNames(name, format)
    const shift = column.unit === 'time' ? 0 : DAYS_TO_1970
    derive(column, column.unit === 'time' ? 'second' : 'day', (date) => `${dayOfDate(date, read) + shift}`)
    const groups = column.groups.map(({ from, to, shown, ...group }) =>
      from === undefined || to === undefined
        ? group
        : {
            ...group,
            from: from + shift,
            to: to + shift,
            shown: shown && ([shown[0] + shift, shown[1] + shift] as const),
          },
    )
    return { ...column, groups }
  })
  return { ...recoding, columns, derived }
}

/** The precision of a tree of dates, which has them in their standard form; undefined for years and other values. */
function findPrecision({ groups }: RecodedCategories): 'day' | 'month' | 'time' | undefined {
  const values = groups.flatMap((group) => group.values).filter((value) => value !== MISSING_LABEL)
  const dates = values.map(parseDateOrTime)
  const [{ precision } = { precision: 'year' as const }] = dates.filter((date) => date !== undefined)
  return precision !== 'year' && dates.every((date, i) => date?.label === values[i]) ? precision : undefined
}

function refuseMonthNames(column: string, format: string | undefined): void {
  if (format?.includes('%b'))
    throw userError('together', `columns.${column}`)`dates of column "${column}" have names of months, which a statement
      does not read; use \`halftone apply\``
}

/** The table with its derived columns; `needed` are the columns that the statement reads. */
function deriveAgain(
  dialect: WarehouseDialect,
  table: Sql,
  { derived = [], missingValues }: AnyRecoding,
  needed: readonly string[],
): Sql {
  if (derived.length === 0) return table
  const made = new Set(derived.map(({ column }) => column))
  const names = [...new Set([...needed, ...derived.flatMap(derivedFrom)])].filter((name) => !made.has(name))
  return selectDerived(dialect, table, { names, columns: derived, missingValues }, (from, value, { column, map }) => {
    const name = dialect.identifier(`halftone map ${column}`)
    const rows = dialect.rows(['halftone_from', 'halftone_to'], map?.[1] ?? [])
    const joined = sql`${from} LEFT JOIN (${rows}) AS ${name} ON ${name}.halftone_from = ${value}`
    return { from: joined, expression: sql`${name}.halftone_to` }
  })
}

function listTests(
  dialect: WarehouseDialect,
  { requirements, missingValues }: AnyRecoding,
  keepsAll: boolean,
): { readonly tests: readonly ClassTest[]; readonly ofSource: boolean } {
  const asked = requirements as ColumnsRecoding['requirements']
  const value = (column: string) =>
    sql`COALESCE(${valueOrMissing(dialect, column, missingValues)}, ${dialect.literal(MISSING_LABEL)})`
  const tests = asked.map((requirement, i) => {
    const { check, counts, persons } = makeRequirement(
      requirement.name,
      requirement.options,
      requirement.columns,
      requirement.persons,
    )
    const rowCounts = new Map<string, ClassTest['rowCounts'][number]>()
    const figure = check.aggregate?.(value, (within, column) => {
      const name = sql`halftone_${within === 'all' ? sql`all` : sql`class`}_${column === undefined ? sql`rows` : sql`amount`}_${i + 1}`
      rowCounts.set(name, { name, within, value: column === undefined ? undefined : value(column) })
      return name
    })
    if (figure === undefined || (persons !== undefined && counts.length > 0))
      throw userError('together', 'requirements')`the requirement ${requirement.name} of the recoding cannot be said by
        one GROUP BY … HAVING, and a SELECT without it would promise less; apply the recoding with \`halftone apply\``
    const columns = persons === undefined ? counts : [persons]
    return { figure, breaks: check.breaks(figure), columns, rowCounts: [...rowCounts.values()] }
  })
  // Rows that are left out belong to all rows, but are not in the release.
  const comparesWithLost = !keepsAll && tests.some(({ rowCounts }) => rowCounts.some(({ within }) => within === 'all'))
  return { tests, ofSource: comparesWithLost || asked.some(({ persons }) => persons !== undefined) }
}

/** The minimum number of suppressed rows; supports only requirements on sizes. */
type Suppression = Pick<ColumnsRecoding, 'suppressedGroup' | 'requirements'>

function smallestGroup({ suppressedGroup, requirements }: Suppression): number {
  if (suppressedGroup === 'exempt') return 1
  const rules = requirements.map((asked) => makeRequirement(asked.name, asked.options, asked.columns, asked.persons))
  const other = rules.find((rule) => rule.reads !== 'sizes')
  if (other === undefined) return smallestAllowedClass(rules)
  throw userError('together', 'requirements')`the recoding was made under suppressed-group: enforce, and whether
    suppressed rows hold under ${other.name}${other.persons === undefined ? '' : ' by persons'} cannot be said in a
    statement; apply the recoding with \`halftone apply\``
}

function readTableRecoding(file: string, key: readonly string[]) {
  const text = documentText(file, 'recoding')
  const value = parseDocument<ClassesRecoding>(text, file, 'recoding')
  if (value.kind !== 'combinations') return readRecoding(text, file)
  checkShape(value, shape, file)
  const recoding = value as ClassesRecoding
  const decision = readDecision(file, recoding, key)
  return { ...recoding, suppressedRows: 'drop', suppressedGroup: 'exempt', decision } as const
}

const texts = z.array(z.string())
const shape = z.looseObject({
  columns: z.array(z.looseObject({ column: z.string(), type: z.string(), groups: z.array(z.looseObject({})) })).min(1),
  table: z.string(),
  requirements: requirementsShape,
  seed: z.number(),
  missing: z.enum(['drop', 'category', 'fail']),
  missingValues: texts,
  keptColumns: keptColumnsShape.optional(),
})

function listKept({ keptColumns = [] }: AnyRecoding, { keep, drop }: WarehouseOptions): string[] {
  const kept = keptColumns.filter(({ column }) => !drop.includes(column))
  const keyed = kept.find((column) => column.keyed !== undefined)
  if (keyed !== undefined)
    throw userError('together', '--drop')`column "${keyed.column}" is made with a key, which does not leave this
      machine: no statement can say it; leave the column out with --drop ${keyed.column}, or use \`halftone apply\``
  return [...new Set([...kept.map(({ column }) => column), ...keep])]
}

function readDecision(file: string, recoding: ClassesRecoding | BoxesRecoding, key: readonly string[]) {
  const path = join(dirname(file), recoding.table)
  let text: string
  try {
    text = readSmallFile(path, `the table of the recoding, "${path}",`, MOST_BYTES_OF_RESULTS)
  } catch (error) {
    if (error instanceof UserError) throw error
    throw userError('file', path)`the table of the recoding, "${path}", cannot be read
      (${(error as NodeJS.ErrnoException).code}); it must lie beside ${file}`
  }
  const [header, ...records] = csvRecords(text, path)
  // A data column may have that name too: it comes first.
  const at = header.lastIndexOf('output')
  const columns = header.slice(0, at)
  const names = recoding.columns.map(({ column }) => column)
  for (const { column, groups } of recoding.columns) {
    const labels = groups.map(({ label }) => label)
    if (columns.includes(column) && new Set(labels).size < labels.length)
      throw userError('file', file)`${file}: two groups of column "${column}" have the same label, so that its table
        does not say which is meant; run the job again with data that distinguishes them`
  }
  const lines = records.map((record) => ({
    labels: record.slice(0, at),
    output: Number(record[at]),
    rows: Number(record[at + 1]),
  }))
  const shown = new Map<number, readonly string[]>()
  const tell = (output: number, of: (column: string, i: number) => string | undefined) => {
    const labels = names.map((column, i) => of(column, i) ?? LEFT_OUT_LABEL)
    shown.set(output, labels)
  }
  const { boxes } = recoding as Partial<BoxesRecoding>
  // A column may be called like a member of `Object.prototype`.
  const labelIn = (labels: Readonly<Record<string, string>>) => (column: string) =>
    Object.hasOwn(labels, column) ? labels[column] : undefined
  if (boxes !== undefined) for (const box of boxes) tell(box.output, labelIn(box.shown))
  else if (recoding.outputs !== undefined)
    for (const [i, output] of recoding.outputs.entries()) tell(i + 1, labelIn(output.shown))
  else for (const record of records) if (record[at] !== '0') tell(Number(record[at]), (_, i) => record[at + 2 + i])
  return { columns, lines, shown, seed: recoding.seed, key }
}
