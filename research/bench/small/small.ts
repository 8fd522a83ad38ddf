/**
 * Cost of a job of ten rows: repeated in one process, by station, and as a command beside Node doing nothing.
 * In-process figures are CPU milliseconds of all threads, including the engine. Commands take turns; CPU time is the
 * mean (the system counts in ticks of 10 ms), wall time the median. `npm run bench -- small --runs 20 --rounds 3` for a
 * quick look.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { processorOfChildren } from '../../papers/processor-seconds.ts'
import { inFolder, median, readNumbers } from '../measure.ts'
import type { Measured, Ratio } from '../ratios.ts'

interface SmallFigures {
  /** Load average at the start; above 0, other processes were running. */
  readonly load: number
  readonly runs: number
  readonly rounds: number
  /** CPU milliseconds by station and in total, without and with a report. */
  readonly inProcess: Readonly<Record<'release' | 'report', Readonly<Record<string, number>>>>
  readonly commands: Readonly<Record<string, Timed>>
}

interface Timed {
  /** Milliseconds. */
  readonly wall: number
  readonly processor: number | undefined
}

const people = `age,sex,city,disease
21,F,Amsterdam,flu
22,F,Amsterdam,cold
23,M,Utrecht,flu
24,M,Utrecht,cold
31,F,Breda,flu
32,F,Breda,asthma
33,M,Breda,flu
34,M,Breda,cold
41,F,Utrecht,flu
42,F,Utrecht,cold
`

const job = `version: 1
data: { source: people.csv }
columns:
  age: { role: quasi-identifier, type: numeric, endpoints: { width: 5 } }
  sex: { role: quasi-identifier, order: [F, M] }
  city: { role: quasi-identifier, type: prefix }
  disease: { role: sensitive }
privacy: { k: 2 }
`

export async function benchSmall(words: readonly string[]): Promise<Measured> {
  const { runs, rounds } = readNumbers(words, { runs: 60, rounds: 15 })
  return inFolder((folder) => {
    const load = loadavg()[0]
    writeFileSync(join(folder, 'people.csv'), people)
    const jobs = { release: join(folder, 'release.yaml'), report: join(folder, 'report.yaml') }
    for (const [name, file] of Object.entries(jobs)) {
      mkdirSync(join(folder, name))
      const report = name === 'report' ? `, report: ${name}/people.html` : ''
      writeFileSync(file, `${job}output: { release: ${name}/people.csv${report} }\n`)
    }
    const inProcess = { release: measureRuns(jobs.release, runs), report: measureRuns(jobs.report, runs) }
    const command = fileURLToPath(new URL('../../../dist/cli/halftone.js', import.meta.url))
    const commands = {
      'node -e 0': ['-e', '0'],
      'halftone --version': [command, '--version'],
      'halftone list search': [command, 'list', 'search'],
      'halftone run, ten rows': [command, 'run', jobs.release, '--force'],
      'halftone run, ten rows, report': [command, 'run', jobs.report, '--force'],
    }
    const walls: Record<string, number[]> = {}
    const processor: Record<string, number> = {}
    for (let round = 0; round < rounds; round++) {
      for (const [name, words] of Object.entries(commands)) {
        const before = processorOfChildren() ?? Number.NaN
        const began = performance.now()
        const child = spawnSync(process.execPath, words, { encoding: 'utf8' })
        if (child.status !== 0) throw new Error(`${name} failed: ${child.stderr}`)
        walls[name] = [...(walls[name] ?? []), performance.now() - began]
        processor[name] = (processor[name] ?? 0) + ((processorOfChildren() ?? Number.NaN) - before)
      }
    }
    const timed = (name: string): Timed => {
      const mean = (1000 * processor[name]) / rounds
      return { wall: median(walls[name]), processor: Number.isNaN(mean) ? undefined : mean }
    }
    const figures = {
      load,
      runs,
      rounds,
      inProcess,
      commands: Object.fromEntries(Object.keys(commands).map((name) => [name, timed(name)])),
    }
    return { figures, text: smallText(figures), ratios: smallRatios(figures) }
  })
}

function measureRuns(file: string, runs: number): Record<string, number> {
  const script = fileURLToPath(new URL('runs.ts', import.meta.url))
  const child = spawnSync(process.execPath, ['--import', 'tsx', script, file, String(runs)], { encoding: 'utf8' })
  if (child.status !== 0) throw new Error(`the runs failed: ${child.stderr}`)
  return JSON.parse(child.stdout)
}

function smallText({ load, runs, rounds, inProcess, commands }: SmallFigures): string {
  const stations = (times: Readonly<Record<string, number>>) =>
    Object.entries(times)
      .map(([station, milliseconds]) => `${station} ${milliseconds.toFixed(1)}`)
      .join(', ')
  return [
    `a small job, ten rows (load ${load.toFixed(1)})`,
    `  in one process, ms of the processor a run, mean of ${runs} runs after ten:`,
    ...Object.entries(inProcess).map(([name, times]) => `    ${name}: ${stations(times)}`),
    `  as a command, ${rounds} rounds, ms: clock (median), processor (mean)`,
    ...Object.entries(commands).map(
      ([name, { wall, processor }]) => `    ${name}: ${wall.toFixed(0)}, ${processor?.toFixed(0) ?? 'unknown'}`,
    ),
  ].join('\n')
}

/** Promised: the version within 20 ms of Node's start, a run of ten rows within 300 ms on an idle machine. */
function smallRatios({ commands }: SmallFigures): Ratio[] {
  const node = commands['node -e 0'].wall
  const goals: Readonly<Record<string, number>> = {
    'halftone --version': node + 20,
    'halftone run, ten rows': 300,
  }
  return Object.entries(goals).map(([name, goal]) => ({
    figure: name,
    measured: `${commands[name].wall.toFixed(0)} ms`,
    beside: `${goal.toFixed(0)} ms; node -e 0 takes ${node.toFixed(0)}`,
    ratio: commands[name].wall / goal,
    goal: 1,
  }))
}
