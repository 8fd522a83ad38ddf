/** What end-to-end tests share: a folder to work in, a small table with its job, a plain reader of releases that knows nothing of Halftone. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { anonymize } from '../../src/anonymize.ts'
import type { PlanOverrides, TablePlan } from '../../src/plan/plan.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import { readColumnsRecodingFile } from '../../src/recoding/recoding.ts'
import type { AnonymizeRun, RunResult } from '../../src/run.ts'
import { samples } from '../../src/sample/index.ts'
import type { SampleFiles } from '../../src/sample/sample.ts'
import { type ApplyRequest, type ApplyResult, applyRecoding } from '../../src/tasks/apply.ts'
import { halftoneCommand } from '../command.ts'

export type Files = Readonly<Record<string, string | Uint8Array>>

/** Runs the work in a new folder with these files and removes the folder afterwards. */
export async function inFolder<T>(files: Files, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'halftone-test-'))
  try {
    writeFiles(folder, files)
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function writeFiles(folder: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

/** The sample census with its job, as `halftone sample census` writes it. */
export function writeCensus(folder: string, rows: number): Promise<SampleFiles> {
  const census = samples.find((sample) => sample.name === 'census')
  if (census === undefined) throw new Error('there is no sample "census"')
  return census.write(folder, { rows }, { force: true })
}

/** Every file and folder below, hidden ones too, files with their size. */
export function listing(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const stats = statSync(join(folder, name), { throwIfNoEntry: false })
      return stats?.isFile() ? `${name} ${stats.size}` : name
    })
    .sort()
}

