/** Multivariate microaggregation in plain code: tables, standardized rows, squared errors, and MDAV (Domingo-Ferrer and Torra 2005). */
import { readFileSync } from 'node:fs'
import { type Random, randomFrom } from '../src/ground/random.ts'
import { adult, readAdult } from './adult.ts'
import { data, dataPath } from './data.ts'
import type { Need } from './needs.ts'

export type Rows = readonly (readonly number[])[]

interface NumericTable {
  readonly name: string
  readonly read: () => Rows
  /** The data set that it needs. */
  readonly from?: Need
}

const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform())

const make = (seed: number, rows: number, row: (random: Random) => number[]): Rows => {
  const random = randomFrom(seed)
  return Array.from({ length: rows }, () => row(random))
}

/** Tables on which classes are compared with those of MDAV. */
export const microaggregationTables: readonly NumericTable[] = [
  {
    name: 'German Credit, 7 numeric columns',
    from: data('german'),
    read: () =>
      readFileSync(dataPath('german/german.data'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => [1, 4, 7, 10, 12, 15, 17].map((field) => Number(line.trim().split(/\s+/)[field]))),
  },
  {
    // Three hidden factors, as incomes have them.
    name: '1,080 correlated rows, 13 columns',
    read: () =>
      make(7, 1080, (random) => {
        const factors = [normal(random), normal(random), normal(random)]
        return Array.from({ length: 13 }, (_, j) =>
          Math.round(Math.exp(9 + 0.8 * (0.8 * factors[j % 3] + 0.3 * factors[(j + 1) % 3] + 0.4 * normal(random)))),
        )
      }),
  },
  {
    name: '4,000 rows of Adult: age, fnlwgt, education-num, hours',
    from: adult,
    read: () =>
      readAdult()
        .slice(0, 4000)
        .map((row) => (['age', 'fnlwgt', 'education-num', 'hours-per-week'] as const).map((name) => Number(row[name]))),
  },
  {
    name: '2,000 rows in 40 clusters, 5 columns',
    read: () => {
      const centres = make(11, 40, (random) => Array.from({ length: 5 }, () => 100 * random.uniform()))
      return make(12, 2000, (random) =>
        centres[random.integer(40)].map((centre) => Number((centre + 2 * normal(random)).toFixed(2))),
      )
    },
  },
  {
    // Lognormal amounts beside waits of a Pareto distribution whose variance is infinite.
    name: '1,000 heavy-tailed rows, 4 columns',
    read: () =>
      make(21, 1000, (random) => {
        const size = normal(random)
        const amounts = [1, 2].map(() => Math.exp(7 + 1.2 * size + 0.6 * normal(random)))
        const waits = [1, 2].map(() => 10 * (1 - random.uniform()) ** (-1 / 1.5))
        return [...amounts, ...waits].map((value) => Number(value.toFixed(2)))
      }),
  },
]

/** Each column with mean 0 and variance 1; a constant one is 0. */
export function standardized(rows: Rows): number[][] {
  const columns = rows[0].map((_, j) => {
    const values = rows.map((row) => row[j])
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
    return values.map((value) => (deviation > 0 ? (value - mean) / deviation : 0))
  })
  return rows.map((_, i) => columns.map((column) => column[i]))
}

/** Σ (v − mean of the column in these rows)². */
export function squares(rows: Rows): number {
  return rows[0].reduce((sum, _, j) => {
    const mean = rows.reduce((total, row) => total + row[j], 0) / rows.length
    return sum + rows.reduce((total, row) => total + (row[j] - mean) ** 2, 0)
  }, 0)
}

/** The classes of MDAV: the k nearest to the row farthest from the centre, and to the row farthest from that, in turn. */
export function mdav(rows: Rows, k: number): (readonly number[])[][] {
  let rest = [...rows]
  const classes: (readonly number[])[][] = []
  const distance = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, j) => sum + (value - b[j]) ** 2, 0)
  const centre = () => rest[0].map((_, j) => rest.reduce((sum, row) => sum + row[j], 0) / rest.length)
  const farthest = (from: readonly number[]) => {
    let best = rest[0]
    let most = -1
    for (const row of rest) {
      const far = distance(row, from)
      if (far > most) [best, most] = [row, far]
    }
    return best
  }
  const take = (around: readonly number[]) => {
    const near = rest.map((row) => ({ row, far: distance(row, around) })).sort((a, b) => a.far - b.far)
    classes.push(near.slice(0, k).map(({ row }) => row))
    rest = near.slice(k).map(({ row }) => row)
  }
  while (rest.length >= 3 * k) {
    const first = farthest(centre())
    take(first)
    take(farthest(first))
  }
  if (rest.length >= 2 * k) take(farthest(centre()))
  if (rest.length > 0) classes.push(rest)
  return classes
}
