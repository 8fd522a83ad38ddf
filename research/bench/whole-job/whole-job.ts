/**
 * The whole job (CSV in, CSV out) against the floor, DuckDB copying the CSV, for either row order. Both run in fresh
 * processes in turn, in alternating order; the ratio is taken per round, then the median. For a quick look: `npm run
 * bench -- whole-job --rows 500000 --rounds 1`.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { samples } from '../../../src/sample/index.ts'
import { inFolder, median, readNumbers } from '../measure.ts'
import type { Measured } from '../ratios.ts'

/** Row orders, and the promised ratio to DuckDB's copy in that order. */
const ORDERS = { source: 1.8, sorted: 1.15 } as const

type Order = keyof typeof ORDERS

interface WholeJobFigures {
  readonly rows: number
  readonly orders: readonly OrderFigures[]
  /** Peak resident memory of the job in MiB. */
  readonly memory: number
  readonly memoryGoal: number
}

interface OrderFigures {
  readonly order: Order
  readonly rounds: readonly WholeJobRound[]
  /** Median over rounds of job seconds / floor seconds. */
  readonly ratio: number
  readonly goal: number
}

interface WholeJobRound {
  readonly floor: MeasuredProcess
  readonly job: MeasuredProcess
}

export interface MeasuredProcess {
  readonly seconds: number
  /** CPU seconds of all threads. */
  readonly processor: number
  /** CPU seconds of the process, with the start of Node and of the modules. */
  readonly whole?: number
  readonly memory: number
  readonly steps?: Readonly<Record<string, number>>
  /** CPU seconds by step. */
  readonly cpuSteps?: Readonly<Record<string, number>>
  readonly metrics?: Readonly<Record<string, number>>
  /** The last value of the search. */
  readonly reported?: number
}

export async function benchWholeJob(words: readonly string[]): Promise<Measured> {
  const { rows, rounds } = readNumbers(words, { rows: 5_000_000, rounds: 3 })
  return inFolder(async (folder) => {
    const census = samples.find((sample) => sample.name === 'census')
    const files = await census?.write(folder, { rows }, { force: true })
    if (files === undefined) throw new Error('there is no sample "census"')
    const orders = (Object.keys(ORDERS) as Order[]).map((order) => {
      const job = join(dirname(files.job), `${order}.yaml`)
      writeFileSync(job, readFileSync(files.job, 'utf8').replace('output:\n', `output:\n  order: ${order}\n`))
      return benchOrder(order, { data: files.data, job, copy: join(folder, 'floor.csv'), rounds })
    })
    const memory = Math.max(...orders.flatMap((each) => each.rounds.map(({ job }) => job.memory)))
    const figures = { rows, orders, memory, memoryGoal: 2048 }
    const ratios = orders.map(({ order, rounds: orderRounds, ratio, goal }) => ({
      figure: `whole job, ${rows.toLocaleString('en')} rows, order: ${order}`,
      measured: `${median(orderRounds.map(({ job }) => job.seconds)).toFixed(2)} s`,
      beside: `DuckDB's own copy, ${order === 'sorted' ? 'sorted' : 'in its order'}`,
      ratio,
      goal,
    }))
    return { figures, text: wholeJobText(figures), ratios }
  })
}

function benchOrder(
  order: Order,
  { data, job, copy, rounds }: { data: string; job: string; copy: string; rounds: number },
): OrderFigures {
  const results = Array.from({ length: rounds }, (_, round): WholeJobRound => {
    const floor = `COPY (FROM read_csv('${data}')${order === 'sorted' ? ' ORDER BY ALL' : ''}) TO '${copy}' (HEADER)`
    const first = round % 2 === 0 ? measure('floor', floor) : undefined
    const measured = measure('job', job)
    return { floor: first ?? measure('floor', floor), job: measured }
  })
  const ratio = median(results.map((result) => result.job.seconds / result.floor.seconds))
  return { order, rounds: results, ratio, goal: ORDERS[order] }
}

const plainScripts = new Map<string, string>()

/** Compiles a script: the hooks of a loader for TypeScript would add 50 MiB and CPU time to what is measured. */
function plainScript(variant: string): string {
  const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  const script = file(`../../../node_modules/.cache/bench/${variant}.mjs`)
  const bundler = file('../../../node_modules/rolldown/bin/cli.mjs')
  const words = [file(`${variant}.ts`), '--file', script, '--platform', 'node', '--external', '@duckdb/node-api']
  const built = spawnSync(process.execPath, [bundler, ...words], { encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`${variant}.ts was not compiled: ${built.stderr}`)
  return script
}

/** Runs a floor or a job in a fresh process. */
export function measure(variant: 'floor' | 'job' | 'command', ...words: readonly string[]): MeasuredProcess {
  const script = plainScripts.get(variant) ?? plainScript(variant)
  plainScripts.set(variant, script)
  const run = spawnSync(process.execPath, [script, ...words], { encoding: 'utf8', maxBuffer: 1 << 26 })
  if (run.status !== 0) throw new Error(`the ${variant} failed: ${run.stderr}`)
  return JSON.parse(run.stdout.trimEnd().split('\n').at(-1) ?? '')
}

function wholeJobText({ rows, orders, memory, memoryGoal }: WholeJobFigures): string {
  const line = ({ floor, job }: WholeJobRound) =>
    `    floor ${floor.seconds.toFixed(2)} s, job ${job.seconds.toFixed(2)} s (${Object.entries(job.steps ?? {})
      .map(([step, seconds]) => `${step} ${seconds.toFixed(2)}`)
      .join(', ')}), ratio ${(job.seconds / floor.seconds).toFixed(2)}`
  return [
    `whole job, ${rows} rows, CSV to CSV, memory ${memory.toFixed(0)} MiB (goal ${memoryGoal})`,
    ...orders.flatMap(({ order, rounds, ratio, goal }) => [
      `  order ${order}: median ratio to DuckDB's own copy in that order ${ratio.toFixed(2)} (goal ${goal})`,
      ...rounds.map(line),
    ]),
  ].join('\n')
}
