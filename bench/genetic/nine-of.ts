/**
 * The nine jobs of Adult with the default options, of any built checkout and in a process of its own: what LM and CM come to, and the seconds of the processor.
 *
 *     npx tsx bench/genetic/nine-of.ts .
 *     npx tsx bench/genetic/nine-of.ts /tmp/before     an earlier commit, checked out beside our data, with its packages, and built
 */
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { searchGenetic } from '../../src/search/genetic/genetic.ts'
import type { SearchProblem } from '../../src/search/search.ts'
import type { adultProblems, KS } from './task.ts'

interface Checkout {
  readonly task: { readonly adultProblems: typeof adultProblems; readonly KS: typeof KS }
  readonly genetic: { readonly searchGenetic: typeof searchGenetic }
  readonly metrics: { readonly allMetrics: readonly SearchProblem['goal']['terms'][number]['metric'][] }
}

const folder = resolve(process.argv[2] ?? '.')
const load = (path: string) => import(pathToFileURL(join(folder, path)).href)
const { task, genetic, metrics }: Checkout = {
  task: await load('bench/genetic/task.ts'),
  genetic: await load('dist/src/search/genetic/genetic.js'),
  metrics: await load('dist/src/metrics/index.js'),
}
const problemOf = task.adultProblems()
if (problemOf === undefined) throw new Error('Adult is not there')
for (const metric of ['LM', 'CM'] as const) {
  let total = 0
  const values: string[] = []
  for (const k of task.KS) {
    const posed = problemOf(metric, k)
    const terms = posed.goal.terms.map((term) => {
      const own = metrics.allMetrics.find(({ name }) => name === term.metric.name)
      if (own === undefined) throw new Error(`${folder} has no metric ${term.metric.name}`)
      return { ...term, metric: own }
    })
    const problem = { ...posed, goal: { ...posed.goal, terms } }
    const before = process.cpuUsage()
    const run = { seed: 1, threads: 2, now: () => performance.now() }
    const result = await genetic.searchGenetic.search(problem, {}, run)
    const { user, system } = process.cpuUsage(before)
    total += (user + system) / 1e6
    values.push(result.outcome === 'found' ? result.value.toFixed(6) : result.outcome)
  }
  console.log(`${metric} at nine k: ${values.join(' ')}; ${total.toFixed(1)} CPU s`)
}
