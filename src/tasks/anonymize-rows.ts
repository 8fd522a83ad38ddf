/** Anonymizes rows in memory, for small data, through a private temporary folder and the normal path. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { anonymize } from '../anonymize.ts'
import { openLocalEngine } from '../engines/open-engine.ts'
import { UserError, userError } from '../ground/errors.ts'
import { openScratch } from '../ground/workers/scratch-folder.ts'
import { readJob } from '../plan/job.ts'
import { OUTPUT_NAMES, type OutputName } from '../plan/outputs.ts'
import { makePlan } from '../plan/read-plan.ts'
import type { Manifest } from '../publish/manifest.ts'
import type { Recoding } from '../recoding/read-recoding.ts'
import type { Judgement } from '../report/judge/judged-release.ts'
import type { AnonymizeRun, RunResult } from '../run.ts'
import { typedFormat } from '../sources/formats/index.ts'
import { openSource } from '../sources/open-source.ts'
import { sql } from '../sql/dialect.ts'
import type { Job } from '../table/job-schema.ts'

/** A list of texts is for a column of items. */
export type Cell = string | number | bigint | boolean | Date | null | undefined | readonly string[]

/** A job without files; its keys are those of a job file. */
export interface RowsJob
  extends Pick<Job, 'columns' | 'goal' | 'preference' | 'utility' | 'algorithm' | 'seed' | 'limits' | 'purpose'> {
  /** `k`, `suppression-limit`, …, and the models by name: `'l-diversity': { column: 'diagnosis', l: 3 }`. */
  readonly privacy: Job['privacy'] & Readonly<Record<string, unknown>>
  readonly data?: Pick<Job['data'], 'missing' | 'missing-values' | 'unlisted' | 'empty-baskets' | 'decimal'>
  readonly output?: { readonly order?: 'sorted' | 'source' }
}

export interface RowsRun extends Pick<AnonymizeRun, 'threads' | 'memory' | 'signal' | 'progress'> {
  /** Base of the job's paths (taxonomies, keys); default: the current folder. */
  readonly base?: string
}

/** Quasi-identifiers are labels (texts); other columns keep numbers and booleans. */
export type ReleasedRow = Readonly<Record<string, string | number | boolean | null>>

export interface ReleasedRows {
  /** Absent if nothing was published: `result.reason` says why. */
  readonly rows?: readonly ReleasedRow[]
  readonly verdict?: Judgement['verdict']
  readonly manifest?: Manifest
  /** The decision, for `applyRecoding`. It lists values of the rows: keep it private. */
  readonly recoding?: Recoding
  readonly result: Omit<RunResult, OutputName>
}

export async function anonymizeRows(
  rows: readonly Readonly<Record<string, Cell>>[],
  job: RowsJob,
  { base = process.cwd(), ...run }: RowsRun = {},
): Promise<ReleasedRows> {
  if (rows.length === 0) throw new UserError('there are no rows to anonymize; give at least one', { rule: 'present' })
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const folder = await openScratch('rows')
  try {
    const file = join(folder.path, 'rows')
    await writeFile(file, rows.map((row) => `${formatLine(row, names)}\n`).join(''), { mode: 0o600 })
    const whole = {
      version: 1,
      ...job,
      data: { ...job.data, source: file, format: 'json' },
      output: { ...job.output, release: join(folder.path, `release${typedFormat.endings[0]}`) },
    }
    const plan = makePlan(readJob(JSON.stringify(whole), 'the job'), base, 'the job')
    const result = await anonymize(plan, run)
    const { release, manifest, recoding } = result
    const said = Object.fromEntries(
      Object.entries(result).filter(([name]) => !OUTPUT_NAMES.some((output) => output === name)),
    ) as unknown as ReleasedRows['result']
    if (release === undefined || manifest === undefined || recoding === undefined) return { result: said }
    return {
      rows: await readRows(release),
      verdict: result.judgement?.verdict,
      manifest: JSON.parse(await readFile(manifest, 'utf8')),
      recoding: JSON.parse(await readFile(recoding, 'utf8')),
      result: said,
    }
  } finally {
    await folder.remove()
  }
}

/** Writes every name in every row, so that the first row has all columns. */
function formatLine(row: Readonly<Record<string, Cell>>, names: readonly string[]): string {
  const cells = names.map(
    (name) => `${JSON.stringify(name)}:${cellText(name, Object.hasOwn(row, name) ? row[name] : null)}`,
  )
  return `{${cells.join()}}`
}

function cellText(name: string, cell: Cell): string {
  if (cell === undefined || cell === null || (typeof cell === 'number' && !Number.isFinite(cell))) return 'null'
  if (typeof cell === 'bigint') return String(cell)
  if (cell instanceof Date) return JSON.stringify(cell.toISOString().replace(/T00:00:00\.000Z$/, ''))
  if (typeof cell === 'object' && !(Array.isArray(cell) && cell.every((item) => typeof item === 'string')))
    throw userError('value', `columns.${name}`)`column "${name}" holds an object; a cell must be text, a number, true or
      false, a date, null, or a list of texts`
  return JSON.stringify(cell)
}

async function readRows(release: string): Promise<ReleasedRow[]> {
  const engine = await openLocalEngine({ threads: 1 })
  try {
    const { source, columns } = await openSource({ source: release, base: '/', ours: true }, engine)
    const found = await engine.query(sql`SELECT * FROM ${engine.dialect.scan(source)}`)
    const cells = columns.map(({ name, kind }): readonly ReleasedRow[string][] => {
      if (kind === 'number') return Array.from(found.numbers(name), (value) => (Number.isNaN(value) ? null : value))
      const texts = found.texts(name)
      return kind === 'boolean' ? texts.map((text) => (text === null ? null : text === 'true')) : texts
    })
    return Array.from({ length: found.rows }, (_, row) =>
      Object.fromEntries(columns.map(({ name }, column) => [name, cells[column][row]])),
    )
  } finally {
    await engine.close()
  }
}
