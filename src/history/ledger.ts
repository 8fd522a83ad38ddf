/**
 * The ledger: what earlier releases showed about whom. It is a private Parquet file with a row per person (a keyed
 * digest in place of the identifier, the class, when it was first shown, and the released values of the row) and a head
 * with the releases and classes.
 *
 * Rows stay in the engine: the people of the ledger are joined with those of the data there, only codes and classes
 * travel, and the release and the next ledger are written from that join. The engine is DuckDB: the key does not leave
 * this machine.
 *
 * Size: 16 bytes per person for the digest, and what the compressed values take.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import type { Engine, EngineRun } from '../engines/engine.ts'
import { askFigures } from '../engines/figures.ts'
import { userError } from '../ground/errors.ts'
import type { KeyFile } from '../pseudonyms/key-file.ts'
import type { BoxEnd } from '../recoding/boxes-recoding.ts'
import { type Dialect, join, type KeyedDialect, type Source, type Sql, sql } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'
import { keyedDigest, keyedExpression } from '../sql/keyed.ts'
import type { NextRelease, People } from './people.ts'

/** The subject of a ledger: two runs must agree on it. */
export interface LedgerSubject {
  readonly person: string
  readonly quasiIdentifiers: readonly string[]
  /** Other released columns. */
  readonly columns: readonly string[]
  readonly k: number
}

export interface LedgerHead extends LedgerSubject {
  readonly halftone: 'ledger'
  readonly version: 1
  readonly key: string
  readonly releases: readonly { readonly name: string; readonly sha256: string; readonly rows: number }[]
  /** Classes of all releases; a person's row has the place. */
  readonly classes: readonly LedgerClass[]
  /** Classes that people were in before: earlier past, class, first release there, first release without. */
  readonly pasts: readonly Past[]
  readonly borders?: Borders
}

/** Starts of the public bins of each numeric column, except the first. */
export type Borders = Readonly<Record<string, readonly number[] | undefined>>

export interface LedgerClass {
  /** First and last value of each quasi-identifier. */
  readonly ranges: Readonly<Record<string, readonly [BoxEnd, BoxEnd]>>
  readonly shown: Readonly<Record<string, string>>
  /** With m-invariance: the set of sensitive values that the class shows, by column. */
  readonly values?: Readonly<Record<string, readonly string[]>> | undefined
}

export type Past = readonly [before: number, from: number, since: number, until: number]

const TABLES = { current: 'halftone current', before: 'halftone before', people: 'halftone people' } as const
const NEXT = 'halftone next'
const LABELS = 'halftone labels'
/** The keyed digest of the identifier. */
export const PERSON = 'halftone person'
const SECRET = 'halftone ledger'
/** Bytes of a digest: among ten million people two share 16 bytes with a chance of 1 in 10²⁴. */
const DIGEST_BYTES = 16

const wrongLedger = userError('file', 'history.ledger')

/** Reads the head of a ledger; undefined if there is none yet. Throws if it is about something else. */
export async function readLedger(
  engine: Engine,
  file: string,
  key: KeyFile,
  subject: LedgerSubject,
): Promise<LedgerHead | undefined> {
  if (!existsSync(file)) return undefined
  const head = await requireHead(engine, file)
  if (head.key !== key.fingerprint)
    throw wrongLedger`${file} was written with another key than ${key.file}, so that nobody in it would be
      recognized; set history.key to the key of the earlier releases`
  for (const name of ['person', 'quasiIdentifiers', 'columns', 'k'] as const)
    if (String(head[name]) !== String(subject[name]))
      throw wrongLedger`${file} is about other releases: their ${ABOUT[name]} ${String(head[name])}, and the job has
        ${String(subject[name])}; set them as before, or begin another ledger for other people`
  return head
}

const ABOUT = {
  person: 'column of the person is',
  quasiIdentifiers: 'quasi-identifiers are',
  columns: 'other released columns are',
  k: 'k is',
}

export async function requireHead(engine: Engine, file: string): Promise<LedgerHead> {
  const head = await readHead(engine, file)
  if (head?.halftone === 'ledger' && head.version === 1) return head
  throw wrongLedger`${file} is no ledger of Halftone, or it is cut off; bring a whole copy of it, or name another file
    to
    begin with a first release`
}

