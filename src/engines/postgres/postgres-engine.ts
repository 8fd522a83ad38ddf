/**
 * PostgreSQL with one connection and one REPEATABLE READ transaction: every statement sees the table as it was when the
 * run began. A savepoint before each statement lets the run continue after a failure. Nothing is committed, except a
 * verified release to a table.
 */
import { createWriteStream } from 'node:fs'
import type { Socket } from 'node:net'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type * as Pg from 'pg'
import type { Client, QueryArrayResult } from 'pg'
import { CancelledError, InternalError, userError } from '../../ground/errors.ts'
import { prose } from '../../ground/format.ts'
import { join, type Sink, type Source, type Sql, sql, type TableSink } from '../../sql/dialect.ts'
import { postgresDialect } from '../../sql/postgres.ts'
import type {
  Engine,
  EngineRun,
  EngineTarget,
  EngineTraffic,
  ListedTable,
  QueryResult,
  SourceColumn,
  TargetRequest,
} from '../engine.ts'
import { byName, type ColumnKind } from '../find-column.ts'
import { isPlainCsv, quoteHashes } from '../plain-csv.ts'
import { StatementQueue } from '../statement-queue.ts'
import { exportStreamed, NULL_TEXT, quotedCell, typedColumn } from '../streamed-rows.ts'
import { openTargetTable } from './target-table.ts'
import { refusedQuery, translateError } from './translate-error.ts'

