/**
 * The whole job (CSV in, CSV out) against the floor: DuckDB copying the same CSV to CSV. Both run in fresh processes, one after the
 * other, the order reversed each round; the ratio is taken within a round, the median over rounds. Rows can be fewer for a quick look:
 * `tsx bench/whole-job/whole-job.ts --rows 500000 --rounds 1`.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { samples } from '../../src/workbench.ts'
import { median } from '../median.ts'

export interface WholeJobFigures {
  readonly rows: number
  readonly rounds: readonly WholeJobRound[]
  /** Median over rounds of job seconds / floor seconds. */
  readonly ratio: number
  readonly goal: number
  /** Largest resident memory of the job in any round, in MiB. */
  readonly memory: number
  readonly memoryGoal: number
}

interface WholeJobRound {
  readonly floor: Measured
  readonly job: Measured
}

interface Measured {
  readonly seconds: number
  /** Processor seconds of all threads. */
  readonly processor: number
  readonly memory: number
  readonly steps?: Readonly<Record<string, number>>
}

export async function benchWholeJob({ rows = 5_000_000, rounds = 3 } = {}): Promise<WholeJobFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'halftone-bench-'))
  try {
    const census = samples.find((sample) => sample.name === 'census')
    const files = await census?.write(folder, { rows }, { force: true })
    if (files === undefined) throw new Error('there is no sample "census"')
    const results: WholeJobRound[] = []
    for (let round = 0; round < rounds; round++) {
      const floor = () => measure('floor', files.data, join(folder, 'floor.csv'))
      const job = () => measure('job', files.job, '')
      if (round % 2 === 0) {
        const first = floor()
        results.push({ floor: first, job: job() })
      } else {
        const first = job()
        results.push({ job: first, floor: floor() })
      }
    }
    return {
      rows,
      rounds: results,
      ratio: median(results.map(({ floor, job }) => job.seconds / floor.seconds)),
      goal: 2.5,
      memory: Math.max(...results.map(({ job }) => job.memory)),
      memoryGoal: 2048,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function measure(variant: 'floor' | 'job', input: string, output: string): Measured {
  const script = fileURLToPath(new URL(`${variant}.ts`, import.meta.url))
  const run = spawnSync(process.execPath, ['--import', 'tsx', script, input, output], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  if (run.status !== 0) throw new Error(`the ${variant} failed: ${run.stderr}`)
  return JSON.parse(run.stdout)
}

export function wholeJobText({ rows, rounds, ratio, goal, memory, memoryGoal }: WholeJobFigures): string {
  const line = ({ floor, job }: WholeJobRound) =>
    `    floor ${floor.seconds.toFixed(2)} s, job ${job.seconds.toFixed(2)} s (${Object.entries(job.steps ?? {})
      .map(([step, seconds]) => `${step} ${seconds.toFixed(2)}`)
      .join(', ')}), ratio ${(job.seconds / floor.seconds).toFixed(2)}`
  return [
    `whole job, ${rows} rows, CSV to CSV`,
    ...rounds.map(line),
    `  median ratio to the floor ${ratio.toFixed(2)} (goal ${goal}), memory ${memory.toFixed(0)} MiB (goal ${memoryGoal})`,
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const option = (name: string) => {
    const at = process.argv.indexOf(`--${name}`)
    return at < 0 ? {} : { [name]: Number(process.argv[at + 1]) }
  }
  console.log(wholeJobText(await benchWholeJob({ ...option('rows'), ...option('rounds') })))
}