export async function readHead(engine: Engine, file: string): Promise<LedgerHead | undefined> {
  const { literal } = engine.dialect
  const selectHead = sql`SELECT decode(value) AS head FROM parquet_kv_metadata(${literal(file)}) WHERE decode(key) =
    'halftone'`
  try {
    return JSON.parse(String((await engine.query(selectHead)).texts('head')[0])) as LedgerHead
  } catch {
    return undefined
  }
}

/** Empty if there is no ledger yet, or none that can be read: `readLedger` says so. */
export async function readBorders(engine: Engine, file: string): Promise<Borders> {
  return (existsSync(file) ? (await readHead(engine, file))?.borders : undefined) ?? {}
}

export function ledgerId({ releases }: Pick<LedgerHead, 'releases'>): string {
  return releases[0].sha256.slice(0, 16)
}

/** Refuses a ledger that lacks a release which a manifest in this folder says it has. */
export function requireNewest(folder: string, file: string, head: LedgerHead | undefined): void {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^[^.].*\.manifest\.json$/.test(name)) : []
  for (const name of names) {
    const { history } = JSON.parse(readFileSync(joinPath(folder, name), 'utf8')) as {
      readonly history?: { readonly release: number; readonly ledger: string; readonly file: string }
    }
    if (history === undefined || (head === undefined ? history.file !== file : history.ledger !== ledgerId(head)))
      continue
    const known = head?.releases.length ?? 0
    if (history.release > known)
      throw wrongLedger`${joinPath(folder, name)} is about release ${history.release}, and ${file} has
        ${known === 0 ? 'none' : `only ${known}`}: people would be counted without it; bring the newest copy of the
        ledger`
  }
}

/** Returns the rows of a source with the digest of their person, and the digests of people to erase, as statements. */
export async function withPersons(
  engine: Engine,
  source: Source,
  asked: { readonly person: string; readonly missingValues: readonly string[]; readonly erase: readonly string[] },
  key: KeyFile,
): Promise<{ readonly rows: Sql; readonly erased: Sql }> {
  const { dialect } = engine
  const { person, missingValues } = asked
  const keyed = dialect.keyed as KeyedDialect
  await engine.holdKey?.(SECRET, key.derive('ledger'))
  const digest = keyed.digest(SECRET, valueOrMissing(dialect, person, missingValues))
  const bytes = sql`unhex(SUBSTR(${digest}, 1, ${2 * DIGEST_BYTES})) AS ${dialect.identifier(PERSON)}`
  const listed = dialect.listed([{ name: person, values: asked.erase }])
  // A pseudonym has the place of the identifier in the rows, so it has it here.
  const column = source.kind === 'files' ? source.keyed?.find((one) => one.column === person) : undefined
  const named =
    column === undefined
      ? listed
      : sql`SELECT ${keyedExpression(dialect, keyed, column, keyedDigest(dialect, keyed, column))} AS
        ${dialect.identifier(person)} FROM (${listed}) AS listed`
  return {
    rows: sql`(SELECT *, ${bytes} FROM ${dialect.scan(source)}) AS halftone_persons`,
    erased: sql`SELECT ${bytes} FROM (${named}) AS named`,
  }
}

/**
 * Joins the rows of the data (`rows` has the digest, a code per quasi-identifier and the other columns) with those of
 * the ledger, as a table of the session, and returns everybody's codes and classes in the order of the digests.
 */