export async function openPostgres(address: string, local: () => Promise<Engine>): Promise<Engine> {
  const { pg } = await postgresLibrary()
  const connect = async (): Promise<Client> => {
    const client = new pg.Client({ connectionString: checkedAddress(address), application_name: 'halftone' })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  try {
    const client = await connect()
    await client.query(
      prose`SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET extra_float_digits =
        1; SET client_encoding = 'UTF8'; SET standard_conforming_strings = on; SET bytea_output = 'hex'`,
    )
    // By default, sorts spill to disk at 4 MB; a larger server setting is kept.
    await client.query(
      "SELECT set_config('work_mem', '64MB', false) WHERE pg_size_bytes(current_setting('work_mem')) < 64 << 20",
    )
    await client.query(BEGIN)
    const about = await client.query<[string, number]>({
      text: "SELECT current_setting('server_version'), pg_backend_pid()",
      rowMode: 'array',
    })
    const [version, process] = about.rows[0]
    return new PostgresEngine(client, connect, local, `PostgreSQL ${version.split(' ')[0]}`, process)
  } catch (error) {
    throw translateError(error)
  }
}

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ'

class PostgresEngine implements Engine {
  readonly dialect = postgresDialect
  readonly version: string
  /** Each takes some hundred bytes, in memory and in the search. */
  readonly mostCombinations = 10_000_000
  readonly #client: Client
  readonly #connect: () => Promise<Client>
  readonly #local: () => Promise<Engine>
  readonly #process: number
  readonly #queue = new StatementQueue()

  constructor(
    client: Client,
    connect: () => Promise<Client>,
    local: () => Promise<Engine>,
    version: string,
    process: number,
  ) {
    this.#client = client
    this.#connect = connect
    this.#local = local
    this.version = version
    this.#process = process
  }

  get traffic(): EngineTraffic {
    const { stream } = (this.#client as unknown as { readonly connection: { readonly stream: Socket } }).connection
    return { received: stream.bytesRead, sent: stream.bytesWritten, seconds: this.#queue.waited / 1000 }
  }

  async describe(source: Source): Promise<SourceColumn[]> {
    const { fields } = await this.#answer(sql`SELECT * FROM ${this.dialect.scan(source)} LIMIT 0`).catch((error) => {
      throw source.kind === 'table' && source.query !== undefined ? refusedQuery(error) : error
    })
    const numbers = [...new Set(fields.map(({ dataTypeID }) => dataTypeID))]
    const types = await this.#answer(
      sql`SELECT CAST(CAST(oid AS bigint) AS text), format_type(oid, NULL), CAST(typcategory AS text) FROM pg_type WHERE
        oid IN (${join([sql`0`, ...numbers.map((number) => sql`${number}`)])})`,
    )
    const columnTypes = new Map(types.rows.map(([oid, type, category]) => [Number(oid), { type, category }] as const))
    return fields.map(({ name, dataTypeID }) => {
      const { type = 'unknown', category = 'X' } = columnTypes.get(dataTypeID) ?? {}
      return { name, type: String(type), kind: columnKind(String(type), String(category)) }
    })
  }

  async primaryKey(source: Source): Promise<readonly string[]> {
    if (source.kind === 'files' || source.query !== undefined) return []
    const table = this.dialect.literal(this.dialect.identifier(...source.table))
    const key = await this.#answer(
      sql`SELECT a.attname FROM pg_index AS i CROSS JOIN LATERAL unnest(CAST(i.indkey AS smallint[])) WITH ORDINALITY AS
        k(number, place) JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.number WHERE i.indisprimary
        AND i.indrelid = CAST(CAST(${table} AS regclass) AS oid) ORDER BY k.place`,
    )
    return key.rows.map(([name]) => String(name))
  }

  async tables(run: EngineRun = {}): Promise<readonly ListedTable[]> {
    const { rows } = await this.#answer(
      sql`SELECT n.nspname, c.relname, CAST(c.relkind AS text), CAST(CAST(c.reltuples AS bigint) AS text) FROM pg_class
        AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm') AND n.nspname
        <> 'information_schema' AND n.nspname !~ '^pg_' AND has_schema_privilege(n.oid, 'USAGE') AND
        has_table_privilege(c.oid, 'SELECT') ORDER BY 1, 2 LIMIT 1000`,
      run,
    )
    return rows.map(([schema, name, kind, estimated]) => ({
      table: [String(schema), String(name)],
      kind: kind === 'v' || kind === 'm' ? 'view' : 'table',
      // Negative (0 in older servers) if the table was never analyzed.
      rows: Number(estimated) > 0 ? Number(estimated) : undefined,
    }))
  }

  async execute(statement: Sql, run: EngineRun = {}): Promise<void> {
    await this.#inTurn(run, () => this.#client.query(statement))
  }

  async query(statement: Sql, run: EngineRun = {}): Promise<QueryResult> {
    return readAnswer(await this.#answer(statement, run))
  }

  #answer(statement: Sql, run: EngineRun = {}): Promise<QueryArrayResult<(string | null)[]>> {
    const types = { getTypeParser: () => (text: string) => text }
    return this.#inTurn(run, () =>
      this.#client.query<(string | null)[]>({ text: statement, rowMode: 'array', types: types as never }),
    )
  }

  /** Streams the rows, either in the file's format or through the local engine: the same bytes as any release. */
  async export(select: Sql, sink: Sink, run: EngineRun = {}): Promise<void> {
    if (sink.format === 'table') return this.#toTable(select, sink, run)
    const { copy } = await postgresLibrary()
    const { fields } = await this.#answer(sql`SELECT * FROM (${select}) AS halftone_release LIMIT 0`, run)
    const names = fields.map(({ name }) => this.dialect.identifier(name))
    const asText = fields.map(({ dataTypeID }, i) =>
      dataTypeID === BOOLEAN ? sql`CAST(${names[i]} AS text) AS ${names[i]}` : names[i],
    )
    const rows = fields.some(({ dataTypeID }) => dataTypeID === BOOLEAN)
      ? sql`SELECT ${join(asText)} FROM (${select}) AS halftone_release`
      : select
    const stream = (form: Sql) => this.#client.query(copy.to(sql`COPY (${rows}) TO STDOUT (FORMAT csv, ${form})`))
    const to = (file: string) => createWriteStream(file, { mode: 0o600 })
    // A single column may contain the end-of-data marker, which the server quotes.
    if (isPlainCsv(sink) && fields.length > 1) {
      const form = sql`HEADER true, DELIMITER ${this.dialect.literal(sink.delimiter)}, NULL ''`
      await this.#inTurn(run, () => pipeline(stream(form), quoteHashes(sink.delimiter), to(sink.file)))
      return
    }
    const columns = fields.map(({ name, dataTypeID }) => ({ name, type: fileTypes[dataTypeID] }))
    const form = sql`FORCE_QUOTE *, NULL ${this.dialect.literal(NULL_TEXT)}`
    const write = (file: string) => this.#inTurn(run, () => pipeline(stream(form), to(file)))
    await exportStreamed(this.#local, columns, write, sink, run)
  }

  async #toTable(select: Sql, { table, temporary = false, types }: TableSink, run: EngineRun): Promise<void> {
    if (temporary) return this.execute(this.dialect.createTable(table[0], select), run)
    const { fields } = await this.#answer(sql`SELECT * FROM (${select}) AS halftone_release LIMIT 0`, run)
    const columns = fields.map(({ name, dataTypeID }) =>
      typedColumn(this.dialect, name, dataTypeID === TEXT ? FLOATS.get(types?.get(name) ?? '') : undefined),
    )
    await this.execute(
      sql`CREATE TABLE ${this.dialect.identifier(...table)} AS SELECT ${join(columns)} FROM (${select}) AS
        halftone_release`,
      run,
    )
  }

  openTarget(request: TargetRequest): Promise<EngineTarget> {
    const ask = async (statement: Sql, run: EngineRun = {}) => {
      const answer = await this.#answer(statement, run)
      return (Array.isArray(answer) ? answer[answer.length - 1] : answer).rows
    }
    return openTargetTable({ ask, commit: () => this.#commit() }, request)
  }

  async readNote(source: Source): Promise<string | undefined> {
    if (source.kind === 'files' || source.query !== undefined) return undefined
    const table = this.dialect.literal(this.dialect.identifier(...source.table))
    const select = sql`SELECT obj_description(CAST(CAST(${table} AS regclass) AS oid), 'pg_class')`
    const { rows } = await this.#answer(select)
    return rows[0]?.[0] ?? undefined
  }

  #commit(): Promise<void> {
    return this.#queue.inTurn(async () => {
      try {
        const { command } = await this.#client.query('COMMIT')
        if (command !== 'COMMIT') throw new InternalError('PostgreSQL has rolled the release back')
        await this.#client.query(BEGIN)
      } catch (error) {
        throw translateError(error)
      }
    })
  }

  async uploadDictionary(name: string, texts: readonly string[]): Promise<void> {
    const { copy } = await postgresLibrary()
    const table = this.dialect.identifier(name)
    await this.execute(
      sql`DROP TABLE IF EXISTS pg_temp.${table}; CREATE TEMPORARY TABLE ${table} (halftone_text text COLLATE "C",
        halftone_place integer)`,
    )
    const lines = function* () {
      for (const [place, text] of texts.entries()) if (!text.includes('\0')) yield `${quotedCell(text)},${place}\n`
    }
    const receive = copy.from(sql`COPY ${table} FROM STDIN (FORMAT csv, NULL ${this.dialect.literal(NULL_TEXT)})`)
    await this.#inTurn({}, () => pipeline(Readable.from(lines()), this.#client.query(receive)))
    await this.execute(sql`ANALYZE ${table}`)
  }

  close(): Promise<void> {
    return this.#queue.close(async () => {
      await this.#client.query('ROLLBACK').catch(() => {})
      await this.#client.end().catch(() => {})
    })
  }

  #inTurn<T>(run: EngineRun, work: () => Promise<T>): Promise<T> {
    return this.#queue.inTurn(() => this.#interruptible(run, work))
  }

  async #interruptible<T>({ signal }: EngineRun, work: () => Promise<T>): Promise<T> {
    if (signal?.aborted) throw new CancelledError()
    let ended = false
    let cancelling: Promise<void> | undefined
    const interrupt = () => {
      cancelling = this.#cancel(() => ended)
    }
    try {
      await this.#client.query('SAVEPOINT halftone')
      if (signal?.aborted) throw new CancelledError()
      signal?.addEventListener('abort', interrupt)
      const answer = await work()
      ended = true
      await cancelling
      if (signal?.aborted) throw new CancelledError()
      await this.#client.query('RELEASE SAVEPOINT halftone')
      return answer
    } catch (error) {
      ended = true
      await cancelling
      await this.#client.query('ROLLBACK TO SAVEPOINT halftone').catch(() => {})
      throw signal?.aborted ? new CancelledError() : translateError(error)
    } finally {
      signal?.removeEventListener('abort', interrupt)
    }
  }

  /** Uses a second connection, repeatedly until the statement ends: a request before its start is lost. */
  async #cancel(ended: () => boolean): Promise<void> {
    const other = await this.#connect().catch(() => undefined)
    if (other === undefined) return
    try {
      while (!ended()) {
        await other.query(`SELECT pg_cancel_backend(${this.#process})`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    } finally {
      await other.end().catch(() => {})
    }
  }
}

