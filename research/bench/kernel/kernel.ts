/**
 * The kernel bench: evaluations per CPU second of each implementation on one core, interleaved, median of several
 * rounds, beside a C++ yardstick if g++ exists. All must return equal sums.
 */

import type { FrequencyTable } from '../../../src/frequency/frequency-table.ts'
import { InternalError } from '../../../src/ground/errors.ts'
import { adultProblem } from '../../../test/adult.ts'
import { haveData } from '../../../test/data.ts'
import { median } from '../measure.ts'
import type { Measured, Ratio } from '../ratios.ts'
import { type Entrant, entrantsFor } from './entrants.ts'
import { buildReference } from './reference.ts'
import { type KernelTask, kernelTask, type Sums, tableTask } from './task.ts'

export interface KernelBenchRow {
  readonly regime: string
  readonly entrant: string
  readonly evaluationsPerSecond: number
  /** Time relative to the C++ yardstick in the same run; lower is better. Absent without g++. */
  readonly timesReference?: number
  /** Speedup over the naive form. */
  readonly timesNaive: number
  /** Nanoseconds per evaluation, by round. */
  readonly rounds: readonly number[]
}

export interface KernelBench {
  readonly combinations: number
  readonly rows: readonly KernelBenchRow[]
}

export interface KernelBenchOptions {
  /** Each round times every entrant once; the median counts. Default 7. */
  readonly rounds?: number
  /** Per entrant and round. Default 150. */
  readonly milliseconds?: number
  /** Size of the random table. Default 20,000. */
  readonly combinations?: number
  /** Replaces the random table, for example by Adult; needs one target of two values. */
  readonly table?: FrequencyTable
}

/** On a random table, and on Adult if available. */
export async function benchKernels(): Promise<Measured> {
  const random = benchKernel()
  const adult = haveData('adult') ? benchKernel({ table: adultProblem().frequencies }) : undefined
  const all = [random, ...(adult === undefined ? [] : [adult])]
  return { figures: { random, adult }, text: all.map(kernelText).join('\n'), ratios: all.flatMap(kernelRatios) }
}

export function benchKernel(options: KernelBenchOptions = {}): KernelBench {
  const { rounds = 7, milliseconds = 150, combinations = 20_000 } = options
  const task = options.table === undefined ? kernelTask(combinations) : tableTask(options.table)
  const entrants = entrantsFor(task.table)
  const reference = buildReference(task)
  try {
    const rows = task.regimes.flatMap((regime, r) => {
      const expected = checkedSums(task, r, entrants)
      const times = new Map<string, number[]>()
      const note = (name: string, time: number) => times.set(name, [...(times.get(name) ?? []), time])
      for (let round = 0; round < rounds; round++) {
        const runs = [
          ...entrants.map((entrant) => () => note(entrant.name, measureTime(task, r, entrant, milliseconds))),
          () => {
            if (reference === undefined) return
            const { nanoseconds, sums } = reference.run(r, milliseconds)
            expectSame('C++ reference', sums, expected)
            note(REFERENCE, nanoseconds)
          },
        ]
        // Alternate the order, so that none always follows the same one.
        for (const run of round % 2 === 0 ? runs : runs.reverse()) run()
      }
      return toRows(regime.name, times)
    })
    return { combinations: task.table.combinations, rows }
  } finally {
    reference?.remove()
  }
}

const REFERENCE = 'C++ reference'

function toRows(regime: string, times: ReadonlyMap<string, readonly number[]>): KernelBenchRow[] {
  const medianTime = (name: string) => median(times.get(name) ?? [])
  return [...times].map(([entrant, rounds]) => ({
    regime,
    entrant,
    evaluationsPerSecond: 1e9 / median(rounds),
    timesReference: times.has(REFERENCE) ? median(rounds) / medianTime(REFERENCE) : undefined,
    timesNaive: medianTime('naive TypeScript') / median(rounds),
    rounds,
  }))
}

/** The sums that all entrants must agree on. */
function checkedSums(task: KernelTask, regime: number, entrants: readonly Entrant[]): Sums {
  const all = entrants.map((entrant) => {
    const sums: Sums = { suppressed: 0, discernibility: 0, wrong: 0, widths: 0 }
    for (const groupings of task.regimes[regime].generalizations) entrant.evaluate(groupings, sums)
    return sums
  })
  entrants.forEach((entrant, i) => {
    expectSame(entrant.name, all[i], all[0])
  })
  return all[0]
}

function expectSame(name: string, sums: Sums, expected: Sums): void {
  if (JSON.stringify(sums) === JSON.stringify(expected)) return
  throw new InternalError(`${name} gives ${JSON.stringify(sums)} where others give ${JSON.stringify(expected)}`)
}

/** Nanoseconds per evaluation. */
function measureTime(task: KernelTask, regime: number, entrant: Entrant, milliseconds: number): number {
  const { generalizations } = task.regimes[regime]
  const sums: Sums = { suppressed: 0, discernibility: 0, wrong: 0, widths: 0 }
  let evaluations = 0
  // CPU time, less disturbed by other work on the machine.
  const start = process.cpuUsage()
  let spent = 0
  while (spent < milliseconds) {
    // Small batches, so that a slow entrant stops in time.
    for (let i = 0; i < 16; i++) entrant.evaluate(generalizations[evaluations++ % generalizations.length], sums)
    const { user, system } = process.cpuUsage(start)
    spent = (user + system) / 1000
  }
  return (spent * 1e6) / evaluations
}

function kernelText({ combinations, rows }: KernelBench): string {
  const head = `kernel, ${combinations.toLocaleString('en')} combinations`
  const lines = rows.map((row) => {
    const against = row.timesReference === undefined ? '' : `${row.timesReference.toFixed(2)} × the time of C++`
    const speed = `${Math.round(row.evaluationsPerSecond).toLocaleString('en')} evaluations/s`
    return `${row.regime.padEnd(8)}${row.entrant.padEnd(20)}${speed.padStart(24)}  ${against.padEnd(26)}${row.timesNaive.toFixed(1)} × as fast as naive`
  })
  return [head, ...lines].join('\n')
}

/** Only with g++. */
function kernelRatios({ combinations, rows }: KernelBench): Ratio[] {
  return rows.flatMap(({ regime, entrant, evaluationsPerSecond, timesReference }) =>
    timesReference === undefined
      ? []
      : [
          {
            figure: `kernel, ${entrant}, ${regime}, ${combinations.toLocaleString('en')} combinations`,
            measured: `${Math.round(evaluationsPerSecond).toLocaleString('en')} evaluations/s`,
            beside: 'the same in C++',
            ratio: timesReference,
          },
        ],
  )
}
