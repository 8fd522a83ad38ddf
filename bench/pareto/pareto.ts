/**
 * The pareto bench, on Adult with nine attributes (105 bits, 13,321 combinations), k = 5, preference (0.2, 1.0):
 *
 *     npx tsx bench/pareto/pareto.ts
 *
 * The paper's run of 50,000 chromosomes (about 15 minutes there); the same until 50,000 different ones have been evaluated, since chromosomes met
 * before cost nothing; and the default options. Each on one thread and on two, seconds on the clock and of CPU over all threads. Goal: 50,000
 * evaluations in under 10 s on 2 cores. Every result is evaluated again by the plain counter.
 */
import { cpus } from 'node:os'
import { adultNine, adultNineProblem } from '../../papers/dewri-2009/adult-nine.ts'
import { InternalError } from '../../src/errors.ts'
import { plainCounter } from '../../src/frequency/plain-counter.ts'
import type { Preference } from '../../src/metrics/metric.ts'
import type { OptionValues } from '../../src/options.ts'
import { createEvaluator } from '../../src/search/evaluation.ts'
import { searchPareto } from '../../src/search/pareto/pareto.ts'
import { haveData } from '../../test/data.ts'

const RUNS: readonly (readonly [string, OptionValues])[] = [
  ['preset: paper, 50,000 chromosomes', { preset: 'paper' }],
  // A higher mutation and no doubles: nearly every child is new, so that there are 50,000 evaluations.
  ['50,000 evaluations or more', { preset: 'paper', distinct: true, mutation: 0.02, evaluations: 60_000 }],
  ['default options', {}],
]

if (haveData('adult')) {
  const problem = adultNineProblem(adultNine(), 5, { NWP: 0.2, NECD: 1 })
  const plain = createEvaluator(problem, plainCounter(problem.frequencies))
  console.log(`${new Date().toISOString()} · ${cpus()[0].model}, ${cpus().length} cores · Node ${process.version}`)
  console.log('| run | threads | chromosomes | evaluations | s | CPU s | µs CPU each | NWP / NECD / effective k |')
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
  for (const [name, options] of RUNS) {
    for (const threads of [1, 2]) {
      const cpu = process.cpuUsage()
      const start = performance.now()
      const result = await searchPareto.search(problem, options, { seed: 1, threads, now: () => performance.now() })
      const seconds = (performance.now() - start) / 1000
      const { user, system } = process.cpuUsage(cpu)
      if (result.outcome !== 'found') throw new InternalError(`the search ended as ${result.outcome}`)
      const { value, partition } = plain.evaluate(result.groupings)
      if (value !== result.value) throw new InternalError(`the plain counter says ${value}, not ${result.value}`)
      const details = result.details as { chromosomes: number; preference: { reached: Preference } }
      const { reached } = details.preference
      const cells = [
        name,
        threads,
        details.chromosomes,
        result.evaluations,
        seconds.toFixed(1),
        ((user + system) / 1e6).toFixed(1),
        ((user + system) / result.evaluations).toFixed(0),
        `${reached.NWP.toFixed(4)} / ${reached.NECD.toFixed(4)} / ${partition.smallestClass}`,
      ]
      console.log(`| ${cells.join(' | ')} |`)
    }
  }
}