/** Read as texts, so that no value is rounded. */
const FLOATS: ReadonlyMap<string, Sql> = new Map([
  ['double precision', sql`DOUBLE PRECISION`],
  ['real', sql`REAL`],
])

const BOOLEAN = 16
const TEXT = 25

const fileTypes: Readonly<Record<number, string>> = {
  [BOOLEAN]: 'BOOLEAN',
  20: 'BIGINT',
  21: 'SMALLINT',
  23: 'INTEGER',
  1082: 'DATE',
  1114: 'TIMESTAMP',
}

function columnKind(type: string, category: string): SourceColumn['kind'] {
  if (type === 'date') return 'date'
  if (category === 'A') return 'list'
  if (category === 'B') return 'boolean'
  if (category === 'N') return 'number'
  return category === 'S' || category === 'E' || type === 'uuid' ? 'text' : 'other'
}

const integerTypes = [21, 23]
const numberTypes = [20, 26, 700, 701, 1700]

/** Converts results, which are texts, to typed arrays. */
export function readAnswer({ fields, rows }: QueryArrayResult<(string | null)[]>): QueryResult {
  return byName({
    rows: rows.length,
    columns: fields.map(({ name, dataTypeID }) => ({ name, kind: answerKind(dataTypeID) })),
    integers: (column) => Int32Array.from(rows, (row) => Number(row[column] ?? -1)),
    numbers: (column) => Float64Array.from(rows, (row) => Number(row[column] ?? Number.NaN)),
    texts: (column) => rows.map((row) => row[column]),
  })
}

