/** The corpus, through the command line in this process; a few inputs also as processes, with a look at the clock and the memory. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { halftoneProgram } from '../../cli/halftone-program.ts'
import { runProgram } from '../../cli/program.ts'
import { halftoneCommand } from '../command.ts'
import { listing, parseCsv, peopleFiles, writeFiles } from '../end-to-end/workshop.ts'
import { corpus, type Hostile } from './corpus.ts'

const room = mkdtempSync(join(tmpdir(), 'halftone-hostile-'))
const before = process.cwd()
beforeAll(() => vi.stubEnv('NO_COLOR', '1'))
afterAll(() => {
  process.chdir(before)
  vi.unstubAllEnvs()
  rmSync(room, { recursive: true, force: true })
})

interface Ended {
  readonly code: number
  readonly text: string
  readonly seconds: number
}

let count = 0
function prepare({ files, make }: Hostile): string {
  const folder = join(room, String(++count))
  mkdirSync(folder)
  writeFiles(folder, files)
  make?.(folder)
  return folder
}

/** What the command line says and answers, as a shell would see it. */
async function typed(words: readonly string[], folder: string): Promise<Ended> {
  let text = ''
  const take = (chunk: string | Uint8Array) => {
    text += chunk
    return true
  }
  const spies = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')]
  for (const spy of spies) spy.mockImplementation(take)
  const began = process.cpuUsage()
  process.chdir(folder)
  process.exitCode = 0
  try {
    await runProgram(await halftoneProgram(words), words)
    const { user, system } = process.cpuUsage(began)
    return { code: Number(process.exitCode), text, seconds: (user + system) / 1e6 }
  } finally {
    process.exitCode = 0
    for (const spy of spies) spy.mockRestore()
  }
}

/** What is wrong with how an input was met. */
function faultsOf(input: Hostile, { code, text, seconds }: Ended, folder: string, files: readonly string[]): string[] {
  const { outcome, secrets = [] } = input
  const faults: string[] = []
  const must = (holds: boolean, fault: string) => void (holds || faults.push(fault))
  must(!/our fault|^ +at /m.test(text), `it is our fault: ${text.slice(0, 500)}`)
  // Far above what any input needs, also beside other work: finds work that grows without bound.
  must(seconds < 30, `${seconds} s`)
  for (const secret of secrets)
    must(!text.includes(secret), `${JSON.stringify(secret.slice(0, 20))} is in ${JSON.stringify(text.slice(0, 300))}`)
  if (outcome === 'refused' || (outcome === 'either' && code !== 0)) {
    must(code === 2, `exit code ${code}: ${text.slice(0, 300)}`)
    must(/halftone: .{15,}/s.test(text), `nothing is said: ${text}`)
    // A rule and a remedy are two parts of a sentence, or a rule and the list of what there is.
    must(/[;:?(]/.test(text.replace(/^halftone:/, '')), `no remedy: ${text}`)
    must(
      listing(folder).join() === files.join(),
      `files are left: ${listing(folder).filter((name) => !files.includes(name))}`,
    )
    return faults
  }
  must(code === 0, `exit code ${code}: ${text.slice(0, 300)}`)
  if (code === 0) faults.push(...releaseFaults(input, readFileSync(join(folder, 'out/release.csv'), 'utf8')))
  return faults
}

function releaseFaults({ quasiIdentifiers = [], without = [], rows }: Hostile, text: string): string[] {
  const released = parseCsv(text)
  const sizes = new Map<string, number>()
  for (const row of released) {
    const labels = quasiIdentifiers.map((name) => new Map(Object.entries(row)).get(name))
    if (labels.every((label) => label === '*')) continue
    sizes.set(JSON.stringify(labels), (sizes.get(JSON.stringify(labels)) ?? 0) + 1)
  }
  const header = text.slice(0, text.indexOf('\n'))
  return [
    ...(released.length === rows ? [] : [`${released.length} rows of ${rows}`]),
    ...([...sizes.values()].every((size) => size >= 2) ? [] : ['a class is below k']),
    ...without.filter((name) => header.split(',').includes(name)).map((name) => `${name} is released`),
  ]
}

/** The people as a Parquet file, by the engine itself. */
async function peopleParquet(): Promise<Uint8Array> {
  writeFiles(room, peopleFiles)
  const connection = await (await DuckDBInstance.create()).connect()
  const [from, to] = [join(room, 'people.csv'), join(room, 'people.parquet')]
  await connection.run(`COPY (SELECT * FROM '${from}') TO '${to}' (FORMAT parquet)`)
  connection.closeSync()
  return readFileSync(to)
}

describe('the corpus', async () => {
  const inputs = corpus(await peopleParquet())

  it('has 500 inputs or more, no two of one title', () => {
    expect(inputs.length).toBeGreaterThanOrEqual(500)
    expect(new Set(inputs.map(({ title }) => title)).size).toBe(inputs.length)
  })

  it('each is refused with a sentence and exit code 2, leaving nothing, or released right; no value of a row is said', async () => {
    const faults: Record<string, string[]> = {}
    for (const input of inputs) {
      const folder = prepare(input)
      const files = listing(folder)
      const found = faultsOf(input, await typed(input.words ?? ['run', 'job.yaml'], folder), folder, files)
      if (found.length > 0) faults[input.title] = found
      rmSync(folder, { recursive: true, force: true })
    }
    expect(faults).toEqual({})
  })

  const few = [
    'a file cut 3 bytes before its end',
    'age is "NaN"',
    'a job that is aliases that unfold to millions',
    'gzip cut at 6/13',
    'csv with a line of 18 MB',
    'lines of JSON with 100,000 brackets',
  ]
  // All of them by `HALFTONE_HOSTILE=processes npx vitest run test/hostile`, which takes minutes.
  const all = process.env['HALFTONE_HOSTILE'] === 'processes'
  it.each(inputs.filter(({ title }) => all || few.includes(title)))(
    'as a process: $title: ends, within 300 MiB',
    async (input) => {
      const folder = prepare(input)
      const files = listing(folder)
      const { maxRSS, ...ended } = await asProcess(input.words ?? ['run', 'job.yaml'], folder)
      expect(faultsOf(input, ended, folder, files)).toEqual([])
      expect(maxRSS / 1024).toBeLessThan(300)
    },
  )
})

/** The program itself, which says at its end what it took. */
function asProcess(words: readonly string[], cwd: string): Promise<Ended & { readonly maxRSS: number }> {
  const atEnd = `process.on('exit',()=>{const{user,system}=process.cpuUsage();process.stderr.write('\\n@'+JSON.stringify({seconds:(user+system)/1e6,maxRSS:process.resourceUsage().maxRSS}))})`
  const preload = `--import=data:text/javascript,${encodeURIComponent(atEnd)}`
  const child = spawn(process.execPath, [preload, ...halftoneCommand(), ...words], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  return new Promise((resolve) =>
    child.on('close', (code) => {
      const at = text.lastIndexOf('\n@')
      // A process that died has said nothing at its end.
      const taken = at < 0 ? { seconds: Infinity, maxRSS: Infinity } : JSON.parse(text.slice(at + 2))
      resolve({ code: code ?? -1, text: at < 0 ? text : text.slice(0, at), ...taken })
    }),
  )
}
