/**
 * Runs the sample census on DuckDB, PostgreSQL and Spark: seconds per step, inside and outside the engine, bytes
 * transferred, and whether the releases are byte-identical.
 *
 *     test/engines/start-postgres.sh; test/engines/start-spark.sh
 *     HALFTONE_TEST_POSTGRES=postgres://… HALFTONE_TEST_SPARK=sc://… npx tsx research/bench/engines/engines.ts
 *         [rows | adult] [DuckDB | PostgreSQL | Spark [table]]
 * Rows are text where each engine reads them best: a CSV file, a PostgreSQL table, a Parquet folder. Six
 * quasi-identifiers keep the search short, so that counting, recoding and sorting dominate. A database has two runs:
 * `file` streams the release here and compares its digest; `table` leaves it in the database. Each run appends a line
 * to `research/bench/results/engines.jsonl`.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
// @ts-expect-error It has no types of its own.
import { from as copyFrom } from 'pg-copy-streams'
import { parse } from 'yaml'
import { anonymize } from '../../../src/anonymize.ts'
import { openEngine } from '../../../src/engines/open-engine.ts'
import { readPlan } from '../../../src/plan/read-plan.ts'
import { samples } from '../../../src/sample/index.ts'
import { sql } from '../../../src/sql/dialect.ts'

interface Job {
  readonly data: object
  readonly columns: Readonly<Record<string, object>>
}

const asked = process.argv[2] ?? '1000000'
const [, , , alone, place] = process.argv
const { HALFTONE_TEST_POSTGRES: postgres, HALFTONE_TEST_SPARK: spark } = process.env
const results = 'research/bench/results/engines.jsonl'
const folder = mkdtempSync(join(tmpdir(), 'halftone-bench-engines-'))
const csv = join(folder, 'census.csv')
const RELEASED = 'halftone_bench_released'

async function loadPostgres(address: string): Promise<object> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const header = await readHeader(csv)
  const columns = header.split(',').map((name) => `"${name}" text`)
  await client.query(
    `DROP TABLE IF EXISTS halftone_bench; CREATE UNLOGGED TABLE halftone_bench (${columns.join(', ')})`,
  )
  const stream = client.query(copyFrom(`COPY halftone_bench FROM STDIN (FORMAT csv, HEADER true, NULL '\\N')`))
  await pipeline(createReadStream(csv), stream)
  await client.query('ANALYZE halftone_bench')
  await client.end()
  return { source: address, table: 'halftone_bench' }
}

async function readHeader(file: string): Promise<string> {
  for await (const chunk of createReadStream(file, { end: 4095 })) return String(chunk).split('\n')[0]
  return ''
}

async function loadSpark(address: string): Promise<object> {
  const engine = await openEngine({ source: address })
  const [name] = (await engine.viewFiles?.({ path: csv, format: 'csv', csv: {} })) ?? []
  const path = join(folder, 'census.parquet')
  await engine.execute(
    sql`INSERT OVERWRITE DIRECTORY ${engine.dialect.literal(path)} USING parquet SELECT * FROM ${engine.dialect.identifier(name)}`,
  )
  await engine.close()
  return { source: address, path }
}

const ADULT =
  'age,workclass,fnlwgt,education,education-num,marital-status,occupation,relationship,race,sex,capital-gain,capital-loss,hours,country,income'

/** The 32,561 rows of UCI's training file, with a header and without spaces after commas. */
function writeAdult(): Job {
  const data = join(process.env['HALFTONE_DATA'] ?? '../shared/data', 'adult', 'adult.data')
  const lines = readFileSync(data, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
  writeFileSync(csv, `${ADULT}\n${lines.map((line) => `${line.replaceAll(', ', ',')}\n`).join('')}`)
  const orders = ['workclass', 'education', 'marital-status', 'race', 'sex'].map((name) => {
    const place = ADULT.split(',').indexOf(name)
    const values = new Set(lines.map((line) => line.split(', ')[place]).filter((value) => value !== '?'))
    return [name, { role: 'quasi-identifier', order: [...values].sort() }]
  })
  const columns = { age: { role: 'quasi-identifier', type: 'numeric' }, ...Object.fromEntries(orders) }
  const rest = { hours: { role: 'other' }, income: { role: 'target' } }
  const settings = { missing: 'category', unlisted: 'drop' }
  const job = {
    version: 1,
    data: settings,
    columns: { ...columns, ...rest },
    privacy: { k: 10, 'suppression-limit': 0.05 },
  }
  return { ...job, algorithm: { name: 'lattice' } } as Job
}

/** Without two columns of many values, whose combinations would make the search dominate. */
async function writeCensus(rows: number): Promise<Job> {
  await samples.find(({ name }) => name === 'census')?.write(folder, { rows, seed: 1 })
  const job = parse(readFileSync(join(folder, 'job.yaml'), 'utf8')) as Job
  const left = { occupation: { role: 'identifier' }, country: { role: 'identifier' } }
  return { ...job, columns: { ...job.columns, ...left } }
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

try {
  const job = asked === 'adult' ? writeAdult() : await writeCensus(Number(asked))
  const entrants = {
    DuckDB: () => Promise.resolve({ source: csv }),
    PostgreSQL: postgres === undefined ? undefined : () => loadPostgres(postgres),
    Spark: spark === undefined ? undefined : () => loadSpark(spark),
  }
  for (const [name, load] of Object.entries(entrants)) {
    if (load === undefined || (alone !== undefined && alone !== name)) continue
    const began = performance.now()
    const data = { ...job.data, ...(await load()) }
    const loading = (performance.now() - began) / 1000
    for (const target of name === 'DuckDB' ? ['file'] : ['file', 'table']) {
      if (place !== undefined && place !== target) continue
      const file = join(folder, `${name}.json`)
      const release = join(folder, `${name}.csv`)
      const output = target === 'file' ? { release } : { table: RELEASED }
      writeFileSync(file, JSON.stringify({ ...job, data, output }))
      const cpu = process.cpuUsage()
      const { seconds, traffic, verification, combinations } = await anonymize(readPlan(file), { force: true })
      const { user, system } = process.cpuUsage(cpu)
      const { total = 0, search = 0 } = seconds
      const inside = traffic?.seconds ?? total - search
      const line = JSON.stringify({
        date: new Date().toISOString().slice(0, 10),
        machine: `${cpus().length} × ${cpus()[0]?.model}, node ${process.version}`,
        data: asked,
        engine: name,
        release: target === 'file' ? await sha256(release) : 'table',
        verdict: verification?.verdict,
        combinations,
        loading: Number(loading.toFixed(1)),
        seconds: Object.fromEntries(Object.entries(seconds).map(([step, time]) => [step, Number(time.toFixed(2))])),
        // All threads of this process.
        processor: Number(((user + system) / 1e6).toFixed(1)),
        outside: Number(((total - inside) / total).toFixed(3)),
        received: traffic?.received,
        sent: traffic?.sent,
      })
      console.log(line)
      appendFileSync(results, `${line}\n`)
      if (target === 'file') rmSync(release)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
