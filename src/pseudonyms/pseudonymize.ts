/**
 * Replaces columns by pseudonyms (HMAC-SHA-256) and shifted dates when a table is scanned, so that later steps need no
 * special case. Cost: two digests per row, and one pass per column to check for collisions and for dates that cannot be
 * shifted.
 */
import type { EngineRun } from '../engines/engine.ts'
import { askFigures } from '../engines/figures.ts'
import { type UserError, userError } from '../ground/errors.ts'
import { entryAt } from '../ground/maps.ts'
import { detectDateFormat } from '../hierarchy/date-format.ts'
import type { Table } from '../sources/table.ts'
import { type KeyedDialect, type Sql, sql } from '../sql/dialect.ts'
import { isMissing, keyedDigest, keyedExpression, PSEUDONYM_FORMATS, shiftedBy } from '../sql/keyed.ts'
import type { KeyedColumn, PseudonymColumn, ShiftedColumn } from '../sql/scans.ts'
import { type KeyFile, readKeyFile } from './key-file.ts'
import type { PlannedKeyed } from './plan-keyed.ts'

interface KeyedRequest {
  readonly columns: readonly { readonly name: string; readonly keyed?: PlannedKeyed | undefined }[]
  readonly missingValues: readonly string[]
}

export interface Pseudonymized {
  readonly table: Table
  readonly fingerprints: ReadonlyMap<string, string>
}

export async function pseudonymize(
  table: Table,
  { columns, missingValues }: KeyedRequest,
  run: EngineRun = {},
): Promise<Pseudonymized> {
  const there = new Map(table.columns.map((column) => [column.name, column]))
  const planned = columns.flatMap(({ name, keyed }) => (keyed && there.has(name) ? [{ name, keyed }] : []))
  if (planned.length === 0) return { table, fingerprints: new Map() }
  const { engine, source } = table
  const { keyed: dialect } = engine.dialect
  if (engine.holdKey === undefined || dialect === undefined || source.kind !== 'files') {
    const notTogether = userError('together', `columns.${planned[0].name}`)
    throw notTogether`column "${planned[0].name}" needs the key of its pseudonyms, which does not leave this machine,
      and ${engine.version} would have to be given it; export the table to a file and make that the source,
      or give the column role: identifier`
  }
  const keys = new Map<string, KeyFile>()
  const made: KeyedColumn[] = []
  for (const { name, keyed } of planned) {
    const wrongKey = userError('together', keyed.named)
    const key = entryAt(keys, keyed.key, () => readKeyFile(keyed.key, keyed.named))
    if (keyed.fingerprint !== undefined && keyed.fingerprint !== key.fingerprint)
      throw wrongKey`"${keyed.named}" is another key than that of the earlier release, so column "${name}" would have
        other pseudonyms or dates for the same people; give the key that it was made with`
    const secret = `halftone ${keyed.kind} ${keyed.scope} ${key.fingerprint}`
    await engine.holdKey(secret, key.derive(`${keyed.kind} ${keyed.scope}`))
    made.push(keyedColumn(table, name, keyed, secret, missingValues))
  }
  // A collision would merge two people; a date that cannot be shifted would be released unchanged.
  for (const column of made) {
    if (column.kind === 'pseudonym') await checkPeople(table, dialect, column, run)
    else await checkDates(table, dialect, column, run)
  }
  const warnings = [...keys.values()].flatMap((key) => key.warnings)
  return {
    table: { ...table, source: { ...source, keyed: made }, warnings: [...table.warnings, ...warnings] },
    fingerprints: new Map(planned.map(({ name, keyed }) => [name, (keys.get(keyed.key) as KeyFile).fingerprint])),
  }
}

function keyedColumn(
  { columns }: Table,
  column: string,
  keyed: PlannedKeyed,
  secret: string,
  missingValues: readonly string[],
): KeyedColumn {
  if (keyed.kind === 'pseudonym')
    return { kind: 'pseudonym', column, secret, format: keyed.format, length: keyed.length, missingValues }
  const unknownPerson = userError('known', `columns.${column}.shift.by`)
  if (!columns.some(({ name }) => name === keyed.by))
    throw unknownPerson`the dates of column "${column}" are shifted by "${keyed.by}", which the data does not have; name
      the column of the person`
  const { kind, type } = columns.find(({ name }) => name === column) as Table['columns'][number]
  const typed = kind === 'date' || type.startsWith('TIMESTAMP') ? { type } : { format: keyed.format }
  return { kind: 'shift', column, secret, by: keyed.by, days: keyed.days, missingValues, ...typed }
}

