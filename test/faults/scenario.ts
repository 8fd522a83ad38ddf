/** Tools of the scenarios: the command of the checkout that the first argument names, and readers of what it leaves. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Files, peopleJob } from '../end-to-end/workshop.ts'

export const checkout = resolve(process.argv[2] ?? '.')
const built = join(checkout, 'dist', 'cli', 'halftone.js')
const loader = join(import.meta.dirname, '..', '..', 'node_modules', 'tsx', 'dist', 'esm', 'index.mjs')
const command = existsSync(built) ? [built] : ['--import', loader, join(checkout, 'cli', 'halftone.ts')]

/** The end of a command: its exit code, or why there is none, and everything it printed. */
export interface Ended {
  readonly code: number | string
  readonly text: string
}

export const children = new Map<string, ChildProcess>()

/** Runs the checkout's command in a folder; kills it after a minute, or another time. */
export function halftone(folder: string, words: readonly string[], before = '', seconds = 60): Promise<Ended> {
  const quoted = [process.execPath, ...command, ...words].map((word) => `'${word}'`).join(' ')
  const env = { ...process.env, NO_COLOR: '1', TMPDIR: join(folder, 'temporary') }
  const child = spawn('bash', ['-c', `${before} exec ${quoted}`], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.set(folder, child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000)
  return new Promise((done) =>
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      done({ code: code ?? (signal === 'SIGKILL' ? 'no end' : String(signal)), text })
    }),
  )
}

/** The small job of the end-to-end tests, without keys that old versions do not know. */
export const job = (more: Parameters<typeof peopleJob>[0] = {}): string =>
  JSON.stringify({ ...JSON.parse(peopleJob(more)), output: { release: 'out/release.csv', ...more.output } })
export const first = (text: string) =>
  text
    .split('\n')
    .find((line) => /halftone:|fault|Error/.test(line))
    ?.slice(0, 130) ?? ''
export const ended = ({ code, text }: Ended) => `exit ${code}${code === 0 ? '' : `, ${first(text)}`}`
export const read = (folder: string, name: string) =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : ''
export const mode = (folder: string, name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8)
export const below = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile())

/** Looks at what the command makes of the files in a folder. */
export type Look = (folder: string) => Promise<string | Sighting>

/** A line about what was seen, and whether it is the fault. */
export interface Sighting {
  readonly isFault: boolean
  readonly seen: string
}

/** The scenarios of one file: files to write, then a look. */
export type Scenarios = Readonly<Record<string, readonly [Files, Look]>>
export const run =
  (words: readonly string[] = ['run', 'job.yaml'], before = '') =>
  async (folder: string): Promise<string> =>
    ended(await halftone(folder, words, before))

/** A job about people.csv with k = 2. */
export const plain = (columns: object, more: object = {}) =>
  JSON.stringify({
    version: 1,
    data: { source: 'people.csv' },
    columns,
    privacy: { k: 2 },
    output: { release: 'out/release.csv' },
    ...more,
  })