/** From here on temporary files of this process go to a folder of its own. Gives back what is left of engines there. */
export function ownTemporaryFolder(): { readonly engineFolders: () => string[]; readonly remove: () => void } {
  const before = process.env['TMPDIR']
  const folder = mkdtempSync(join(tmpdir(), 'halftone-own-'))
  process.env['TMPDIR'] = folder
  return {
    engineFolders: () => readdirSync(folder).filter((name) => name.startsWith('halftone-engine-')),
    remove: () => {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The plan of a job about a table. */
export function readTablePlan(file: string, overrides: PlanOverrides = {}): TablePlan {
  const plan = readPlan(file, overrides)
  if (plan.kind === 'items') throw new Error(`${file} is about baskets`)
  return plan
}

/** Runs `job.yaml` of a folder, in this process. */
export async function runJob(
  folder: string,
  run: AnonymizeRun = {},
  overrides: PlanOverrides = {},
): Promise<RunResult> {
  return anonymize(readPlan(join(folder, 'job.yaml'), overrides), { threads: 1, ...run })
}

/** Applies the recoding of `out/release.csv` to a file of the folder. */
export function apply(folder: string, data: string, more: Partial<ApplyRequest> = {}): Promise<ApplyResult> {
  return applyRecoding({ ...requestFor(folder, data), ...more }, { threads: 1, force: true })
}

export function requestFor(folder: string, data: string): ApplyRequest {
  return {
    recoding: readColumnsRecodingFile(join(folder, 'out/private/release.recoding.json')),
    name: 'release.recoding.json',
    source: { source: data, base: folder },
    output: {
      release: join(folder, 'new.csv'),
      recoding: join(folder, 'new.recoding.json'),
      manifest: join(folder, 'new.manifest.json'),
    },
    order: 'source',
    unseen: 'suppress',
    compare: false,
  }
}

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The command line, in this process, since one of its own takes half a second to start; `halftoneProcess` has its own. */
export function halftone(folder: string, args: readonly string[]): Promise<Ended> {
  // One at a time: folder, streams and exit code are those of the process.
  const ended = commandsBefore.then(() => commandHere(folder, args))
  commandsBefore = ended.catch(() => {})
  return ended
}

let commandsBefore: Promise<unknown> = Promise.resolve()

async function commandHere(folder: string, args: readonly string[]): Promise<Ended> {
  const { halftoneProgram } = await import('../../cli/halftone-program.ts')
  const { runProgram } = await import('../../cli/program.ts')
  const [before, exitCode] = [process.cwd(), process.exitCode]
  const [stdout, stderr] = [keepWritten(process.stdout), keepWritten(process.stderr)]
  process.chdir(folder)
  process.exitCode = 0
  try {
    await runProgram(await halftoneProgram(args), args)
    return { code: Number(process.exitCode), stdout: stdout.written(), stderr: stderr.written() }
  } finally {
    process.exitCode = exitCode
    process.chdir(before)
    stdout.restore()
    stderr.restore()
  }
}

/** Until it is restored, what is written to the stream is kept and goes nowhere. */
function keepWritten(stream: NodeJS.WriteStream): { readonly written: () => string; readonly restore: () => void } {
  const { write } = stream
  const chunks: Buffer[] = []
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    chunks.push(Buffer.from(chunk as string))
    const done = rest.find((argument) => typeof argument === 'function') as (() => void) | undefined
    if (done !== undefined) process.nextTick(done)
    return true
  }
  return {
    written: () => Buffer.concat(chunks).toString('utf8'),
    restore: () => {
      stream.write = write
    },
  }
}

/** The command line as a process; its standard output goes to `into`, if given. */
export function halftoneProcess(folder: string, args: readonly string[], into?: string): Promise<Ended> {
  const child = spawn(process.execPath, [...halftoneCommand(), ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['pipe', into === undefined ? 'pipe' : openSync(into, 'w'), 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}

/** Records of a delimited text with a header line, by name. Quotes, doubled quotes, line breaks in quotes; nothing else. */
export function parseCsv(text: string, delimiter = ','): Record<string, string>[] {
  const records: string[][] = []
  let record: string[] = []
  let field = ''
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]
    if (quoted) {
      if (letter !== '"') field += letter
      else if (text[i + 1] === '"') field += text[++i]
      else quoted = false
    } else if (letter === '"') quoted = true
    else if (letter === delimiter) {
      record.push(field)
      field = ''
    } else if (letter === '\n') {
      records.push([...record, field])
      record = []
      field = ''
    } else if (letter !== '\r') field += letter
  }
  if (field !== '' || record.length > 0) records.push([...record, field])
  const [header, ...rows] = records
  return rows.map((row) => {
    if (row.length !== header.length) throw new Error(`a row of ${row.length} fields under ${header.length} names`)
    return Object.fromEntries(header.map((name, i) => [name, row[i]]))
  })
}

export function readRelease(file: string): Record<string, string>[] {
  const bytes = readFileSync(file)
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return parseCsv(text, /\.tsv(\.gz)?$/.test(file) ? '\t' : ',')
}

/** The independent counter: rows of each class, and of the suppressed ones (`*` in every column). */
export function countClasses(
  rows: readonly Readonly<Record<string, string>>[],
  columns: readonly string[],
): { readonly sizes: number[]; readonly suppressed: number } {
  const classes = new Map<string, number>()
  let suppressed = 0
  for (const row of rows) {
    const values = columns.map((column) => row[column])
    if (values.every((value) => value === '*')) suppressed++
    else {
      const key = JSON.stringify(values)
      classes.set(key, (classes.get(key) ?? 0) + 1)
    }
  }
  return { sizes: [...classes.values()].sort((a, b) => a - b), suppressed }
}

/** Twelve people: at k = 2 there is something to generalize, to suppress and to keep. */
export const people = `name,age,sex,city,income
Ada,21,F,Oslo,low
Bo,22,M,Oslo,low
Cy,23,M,Bergen,high
Di,24,F,Bergen,low
Ed,31,M,Paris,high
Flo,32,F,Paris,high
Gil,33,M,Lyon,low
Hal,34,M,Lyon,high
Ida,41,F,Oslo,low
Jo,42,F,Bergen,low
Kim,43,M,Paris,high
Lou,44,F,Lyon,low
`

export const cities = JSON.stringify({
  name: 'Europe',
  children: [
    { name: 'Norway', children: [{ name: 'Oslo' }, { name: 'Bergen' }] },
    { name: 'France', children: [{ name: 'Paris' }, { name: 'Lyon' }] },
  ],
})

export const peopleColumns = {
  name: { role: 'identifier' },
  age: { role: 'quasi-identifier', type: 'numeric' },
  sex: { role: 'quasi-identifier', order: ['F', 'M'] },
  city: { role: 'quasi-identifier', taxonomy: 'city.json' },
  income: { role: 'target' },
} as const

type Settings = Readonly<Record<string, unknown>>

export interface JobSettings {
  readonly data?: Settings
  readonly columns?: Settings
  readonly privacy?: Settings
  readonly output?: Settings
  readonly [key: string]: unknown
}

/** The people's job with some settings changed; a setting of undefined is left out. JSON is YAML, too. */
export function peopleJob({ data, columns, privacy, output, ...rest }: JobSettings = {}): string {
  return JSON.stringify(
    {
      version: 1,
      data: { source: 'people.csv', ...data },
      columns: { ...peopleColumns, ...columns },
      // Of ten people, so that every value can be followed.
      privacy: { k: 2, ends: 'exact', 'suppressed-group': 'exempt', ...privacy },
      // In the order of the source, so that tests can lay rows beside each other.
      output: { release: 'out/release.csv', order: 'source', ...output },
      ...rest,
    },
    null,
    2,
  )
}

export const peopleFiles: Files = { 'people.csv': people, 'city.json': cities, 'job.yaml': peopleJob() }