async function checkPeople({ engine, source }: Table, keyed: KeyedDialect, column: PseudonymColumn, run: EngineRun) {
  const { dialect } = engine
  const made = keyedExpression(dialect, keyed, column, dialect.identifier('halftone digest'))
  const people = sql`SELECT DISTINCT ${dialect.identifier(column.column)} FROM ${dialect.scan(source)} WHERE NOT
    ${isMissing(dialect, column.column, column)}`
  const digests = sql`SELECT *, ${keyedDigest(dialect, keyed, column)} AS ${dialect.identifier('halftone digest')} FROM
    (${people}) AS people`
  const figures = { people: sql`COUNT(*)`, pseudonyms: sql`COUNT(DISTINCT ${made})` }
  const found = await askFigures(engine, figures, sql`(${digests}) AS keyed`, run)
  refuseCollisions(column, found.people, found.pseudonyms)
}

async function checkDates({ engine, source }: Table, keyed: KeyedDialect, shifted: ShiftedColumn, run: EngineRun) {
  const { dialect } = engine
  const missing = isMissing(dialect, shifted.column, shifted)
  const nobody = isMissing(dialect, shifted.by, shifted)
  const unread = sql`${shiftedBy(dialect, keyed, shifted, sql`1`)} IS NULL`
  const count = (what: Sql) => sql`COUNT(CASE WHEN NOT ${missing} AND ${what} THEN 1 END)`
  const figures = { alone: count(nobody), unread: count(sql`NOT ${nobody} AND ${unread}`) }
  const found = await askFigures(engine, figures, dialect.scan(source), run)
  const { column, by } = shifted
  const wrongShift = userError('data', `columns.${column}.shift`)
  if (found.alone > 0)
    throw wrongShift`${found.alone} rows have a date in "${column}" but nobody in "${by}", so that it cannot be shifted;
      fill in "${by}", remove these dates, or give "${column}" role: identifier`
  if (found.unread > 0) throw await unreadDates({ engine, source }, shifted, found.unread, run)
  await refuseSharedDate({ engine, source }, shifted, run)
}

/** If most people share a date, its released value would reveal each person's shift. */
async function refuseSharedDate(
  { engine, source }: Pick<Table, 'engine' | 'source'>,
  shifted: ShiftedColumn,
  run: EngineRun,
): Promise<void> {
  const { dialect } = engine
  const [date, person] = [shifted.column, shifted.by].map((name) => dialect.text(dialect.identifier(name)))
  const dates = sql`SELECT COUNT(DISTINCT ${person}) AS people FROM ${dialect.scan(source)} WHERE NOT
    ${isMissing(dialect, shifted.column, shifted)} GROUP BY ${date}`
  const figures = { all: sql`SUM(people)`, sharing: sql`MAX(people)` }
  const { all, sharing } = await askFigures(engine, figures, sql`(${dates}) AS dates`, run)
  if (sharing < 2 || sharing * 2 <= all) return
  const wrongShift = userError('data', `columns.${shifted.column}.shift`)
  throw wrongShift`${sharing} of ${all} dates that people have in column "${shifted.column}" are the same one: anyone
    who knows it reads from the shifted date by how much all dates of that person were shifted; give "${shifted.column}"
    role: identifier, which leaves it out`
}

/** Birthday bound: n people have about n² / 2 pairs among 2^bits pseudonyms. */
function refuseCollisions(pseudonym: PseudonymColumn, people: number, pseudonyms: number): void {
  if (people === pseudonyms) return
  const { unit, longest, bits } = PSEUDONYM_FORMATS[pseudonym.format]
  // Long enough for a collision chance below one in a million.
  const enough = Math.ceil((2 * Math.log2(people) + 19) / bits)
  const remedy =
    enough <= longest ? `set length: ${enough} or more` : `choose format: hex, which has room for ${2 ** 64} and more`
  const wrongData = userError('data', `columns.${pseudonym.column}.length`)
  throw wrongData`column "${pseudonym.column}" has ${people} different values but only ${pseudonyms} pseudonyms of
    ${pseudonym.length} ${unit} (${Math.round(bits * pseudonym.length)} bits): different people would become one;
    ${remedy}`
}

const SAMPLE = 1000

async function unreadDates(
  { engine, source }: Pick<Table, 'engine' | 'source'>,
  shifted: ShiftedColumn,
  rows: number,
  run: EngineRun,
): Promise<UserError> {
  const { dialect } = engine
  const text = dialect.text(dialect.identifier(shifted.column))
  const selectSome = sql`SELECT DISTINCT ${text} AS value FROM ${dialect.scan(source)} WHERE NOT
    ${isMissing(dialect, shifted.column, shifted)} LIMIT ${SAMPLE}`
  const some = await engine.query(selectSome, run)
  const detected = detectDateFormat(some.texts('value') as string[])
  const wanted = shifted.format === undefined ? 'year-month-day, such as 2004-03-17' : `"${shifted.format}"`
  const remedy =
    detected === undefined || detected.format === shifted.format
      ? 'give the format in which they are written, such as format: "%d.%m.%Y", or fix them'
      : `set format: "${detected.format}"${detected.or === undefined ? '' : ` or "${detected.or}"`}`
  const wrongData = userError('data', `columns.${shifted.column}.format`)
  return wrongData`${rows} values of column "${shifted.column}" are no dates of the form ${wanted}, and a date that is
    not shifted is not released; ${remedy}`
}
