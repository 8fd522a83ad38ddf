/** Spark through Spark Connect. Without transactions, the state of a source is compared again before publishing. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { DataType, Table, Vector } from 'apache-arrow'
import { InternalError } from '../../ground/errors.ts'
import { join, type Sink, type Source, type Sql, sql, type ViewedFiles } from '../../sql/dialect.ts'
import { plainCsvLine, sparkDialect, viewOfFiles } from '../../sql/spark.ts'
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
import { isPlainCsv, plainCsvLines } from '../plain-csv.ts'
import { StatementQueue } from '../statement-queue.ts'
import { exportStreamed, NULL_TEXT, quotedCell, typedColumn } from '../streamed-rows.ts'
import { readAddress } from './address.ts'
import { type Plan, type SparkLibrary, SparkSession, sparkLibrary } from './session.ts'
import { openTargetTable } from './target-table.ts'

/** Overrides the cluster's defaults. Variable substitution is off: texts may contain braces. */
const settings = {
  'spark.sql.session.timeZone': 'UTC',
  'spark.sql.ansi.enabled': 'true',
  'spark.sql.variable.substitute': 'false',
  'spark.sql.parser.escapedStringLiterals': 'false',
  'spark.sql.caseSensitive': 'true',
  'spark.sql.legacy.timeParserPolicy': 'CORRECTED',
} as const

export async function openSpark(address: string, local: () => Promise<Engine>): Promise<Engine> {
  const place = readAddress(address, process.env)
  const library = await sparkLibrary()
  const session = new SparkSession(library, place)
  try {
    for (const [key, value] of Object.entries(settings))
      for await (const _ of session.run(sqlCommand(`SET ${key}=${value}`)));
    const answer = await readAnswer(library, session.run(sqlQuery('SELECT version() AS version')))
    return new SparkEngine(library, session, local, `Spark ${String(answer.texts('version')[0]).split(' ')[0]}`)
  } catch (error) {
    await session.close()
    throw error
  }
}

const MOST_LISTED = 1000

const sqlCommand = (text: string): Plan => ({ command: { sql_command: { sql: text } } })
const sqlQuery = (query: string): Plan => ({ root: { sql: { query } } })

class SparkEngine implements Engine {
  readonly dialect = sparkDialect
  readonly version: string
  /** Each takes some hundred bytes, in memory and in the search. */
  readonly mostCombinations = 10_000_000
  readonly #library: SparkLibrary
  readonly #session: SparkSession
  readonly #local: () => Promise<Engine>
  readonly #queue = new StatementQueue()
  readonly #written = new Set<string>()

  constructor(library: SparkLibrary, session: SparkSession, local: () => Promise<Engine>, version: string) {
    this.#library = library
    this.#session = session
    this.#local = local
    this.version = version
  }

  get traffic(): EngineTraffic {
    return { ...this.#session.traffic, seconds: this.#queue.waited / 1000 }
  }

  async describe(source: Source): Promise<SourceColumn[]> {
    return this.#columnsOf(sql`SELECT * FROM ${this.dialect.scan(source)}`)
  }

  async viewFiles(files: ViewedFiles): Promise<readonly string[]> {
    await this.execute(viewOfFiles(FILES, files))
    return [FILES]
  }

  async tables(run: EngineRun = {}): Promise<readonly ListedTable[]> {
    const found: ListedTable[] = []
    const schemas = (await this.query(sql`SHOW SCHEMAS`, run)).texts('namespace')
    for (const schema of schemas) {
      if (found.length >= MOST_LISTED) break
      const answer = await this.query(sql`SHOW TABLES IN ${this.dialect.identifier(String(schema))}`, run)
      const [spaces, names] = [answer.texts('namespace'), answer.texts('tableName')]
      names.forEach((name, i) => {
        if (spaces[i]) found.push({ table: [String(spaces[i]), String(name)], kind: 'table' })
      })
    }
    return found.slice(0, MOST_LISTED)
  }

  async #columnsOf(select: Sql, run: EngineRun = {}): Promise<SourceColumn[]> {
    const answer = await this.query(sql`DESCRIBE QUERY ${select}`, run)
    const types = answer.texts('data_type')
    return answer
      .texts('col_name')
      .map((name, i) => ({ name: String(name), type: String(types[i]), kind: columnKind(String(types[i])) }))
  }

