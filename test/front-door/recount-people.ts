/** A small table with every kind of column, and jobs for it: what is said of their runs is counted again. */
import { randomFrom } from '../../src/ground/random.ts'
import type { Quasi } from './recount.ts'

const TOWNS = {
  Bonn: ['DE', 'all'],
  Ulm: ['DE', 'all'],
  Aachen: ['DE', 'all'],
  Bern: ['CH', 'all'],
  Chur: ['CH', 'all'],
}
const JOBS = { cook: ['any'], nurse: ['any'], clerk: ['any'] }
export const quasi: readonly Quasi[] = [
  { name: 'age' },
  { name: 'town', ancestors: TOWNS },
  { name: 'job', ancestors: JOBS },
]
export const K = 4
/** Columns that are not recoded. */
export const JOINT = ['disease', 'weight', 'income', 'left']

function people(): string {
  const random = randomFrom(11)
  const pick = <T>(values: readonly T[]): T => values[random.integer(values.length)]
  const lines = Array.from({ length: 120 }, () =>
    [
      20 + random.integer(40),
      pick(Object.keys(TOWNS)),
      pick(Object.keys(JOBS)),
      pick(['flu', 'cold', 'hiv']),
      (500 + random.integer(480)) / 10,
      pick(['low', 'high']),
      pick(['yes', 'no', 'no']),
    ].join(),
  )
  return `age,town,job,disease,weight,income,left\n${lines.join('\n')}\n`
}

const tree = (name: string, children: readonly (string | object)[]) => ({
  name,
  children: children.map((child) => (typeof child === 'string' ? { name: child } : child)),
})
export const files = {
  'p.csv': people(),
  'towns.json': JSON.stringify(tree('all', [tree('DE', ['Bonn', 'Ulm', 'Aachen']), tree('CH', ['Bern', 'Chur'])])),
  'jobs.json': JSON.stringify(tree('any', Object.keys(JOBS))),
}

export const job = (algorithm: string, goal: string, limit: number, options: object = {}) =>
  JSON.stringify({
    version: 1,
    data: { source: 'p.csv' },
    columns: {
      age: { role: 'quasi-identifier', type: 'numeric', ends: 'exact' },
      town: { role: 'quasi-identifier', taxonomy: 'towns.json' },
      job: { role: 'quasi-identifier', taxonomy: 'jobs.json' },
      disease: { role: 'sensitive' },
      weight: { role: 'target', type: 'numeric' },
      income: { role: 'target', type: 'category' },
      left: { role: 'target', type: 'category' },
    },
    privacy: { k: K, 'suppression-limit': limit, 'suppressed-rows': 'mask', 'suppressed-group': 'exempt' },
    goal,
    algorithm: { name: algorithm, ...options },
    output: { release: 'out/r.csv', order: 'source', report: 'out/report.html' },
  })
