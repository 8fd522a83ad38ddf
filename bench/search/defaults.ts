/**
 * What each search comes to when it is called as the docs show it: Adult, eight quasi-identifiers, default options, beside lattice, which is
 * proven to be the best of its space. Every value is evaluated again by the plain counter.
 */
import { plainCounter } from '../../src/frequency/plain-counter.ts'
import type { OptionValues } from '../../src/options.ts'
import { createEvaluator } from '../../src/search/evaluation.ts'
import { findSearch } from '../../src/search/index.ts'
import { adultProblems, type Metric } from '../genetic/task.ts'

const KS = [10, 100, 500]
const ENTRANTS: readonly (readonly [string, OptionValues])[] = [
  ['lattice', {}],
  ['genetic', {}],
  ['bottom-up', {}],
  ['top-down', {}],
  ['pareto', {}],
]

export interface DefaultsRow {
  readonly search: string
  readonly options: OptionValues
  readonly metric: Metric
  readonly k: number
  readonly value: number
  readonly toLattice: number
  readonly cpuSeconds: number
}

/** Undefined when the data are not there. */
export async function benchDefaults(): Promise<DefaultsRow[] | undefined> {
  const problemOf = adultProblems()
  if (problemOf === undefined) return undefined
  const rows: DefaultsRow[] = []
  for (const metric of ['LM', 'CM'] as const) {
    for (const k of KS) {
      const problem = problemOf(metric, k)
      let lattice = Number.NaN
      for (const [search, options] of ENTRANTS) {
        const before = process.cpuUsage()
        const result = await findSearch(search).search(problem, options, {
          seed: 1,
          threads: 2,
          now: () => performance.now(),
        })
        const { user, system } = process.cpuUsage(before)
        if (result.outcome !== 'found') throw new Error(`${search} ended as ${result.outcome}`)
        const again = createEvaluator(problem, plainCounter(problem.frequencies)).evaluate(result.groupings)
        if (again.value !== result.value || !again.acceptable)
          throw new Error(`${search}: counted again it is ${again.value}`)
        const { value } = result
        if (search === 'lattice') lattice = value
        rows.push({ search, options, metric, k, value, toLattice: value / lattice, cpuSeconds: (user + system) / 1e6 })
        console.error(`${metric} k = ${k} ${search} ${JSON.stringify(options)} ${value.toFixed(4)}`)
      }
    }
  }
  return rows
}

/** A line per search: values at each k, and what they are to lattice's. */
export function defaultsText(rows: readonly DefaultsRow[] | undefined): string {
  if (rows === undefined) return 'defaults: Adult is not there'
  const lines = ENTRANTS.map(([search, options]) => {
    const cells = (['LM', 'CM'] as const).map((metric) => {
      const own = rows.filter((row) => row.search === search && row.options === options && row.metric === metric)
      const list = (figure: (row: DefaultsRow) => string) => own.map(figure).join(' / ')
      return `${list(({ value }) => value.toFixed(4))} | ${list(({ toLattice }) => toLattice.toFixed(2))} | ${list(({ cpuSeconds }) => cpuSeconds.toFixed(1))}`
    })
    const name = Object.entries(options).reduce((text, [key, value]) => `${text}, ${key}: ${String(value)}`, search)
    return `| ${name} | ${cells.join(' | ')} |`
  })
  const head = [
    'search, default options',
    'LM, goal general',
    '× lattice',
    'CPU s',
    'CM, goal classification',
    '× lattice',
    'CPU s',
  ]
  return [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...lines].join('\n')
}
