/**
 * `npx tsx test/faults/kills.ts --kills 50 --seed 1 --signal SIGKILL`: a run over a set that is there is killed at a random moment, again and again. After
 * each, `verify` must find the old set or the new one, whole, and after the next run nothing may be left beside it.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { halftoneCommand } from '../command.ts'
import { peopleFiles, peopleJob, writeFiles } from '../end-to-end/workshop.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    signal: { type: 'string', default: 'SIGKILL' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'halftone-kills-'))
const scratch = join(folder, 'tmp')
const generator = xoroshiro128plus(Number(values.seed))
const output = { release: 'out/release.csv', report: 'out/report.html' }

interface Ended {
  readonly code: number | null
  readonly text: string
  readonly milliseconds: number
}

/** Runs the command line, and sends the signal after so many milliseconds. */
function halftone(words: readonly string[], killAfter?: number): Promise<Ended> {
  const began = performance.now()
  const child = spawn(process.execPath, [...halftoneCommand(), ...words], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', TMPDIR: scratch },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  if (killAfter !== undefined) setTimeout(() => child.kill(values.signal as NodeJS.Signals), killAfter)
  return new Promise((resolve) =>
    child.on('close', (code) => resolve({ code, text, milliseconds: performance.now() - began })),
  )
}

const release = (): string => readFileSync(join(folder, 'out', 'release.csv'), 'utf8')
const everything = (): string[] => readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' }).sort()

try {
  mkdirSync(scratch)
  writeFiles(folder, peopleFiles)
  const jobs = [2, 4].map((k) => peopleJob({ privacy: { k }, output }))
  const run = async (job: number, killAfter?: number) => {
    writeFileSync(join(folder, 'job.yaml'), jobs[job])
    return halftone(['run', 'job.yaml', '--force'], killAfter)
  }
  const whole: Ended[] = []
  const releases: string[] = []
  for (const job of [0, 1]) {
    whole.push(await run(job))
    releases.push(release())
  }
  const usual = everything()
  const faults: string[] = []
  let [ended, switched] = [0, 0]
  for (let i = 0; i < Number(values.kills); i++) {
    const job = i % 2
    const moment = uniformInt(generator, 0, Math.ceil(whole[1].milliseconds * 1.1))
    const killed = await run(job, moment)
    if (killed.code === 0) ended++
    const verified = await halftone(['verify', 'out/release.csv', '--qi', 'age,sex,city', '--k', '2'])
    const now = releases.indexOf(release())
    if (now === job) switched++
    if (verified.code !== 0)
      faults.push(`kill ${i} at ${moment} ms: verify ends with ${verified.code}: ${verified.text}`)
    if (now < 0) faults.push(`kill ${i} at ${moment} ms: the release is neither the old nor the new one`)
  }
  const last = await run(0)
  if (last.code !== 0) faults.push(`the last run ends with ${last.code}: ${last.text}`)
  const left = everything().filter((name) => !usual.includes(name))
  if (left.length > 0) faults.push(`left beside the set: ${left.join(', ')}`)
  const folders = readdirSync(scratch)
  if (folders.length > 0) faults.push(`left in the folder for temporary files: ${folders.join(', ')}`)
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  process.stdout.write(
    `${values.kills} times ${values.signal}: ${ended} came too late, ${switched} times the new set was there, ${faults.length} faults\n`,
  )
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  rmSync(folder, { recursive: true, force: true })
}