function answerKind(type: number): ColumnKind {
  if (integerTypes.includes(type)) return 'integers'
  return numberTypes.includes(type) ? 'numbers' : 'texts'
}

interface CopyStreams {
  to(statement: string): Readable & Pg.Submittable
  from(statement: string): Writable & Pg.Submittable
}

/** Loads the optional packages when a table is first opened. */
export async function postgresLibrary(): Promise<{ readonly pg: typeof Pg; readonly copy: CopyStreams }> {
  try {
    const { default: pg } = await import('pg')
    // @ts-expect-error It has no types of its own.
    const copy: CopyStreams = await import('pg-copy-streams')
    return { pg: pg as unknown as typeof Pg, copy }
  } catch (error) {
    throw userError('present', undefined, error)`reading from PostgreSQL needs two packages that are not installed; npm
      install pg pg-copy-streams`
  }
}

const wrongSource = userError('value', 'data.source')

/** Passwords belong in PGPASSWORD or ~/.pgpass, where no manifest, log or process list shows them. */
export function checkedAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined) throw wrongSource`data.source must be an address such as postgres://db.example/clinic`
  const secrets = [...url.searchParams.keys()].filter((name) => /pass(?!file)|secret|token/i.test(name))
  if (url.password !== '' || secrets.length > 0)
    throw wrongSource`data.source has a password in the address of ${url.host}; remove it, and set PGPASSWORD or write
      it to ~/.pgpass`
  return address
}
