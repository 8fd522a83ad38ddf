/**
 * The pareto bench, on Adult with nine attributes (105 bits, 13,321 combinations), k = 5, preference (0.2, 1.0):
 *
 *     npx tsx research/bench/pareto/pareto.ts
 * Three runs, each on one and on two threads, in wall and CPU seconds: the paper's 50,000 chromosomes (about 15 minutes
 * there); the same until 50,000 distinct ones were evaluated, since duplicates cost nothing; and the default options.
 * Goal: 50,000 evaluations in under 10 s on 2 cores. The plain counter checks every result.
 */

import type { OptionValues } from '../../../src/ground/options.ts'
import type { Preference } from '../../../src/metrics/metric.ts'
import { createEvaluator } from '../../../src/search/evaluation.ts'
import { searchPareto } from '../../../src/search/index.ts'
import { haveData } from '../../../test/data.ts'
import { adultNine, adultNineProblem } from '../../papers/dewri-2009/adult-nine.ts'
import { countedAgain, line, machineLine, plainRun, timed } from '../measure.ts'

const RUNS: readonly (readonly [string, OptionValues])[] = [
  ['preset: paper, 50,000 chromosomes', { preset: 'paper' }],
  // More mutation and no duplicates: nearly every child is new, so that there are 50,000 evaluations.
  ['50,000 evaluations or more', { preset: 'paper', mutation: 0.02, evaluations: 60_000 }],
  ['default options', {}],
]

if (haveData('adult')) {
  const problem = adultNineProblem(adultNine(), 5, { NWP: 0.2, NECD: 1 })
  const evaluator = createEvaluator(problem)
  console.log(machineLine())
  console.log('| run | threads | chromosomes | evaluations | s | CPU s | µs CPU each | NWP / NECD / effective k |')
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
  for (const [name, options] of RUNS) {
    for (const threads of [1, 2]) {
      const run = plainRun(1, threads)
      const { result, seconds, cpuSeconds } = await timed(() => searchPareto.search(problem, options, run))
      if (result.outcome !== 'found') throw new Error(`the search ended as ${result.outcome}`)
      countedAgain(problem, result)
      const { smallestClass } = evaluator.evaluate(result.groupings).partition
      const { chromosomes, preference } = result.details as {
        chromosomes: number
        preference: { reached: Preference }
      }
      const { NWP, NECD } = preference.reached
      const each = ((cpuSeconds * 1e6) / result.evaluations).toFixed(0)
      const times = [seconds.toFixed(1), cpuSeconds.toFixed(1), each]
      const reached = `${NWP.toFixed(4)} / ${NECD.toFixed(4)} / ${smallestClass}`
      console.log(line([name, threads, chromosomes, result.evaluations, ...times, reached]))
    }
  }
}
