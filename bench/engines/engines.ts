/**
 * The sample census on DuckDB, PostgreSQL and Spark: seconds by step, seconds in the engine and outside of it, bytes that travelled, and whether
 * the release is the same, byte for byte.
 *
 *     test/engines/start-postgres.sh; test/engines/start-spark.sh
 *     HALFTONE_TEST_POSTGRES=postgres://… HALFTONE_TEST_SPARK=sc://… npx tsx bench/engines/engines.ts [rows]
 *
 * Rows lie as text where each engine reads them best: a CSV file here, a table of PostgreSQL, a Parquet folder that the workers of Spark see.
 * The search is the usual one; what differs between engines is where rows are counted, recoded and sorted.
 */
import { createHash } from 'node:crypto'
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
// @ts-expect-error It has no types of its own.
import { from as copyFrom } from 'pg-copy-streams'
import { parse } from 'yaml'
import { anonymize } from '../../src/anonymize.ts'
import { openEngine } from '../../src/engines/open-engine.ts'
import { readPlan } from '../../src/read-plan.ts'
import { samples } from '../../src/sample/index.ts'
import { sql } from '../../src/sql/dialect.ts'

const rows = Number(process.argv[2] ?? 1_000_000)
const { HALFTONE_TEST_POSTGRES: postgres, HALFTONE_TEST_SPARK: spark } = process.env
const folder = mkdtempSync(join(tmpdir(), 'halftone-bench-engines-'))
const csv = join(folder, 'census.csv')

async function loadPostgres(address: string): Promise<object> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const header = readFileSync(csv, 'utf8').slice(0, 4096).split('\n')[0]
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

try {
  await samples.find(({ name }) => name === 'census')?.write(folder, { rows, seed: 1 })
  const job = parse(readFileSync(join(folder, 'job.yaml'), 'utf8')) as { data: object }
  const entrants = {
    DuckDB: () => Promise.resolve({ source: csv }),
    PostgreSQL: postgres === undefined ? undefined : () => loadPostgres(postgres),
    Spark: spark === undefined ? undefined : () => loadSpark(spark),
  }
  console.log(
    `${new Date().toISOString().slice(0, 10)}, node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${rows} rows`,
  )
  for (const [name, load] of Object.entries(entrants)) {
    if (load === undefined) continue
    const file = join(folder, `${name}.json`)
    const release = join(folder, `${name}.csv`)
    writeFileSync(file, JSON.stringify({ ...job, data: { ...job.data, ...(await load()) }, output: { release } }))
    const { seconds, traffic, verification, combinations } = await anonymize(readPlan(file), { force: true })
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(release)) hash.update(chunk)
    const { total = 0, search = 0 } = seconds
    const inside = traffic?.seconds ?? total - search
    console.log(
      JSON.stringify({
        engine: name,
        release: hash.digest('hex').slice(0, 16),
        verdict: verification?.verdict,
        combinations,
        seconds: Object.fromEntries(Object.entries(seconds).map(([step, time]) => [step, Number(time.toFixed(2))])),
        outside: Number(((total - inside) / total).toFixed(3)),
        received: traffic?.received,
        sent: traffic?.sent,
      }),
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
