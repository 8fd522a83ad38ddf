/** Runs a random job and has the independent checker look at what was published. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { anonymize } from '../../src/anonymize.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import { readColumnsRecodingFile } from '../../src/recoding/recoding.ts'
import { applyRecoding } from '../../src/tasks/apply.ts'
import { recodingAsSql } from '../../src/tasks/recoding-as-sql.ts'
import { faultsOf, parse } from './checker.ts'
import { basketsText, faultsOfBaskets, type RandomBaskets } from './random-baskets.ts'
import { type RandomJob, rowNumberText, tableFile, tableText, withoutDerived } from './random-job.ts'

export interface Tried {
  readonly outcome: string
  readonly faults: readonly string[]
}

export function tryJob({ table, files, form, job, appliesAgain, inSql, asksQueries }: RandomJob): Promise<Tried> {
  return tryFiles(files, 'release.csv', async (release, documents, { tidy, folder, metrics }) => {
    const faults = faultsOf(table, { ...job, release, public: documents, tidy })
    if (asksQueries && !(Number(metrics['ARE']) >= 0)) faults.push(`the queries have no ARE: ${metrics['ARE']}`)
    if (inSql !== undefined) faults.push(...(await sqlFaults(folder, table, release, inSql)))
    if (!appliesAgain) return faults
    const again = await applyAgain(folder, `table.${form}`)
    const applied = { ...job, ...again, order: 'source', safe: false } as const
    return [...faults, ...faultsOf(table, applied).map((fault) => `applied: ${fault}`)]
  })
}

/** The statement of `halftone sql`, run by DuckDB on the table as texts, must give the rows of the release. */
async function sqlFaults(
  folder: string,
  table: RandomJob['table'],
  release: string,
  { keep, key }: NonNullable<RandomJob['inSql']>,
): Promise<string[]> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  try {
    const file = join(folder, 'as-texts.csv')
    const { columns, rows: written } = withoutDerived(table.columns, table.rows)
    writeFileSync(file, tableText(columns, written))
    await connection.run(
      `CREATE TABLE people AS FROM read_csv('${file}', all_varchar = true, header = true, delim = ',')`,
    )
    const recoding = join(folder, 'out/private/release.recoding.json')
    const asked = { dialect: 'duckdb', table: 'people', release: 'release', keep, drop: [], key: [key] } as const
    const { select, check } = recodingAsSql(recoding, asked)
    const result = await connection.runAndReadAll(select)
    const names = result.columnNames()
    const [header, ...rows] = parse(release)
    const said = rows.map((cells) => header.map((_, i) => cells[i].replace(/^'(?=[=+\-@])/, '')).join('|'))
    const place = (name: string) => names.indexOf(name)
    const given = result.getRows().map((cells) => header.map((name) => String(cells[place(name)] ?? '')).join('|'))
    const missing = difference(said, given)
    const extra = difference(given, said)
    if (missing.length + extra.length > 0)
      return [`sql gives other rows: ${missing.length} missing (${missing[0]}), ${extra.length} more (${extra[0]})`]
    await connection.run(`CREATE TABLE release AS ${select}`)
    const broken = (await connection.runAndReadAll(check)).getRows().length
    return broken === 0 ? [] : [`the check of sql finds ${broken} classes`]
  } catch (error) {
    return [`sql: ${(error as Error).message.slice(0, 300)}`]
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** Texts that are in the first list more often than in the second. */
export function difference(texts: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const text of others) left.set(text, (left.get(text) ?? 0) + 1)
  return texts.filter((text) => {
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    return count <= 0
  })
}

/** The recoding of a run on the same table once more, which must release what that did. */
async function applyAgain(
  folder: string,
  source: string,
): Promise<{ readonly release: string; readonly public: string[] }> {
  const [release, manifest] = ['again.csv', 'again.manifest.json'].map((name) => join(folder, name))
  await applyRecoding(
    {
      recoding: readColumnsRecodingFile(join(folder, 'out/private/release.recoding.json')),
      name: 'release.recoding.json',
      source: { source, base: folder },
      output: { release, recoding: join(folder, 'again.recoding.json'), manifest },
      order: 'source',
      unseen: 'fail',
      compare: false,
    },
    { threads: 1 },
  )
  return { release: readFileSync(release, 'utf8'), public: [readFileSync(manifest, 'utf8')] }
}

export function tryBaskets(job: RandomBaskets): Promise<Tried> {
  const name = job.form === 'lines' ? 'release.txt' : 'release.csv'
  return tryFiles(job.files, name, (release, documents) => faultsOfBaskets(job, release, documents))
}

/** A folder in memory where there is one: to wait for the platter is most of the time of a small job. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

interface Produced {
  readonly tidy: string | undefined
  readonly folder: string
  readonly metrics: Readonly<Record<string, unknown>>
}

/** What a random job may rightly be refused for. */
const expected: readonly RegExp[] = [
  /joins classes that show the same, and joining may break/,
  /a class cannot have more persons than the table/,
]

/** Runs the job among the files in this process, and has what was published looked at. */
async function tryFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  name: string,
  look: (release: string, documents: readonly string[], more: Produced) => string[] | Promise<string[]>,
): Promise<Tried> {
  const folder = mkdtempSync(join(memory, 'halftone-fuzz-'))
  try {
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
    mkdirSync(join(folder, 'out'))
    const run = async () => anonymize(readPlan(join(folder, 'job.yaml')), { threads: 1 })
    const result = await run().catch((error: Error) => error)
    const left = readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' })
    const stays = (own: readonly string[]) => own.map((file) => `${file} was left`)
    if (result instanceof Error) {
      const isExpected = result.name === 'UserError' && expected.some((pattern) => pattern.test(result.message))
      const fault = isExpected ? [] : [`${result.name}: ${result.stack}`]
      return { outcome: result.name, faults: [...fault, ...stays(left)] }
    }
    const written = [name, `${name}.gz`].find((own) => existsSync(join(folder, 'out', own)))
    if (written === undefined) return { outcome: result.outcome, faults: stays(left) }
    const read = (file: string) => {
      const bytes = readFileSync(join(folder, 'out', file))
      return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
    }
    const documents = ['release.manifest.json', 'report.html'].filter((file) => existsSync(join(folder, 'out', file)))
    const tidy = existsSync(join(folder, 'out', 'tidy.csv')) ? read('tidy.csv') : undefined
    const faults = await look(read(written), documents.map(read), { tidy, folder, metrics: result.metrics ?? {} })
    const hidden = stays(left.filter((file) => /(^|\/)\./.test(file)))
    return { outcome: result.outcome, faults: [...faults, ...hidden] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A smaller table with a fault, as far as leaving rows out leads. */
export async function shrink(failing: RandomJob): Promise<RandomJob> {
  let best = failing
  for (let step = best.table.rows.length >> 1; step >= 1; step >>= 1) {
    for (let from = 0; from < best.table.rows.length; from += step) {
      const rows = best.table.rows
        .filter((_, i) => i < from || i >= from + step)
        .map((cells, i) =>
          cells.map((cell, place) => (best.table.columns[place].kind === 'row-number' ? rowNumberText(i) : cell)),
        )
      const smaller = withRows(best, rows)
      if (rows.length >= 4 && (await tryJob(smaller)).faults.length > 0) {
        best = smaller
        from -= step
      }
    }
  }
  return best
}

function withRows(job: RandomJob, rows: readonly (readonly string[])[]): RandomJob {
  const { columns } = job.table
  return {
    ...job,
    table: { columns, rows },
    files: { ...job.files, [`table.${job.form}`]: tableFile(columns, rows, job.form) },
  }
}

/** The same of baskets. */
export async function shrinkBaskets(failing: RandomBaskets): Promise<RandomBaskets> {
  let best = failing
  for (let i = 0; i < best.baskets.length; i++) {
    const baskets = best.baskets.filter((_, own) => own !== i)
    const source = best.form === 'lines' ? 'baskets.txt' : 'baskets.csv'
    const smaller = { ...best, baskets, files: { ...best.files, [source]: basketsText(best.form, baskets) } }
    if (baskets.length >= 2 && (await tryBaskets(smaller)).faults.length > 0) {
      best = smaller
      i--
    }
  }
  return best
}