export async function joinPeople(
  engine: Engine,
  rows: Sql,
  asked: {
    readonly codes: readonly string[]
    readonly columns: readonly string[]
    readonly ledger: string | undefined
    readonly erased: Sql
    readonly person: string
  },
  run: EngineRun,
): Promise<People> {
  const { dialect } = engine
  const { identifier } = dialect
  const columns = asked.columns.map((column) => identifier(column))
  const value = (i: number) => identifier(`value ${i}`)
  const codes = asked.codes.map((code) => identifier(code))
  const person = identifier(PERSON)
  const named = asked.columns.includes(asked.person) ? [] : [identifier(asked.person)]
  await engine.execute(
    dialect.createTable(TABLES.current, sql`SELECT ${join([person, ...named, ...codes, ...columns])} FROM ${rows}`),
    run,
  )
  const current = identifier(TABLES.current)
  const counted = await askFigures(
    engine,
    { rows: sql`COUNT(*)`, named: sql`COUNT(${person})`, people: sql`COUNT(DISTINCT ${person})` },
    current,
    run,
  )
  const wrongPerson = userError('data', 'history.person')
  if (counted.named < counted.rows)
    throw wrongPerson`${counted.rows - counted.named} rows do not say whose they are: "${asked.person}" is missing
      there; fill it in, or leave these rows out`
  if (counted.people < counted.named)
    throw wrongPerson`${counted.named - counted.people} rows are of people who have another row already: a ledger counts
      one row per person; join the rows of a person first, or name the column that tells people apart`
  const states = ['class', 'since', 'waited', 'past'] as const
  const none = [
    ...states.map((name) => sql`0 AS ${identifier(name)}`),
    ...columns.map((c, i) => sql`${c} AS ${value(i)}`),
  ]
  const selectBefore =
    asked.ledger === undefined
      ? sql`SELECT ${join([sql`${person} AS person`, ...none])} FROM ${current} LIMIT 0`
      : sql`SELECT * FROM ${dialect.scan(ledgerSource(asked.ledger))}`
  await engine.execute(dialect.createTable(TABLES.before, selectBefore), run)
  const changed = columns.map((column, i) => sql`c.${column} IS DISTINCT FROM b.${value(i)}`)
  const states0 = states.map(
    (name) =>
      sql`COALESCE(b.${identifier(name)}, ${name === 'class' || name === 'past' ? -1 : 0}) AS ${identifier(name)}`,
  )
  const selectPeople = sql`SELECT ${join([
    sql`row_number() OVER (ORDER BY COALESCE(c.${person}, b.person)) - 1 AS n`,
    sql`COALESCE(c.${person}, b.person) AS person`,
    sql`CASE WHEN c.${person} IS NULL THEN 0 ELSE 1 END AS present`,
    ...codes.map((code) => sql`c.${code}`),
    ...states0,
    sql`CASE WHEN c.${person} IS NOT NULL AND b.class >= 0 AND (${join([sql`FALSE`, ...changed], ' OR ')}) THEN 1 ELSE 0
      END AS changed`,
    ...columns.flatMap((column, i) => [
      sql`c.${column} AS ${identifier(`new ${i}`)}`,
      sql`b.${value(i)} AS ${identifier(`old ${i}`)}`,
    ]),
  ])} FROM ${current} AS c FULL JOIN ${identifier(TABLES.before)} AS b ON c.${person} = b.person`
  await engine.execute(dialect.createTable(TABLES.people, selectPeople), run)
  const names = ['present', ...asked.codes, ...states, 'changed']
  const numbers = names.map((name) => sql`${dialect.integer(identifier(name))} AS ${identifier(name)}`)
  const erased = sql`CASE WHEN person IN (${asked.erased}) THEN 1 ELSE 0 END`
  const people = await engine.query(
    sql`SELECT ${join([...numbers, sql`${dialect.integer(erased)} AS erased`])} FROM ${identifier(TABLES.people)} ORDER
      BY n`,
    run,
  )
  const flags = (name: string) => Uint8Array.from(people.integers(name))
  return {
    count: people.rows,
    codes: asked.codes.map((name) => people.integers(name)),
    present: flags('present'),
    classes: people.integers('class'),
    since: people.integers('since'),
    waited: people.integers('waited'),
    past: people.integers('past'),
    changed: flags('changed'),
    erased: flags('erased'),
  }
}

export function ledgerSource(file: string): Source {
  return {
    kind: 'files',
    files: [file],
    format: 'reader',
    reader: { name: 'read_parquet', options: {}, byColumns: true },
  }
}

/** Texts of a released column, by person: those of the data, and those that the last release shows. */
export async function readValues(engine: Engine, column: number, run: EngineRun) {
  const { dialect } = engine
  const [now, before] = ['new', 'old'].map((when) => dialect.text(dialect.identifier(`${when} ${column}`)))
  const people = dialect.identifier(TABLES.people)
  const values = await engine.query(sql`SELECT ${now} AS now, ${before} AS before FROM ${people} ORDER BY n`, run)
  return { now: values.texts('now'), before: values.texts('before') }
}