  async execute(statement: Sql, run: EngineRun = {}): Promise<void> {
    await this.#queue.inTurn(() => this.#drain(sqlCommand(statement), run))
    // Caches views, so that they are computed once; a short inline list needs no cache.
    const view = /^CREATE OR REPLACE TEMPORARY VIEW (`(?:[^`]|``)+`) AS (SELECT inline)?/.exec(statement)
    if (view === null || (view[2] !== undefined && statement.length < 10_000)) return
    await this.#queue.inTurn(() => this.#drain(sqlCommand(`CACHE LAZY TABLE ${view[1]}`), run))
  }

  query(statement: Sql, run: EngineRun = {}): Promise<QueryResult> {
    return this.#queue.inTurn(() => readAnswer(this.#library, this.#session.run(sqlQuery(statement), run)))
  }

  /** Streams the rows, either in the file's format or through the local engine: the same bytes as any release. */
  async export(select: Sql, sink: Sink, run: EngineRun = {}): Promise<void> {
    if (sink.format === 'table' && sink.temporary)
      return this.execute(this.dialect.createTable(sink.table[0], select), run)
    const columns = await this.#columnsOf(select, run)
    if (sink.format === 'table') {
      const typed = columns.map(({ name, type }) =>
        typedColumn(this.dialect, name, type === 'string' ? FLOATS.get(sink.types?.get(name) ?? '') : undefined),
      )
      this.#written.add(sink.table.join('.'))
      return this.execute(
        sql`CREATE TABLE ${this.dialect.identifier(...sink.table)} USING parquet AS SELECT ${join(typed)} FROM
          (${select}) AS halftone_release`,
        run,
      )
    }
    const names = columns.map(({ name }) => this.dialect.identifier(name))
    const texts = names.map((name) => sql`${this.dialect.text(name)} AS ${name}`)
    const rows = sql`SELECT ${join(texts)} FROM (${select}) AS halftone_release`
    if (isPlainCsv(sink)) {
      const header = plainCsvLines(sink.delimiter)(columns.map(({ name }) => name))
      const lines = sql`SELECT ${plainCsvLine(names, sink.delimiter)} AS line FROM (${rows}) AS halftone_texts`
      return this.#queue.inTurn(() => this.#stream(lines, sink.file, header, bytesOfTexts, run))
    }
    const typed = columns.map(({ name, type }) => ({ name, type: fileTypes[type] }))
    const write = (file: string) => this.#queue.inTurn(() => this.#stream(rows, file, '', quotedLines, run))
    await exportStreamed(this.#local, typed, write, sink, run)
  }

  async #stream(
    rows: Sql,
    file: string,
    header: string,
    written: (table: Table) => readonly (string | Uint8Array)[],
    run: EngineRun,
  ): Promise<void> {
    const { arrow } = this.#library
    const out = createWriteStream(file, { mode: 0o600 })
    const failed = once(out, 'error').then(([error]) => Promise.reject(error))
    failed.catch(() => {})
    try {
      out.write(header)
      for await (const data of this.#session.run(sqlQuery(rows), run)) {
        for (const part of written(arrow.tableFromIPC(data)))
          if (!out.write(part)) await Promise.race([once(out, 'drain'), failed])
      }
      out.end()
      await Promise.race([once(out, 'close'), failed])
    } finally {
      out.destroy()
    }
  }

  openTarget(request: TargetRequest): Promise<EngineTarget> {
    return openTargetTable(
      {
        execute: (statement, run) => this.execute(statement, run),
        query: (statement, run) => this.query(statement, run),
        hasWritten: (table) => this.#written.has(table.join('.')),
      },
      request,
    )
  }

  async readNote(source: Source): Promise<string | undefined> {
    if (source.kind === 'files' || source.query !== undefined || source.table[0] === FILES) return undefined
    const about = await this.query(sql`DESCRIBE TABLE EXTENDED ${this.dialect.identifier(...source.table)}`)
    const place = about.texts('col_name').lastIndexOf('Comment')
    return about.texts('data_type')[place] ?? undefined
  }

  /** For files and tables of files: names, sizes and times. Otherwise the number of rows. */
  async stamp(source: Source): Promise<string> {
    if (source.kind === 'files') throw new InternalError('Spark reads files by a view')
    const from = source.query === undefined ? this.dialect.identifier(...source.table) : undefined
    if (from !== undefined) await this.execute(sql`REFRESH TABLE ${from}`)
    const files = sql`SELECT md5(array_join(array_sort(collect_set(concat_ws('|', _metadata.file_path,
      _metadata.file_size, _metadata.file_modification_time))), ',')) AS stamp FROM ${from ?? sql``}`
    const rows = sql`SELECT CAST(COUNT(*) AS STRING) AS stamp FROM ${this.dialect.scan(source)}`
    const answer = from === undefined ? await this.query(rows) : await this.query(files).catch(() => this.query(rows))
    return String(answer.texts('stamp')[0])
  }

  async uploadDictionary(name: string, texts: readonly string[]): Promise<void> {
    const { arrow } = this.#library
    const data = arrow.tableToIPC(
      new arrow.Table({
        halftone_text: arrow.vectorFromArray(texts, new arrow.Utf8()),
        halftone_place: arrow.makeVector(Int32Array.from(texts.keys())),
      }),
      'stream',
    )
    const view = { input: { local_relation: { data } }, name: this.dialect.identifier(name), replace: true } as const
    await this.#queue.inTurn(() => this.#drain({ command: { create_dataframe_view: view } }, {}))
  }

  close(): Promise<void> {
    return this.#queue.close(() => this.#session.close())
  }

  async #drain(plan: Plan, run: EngineRun): Promise<void> {
    for await (const _ of this.#session.run(plan, run));
  }
}

const FILES = 'halftone files'

function bytesOfTexts(table: Table): Uint8Array[] {
  return (table.getChildAt(0)?.data ?? []).map(({ values, valueOffsets, length }) =>
    (values as Uint8Array).subarray(Number(valueOffsets[0]), Number(valueOffsets[length])),
  )
}

function quotedLines(table: Table): string[] {
  const columns = table.schema.fields.map((_, i) => table.getChildAt(i))
  const quoted = (cell: string | null) => (cell === null ? NULL_TEXT : quotedCell(cell))
  let text = ''
  for (let row = 0; row < table.numRows; row++)
    text += `${columns.map((column) => quoted(column?.get(row) as string | null)).join()}\n`
  return [text]
}

/** Read as texts, so that no value is rounded. */
const FLOATS: ReadonlyMap<string, Sql> = new Map([
  ['double', sql`DOUBLE`],
  ['float', sql`FLOAT`],
])

const fileTypes: Readonly<Record<string, string>> = {
  boolean: 'BOOLEAN',
  bigint: 'BIGINT',
  smallint: 'SMALLINT',
  int: 'INTEGER',
  date: 'DATE',
  timestamp_ntz: 'TIMESTAMP',
}

function columnKind(type: string): SourceColumn['kind'] {
  if (/^(tinyint|smallint|int|bigint|float|double|decimal)/.test(type)) return 'number'
  if (/^(string|varchar|char)/.test(type)) return 'text'
  if (type === 'date' || type === 'boolean') return type
  return type.startsWith('array') ? 'list' : 'other'
}

/** Converts results (Arrow streams) to typed arrays. */
export async function readAnswer(
  { arrow }: Pick<SparkLibrary, 'arrow'>,
  batches: AsyncIterable<Uint8Array>,
): Promise<QueryResult> {
  const tables: Table[] = []
  for await (const data of batches) tables.push(arrow.tableFromIPC(data))
  const rows = tables.reduce((sum, table) => sum + table.numRows, 0)
  const columnKind = (type: DataType): ColumnKind => {
    if (arrow.DataType.isInt(type)) return type.bitWidth < 64 ? 'integers' : 'numbers'
    return arrow.DataType.isFloat(type) ? 'numbers' : 'texts'
  }
  const columnVectors = (place: number) => tables.map((table) => table.getChildAt(place) as Vector)
  const copyNumbers = <A extends Int32Array | Float64Array>(place: number, to: A, none: number): A => {
    let at = 0
    for (const vector of columnVectors(place))
      for (let i = 0; i < vector.length; i++) to[at++] = Number(vector.get(i) ?? none)
    return to
  }
  return byName({
    rows,
    columns: (tables[0]?.schema.fields ?? []).map(({ name, type }) => ({ name, kind: columnKind(type) })),
    integers: (place) => copyNumbers(place, new Int32Array(rows), -1),
    numbers: (place) => copyNumbers(place, new Float64Array(rows), Number.NaN),
    texts: (place) =>
      columnVectors(place).flatMap((vector) => Array.from(vector, (value) => (value === null ? null : String(value)))),
  })
}