/** Identifiers of people who wait, with the releases they have waited for, as CSV in the engine's order. */
export async function readWaiting(engine: Engine, person: string, run: EngineRun) {
  const { dialect } = engine
  const { identifier } = dialect
  const text = dialect.text(sql`c.${identifier(person)}`)
  const waits = sql`SELECT p.person, x.waited FROM ${identifier(TABLES.people)} AS p JOIN ${identifier(NEXT)} AS x USING
    (n) WHERE p.present = 1 AND x.class < 0`
  const waiting = await engine.query(
    sql`SELECT ${text} AS name, ${dialect.integer(sql`w.waited`)} AS waited FROM ${identifier(TABLES.current)} AS c JOIN
      (${waits}) AS w ON w.person = c.${identifier(PERSON)} ORDER BY w.waited DESC, ${dialect.ordered(text)}`,
    run,
  )
  return { names: waiting.texts('name'), waited: waiting.integers('waited') }
}

/** Tells the engine who is shown in which class and what classes show. */
export async function uploadNext(
  engine: Engine,
  next: Pick<NextRelease, 'classes' | 'since' | 'waited' | 'updated'> & Pick<People, 'past'>,
  labels: readonly (readonly string[])[],
  run: EngineRun,
): Promise<void> {
  const { dialect } = engine
  const { classes, since, waited, updated, past } = next
  const lists = Object.entries({ class: classes, since, waited, past, updated }).map(([name, values]) => ({
    name,
    values: Array.from<number>(values),
  }))
  const numbered = { name: 'n', values: Array.from(classes.keys()) }
  await engine.execute(dialect.createTable(NEXT, dialect.listed([numbered, ...lists])), run)
  const places = { name: 'class', values: Array.from(labels[0]?.keys() ?? []) }
  const texts = labels.map((values, i) => ({ name: `label ${i}`, values }))
  await engine.execute(dialect.createTable(LABELS, dialect.listed([places, ...texts])), run)
}

/** Selects the rows of the next release: labels of quasi-identifiers, and other columns as they are or as they were. */
export function releaseStatement(
  { identifier }: Dialect,
  columns: readonly string[],
  { quasiIdentifiers, columns: others }: Pick<LedgerSubject, 'quasiIdentifiers' | 'columns'>,
): Sql {
  const cells = columns.map((column) => {
    const label = quasiIdentifiers.indexOf(column)
    const cell =
      label >= 0 ? sql`l.${identifier(`label ${label}`)}` : shownValue({ identifier }, others.indexOf(column))
    return sql`${cell} AS ${identifier(column)}`
  })
  return sql`SELECT ${join(cells)} FROM ${identifier(TABLES.people)} AS p JOIN ${identifier(NEXT)} AS x USING (n) JOIN
    ${identifier(LABELS)} AS l ON l.class = x.class`
}

function shownValue({ identifier }: Pick<Dialect, 'identifier'>, column: number): Sql {
  return sql`CASE WHEN x.updated = 1 THEN p.${identifier(`new ${column}`)} ELSE p.${identifier(`old ${column}`)} END`
}

/** Writes the next ledger: everybody who is shown, waits or was shown before. People who were erased are left out. */
export async function writeLedger(
  engine: Engine,
  head: LedgerHead,
  file: string,
  erased: readonly number[],
  run: EngineRun,
): Promise<void> {
  const { dialect } = engine
  const { identifier, literal } = dialect
  const values = head.columns.map(
    (_, i) => sql`CASE WHEN x.class >= 0 THEN ${shownValue(dialect, i)} END AS ${identifier(`value ${i}`)}`,
  )
  const states = ['class', 'since', 'waited', 'past'].map(
    (name) => sql`${dialect.integer(sql`x.${identifier(name)}`)} AS ${identifier(name)}`,
  )
  const gone = join(erased.length === 0 ? [sql`-1`] : erased.map((n) => sql`${n}`))
  const select = sql`SELECT ${join([sql`p.person AS person`, ...states, ...values])} FROM ${identifier(TABLES.people)}
    AS p JOIN ${identifier(NEXT)} AS x USING (n) WHERE (p.present = 1 OR x.class >= 0 OR x.past >= 0) AND n NOT IN
    (${gone}) ORDER BY n`
  await engine.execute(
    sql`COPY (${select}) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false, KV_METADATA
      {halftone: ${literal(JSON.stringify(head))}})`,
    run,
  )
}
