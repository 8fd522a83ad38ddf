/**
 * Pairwise loss (Iyengar 2002, §3.1): price(S) = (1/|S|) Σ_{v,u ∈ S} d(v, u) / (1/M) Σ_{v,u} d(v, u), where d is the
 * loss of the smallest node above two leaves of a tree, the difference of two numbers or positions, or given in the
 * job. It never falls when a group grows if d obeys the triangle inequality: with w added, Σ_{v,u ∈ S} d(v, u) ≤ 2|S|
 * Σ_u d(w, u). Cost: once per range O(nodes below it) for trees, O(1) for numbers and orders, O(values²) for given
 * losses.
 */

import { UserError, userError } from '../../ground/errors.ts'
import { madeOnce } from '../../ground/made-once.ts'
import { ownValue } from '../../ground/names.ts'
import { option } from '../../ground/options.ts'
import { type Hierarchy, knownValues, type Tree } from '../../hierarchy/hierarchy.ts'
import { type CellMetric, type MetricSettings, metricOptions, UTILITY_OF_CELLS } from '../metric.ts'
import { shownByColumn } from '../shown.ts'

/** By column: the loss of each pair of values, listed once; other pairs lose 1. */
type NamedLosses = Readonly<Record<string, ColumnLosses>>
type ColumnLosses = Readonly<Record<string, Readonly<Record<string, number>>>>

const LOSSES = '{ column: { value: { other value: loss } } }, 1 for pairs that are not named'

export const utilityPairwise: CellMetric = {
  ...UTILITY_OF_CELLS,
  name: 'pairwise',
  title: 'Pairwise loss',
  formula:
    'Σ_columns weight · (1/N) Σ_rows loss; loss = mean over v in the group of Σ_u d(v, u) / that of the domain; ' +
    'suppressed: 1',
  reading: '0: every value is released unchanged; 1: nothing is; grouping similar values costs little.',
  options: [
    option({ name: 'losses', type: 'data', shape: LOSSES, check: checkNamedLosses })`the loss when two values of a
      column cannot be distinguished, instead of their distance`,
  ],
  onlyWhenAsked: true,
  // Its domain includes values that only suppressed rows may have.
  inPublic: () => 'left-out',
  prices: (_, settings) => ({
    columns: settings.hierarchies.map((hierarchy) => ({
      shown: findPrices(hierarchy, settings),
      leftOut: 1,
      offset: 0,
    })),
    suppressedRow: 0,
  }),
  compute(partition, settings) {
    const { rows: all } = partition.frequencies
    if (all === 0) return 0
    let sum = 0
    shownByColumn(partition).forEach(({ count, low, high, rows, leftOut }, column) => {
      const price = findPrices(settings.hierarchies[column], settings)
      let lost = leftOut
      for (let i = 0; i < count; i++) lost += rows[i] * price(low[i], high[i])
      sum += (settings.weights[column] * lost) / all
    })
    return sum
  },
}

type Price = (from: number, to: number) => number

const EVERY_PAIR_BY_DISTANCE: ColumnLosses = {}
const knownPrices = madeOnce((hierarchy: Hierarchy) =>
  madeOnce((given: ColumnLosses): Price => makePrice(hierarchy, given)),
)

function findPrices(hierarchy: Hierarchy, settings: MetricSettings): Price {
  const named = metricOptions(utilityPairwise, settings)['losses'] as NamedLosses | undefined
  const given = (named === undefined ? undefined : ownValue(named, hierarchy.column)) ?? EVERY_PAIR_BY_DISTANCE
  return knownPrices(hierarchy)(given)
}

function makePrice(hierarchy: Hierarchy, given: ColumnLosses): Price {
  const values = knownValues(hierarchy)
  const sum = given === EVERY_PAIR_BY_DISTANCE ? distanceSums(hierarchy) : givenSums(hierarchy, given)
  const whole = sum(0, values - 1) / values
  const prices = new Map<number, number>()
  return (from, to) => {
    if (from === to || whole === 0) return 0
    const key = from * values + to
    let price = prices.get(key)
    if (price === undefined) prices.set(key, (price = Math.min(1, sum(from, to) / (to - from + 1) / whole)))
    return price
  }
}

/** Σ d(v, u) over the ordered pairs of codes from `from` to `to`. */
type PairSum = (from: number, to: number) => number

function distanceSums(hierarchy: Hierarchy): PairSum {
  if (hierarchy.kind === 'tree') return (from, to) => pairsBelow(hierarchy.tree, 0, from, to)
  const { missing } = hierarchy
  const numbers = knownValues(hierarchy) - (missing === undefined ? 0 : 1)
  const place = (code: number) =>
    hierarchy.kind === 'number' ? (hierarchy.low[code] + hierarchy.high[code]) / 2 : code
  // Prefix sums of x and i·x, so that Σ_{i<j} (x_j − x_i) = Σ_i x_i (2(i − from) − (to − from)) takes two differences.
  const sums = new Float64Array(numbers + 1)
  const weighted = new Float64Array(numbers + 1)
  for (let i = 0; i < numbers; i++) {
    const x = place(i) - place(0)
    sums[i + 1] = sums[i] + x
    weighted[i + 1] = weighted[i] + i * x
  }
  const range = numbers === 0 ? 0 : place(numbers - 1) - place(0)
  return (from, to) => {
    const last = Math.min(to, numbers - 1)
    const count = last - from + 1
    // A missing value loses 1 with each number.
    const withMissing = to >= numbers && count > 0 ? 2 * count : 0
    if (count < 2 || range === 0) return withMissing
    const sum = sums[last + 1] - sums[from]
    return (2 * (2 * (weighted[last + 1] - weighted[from] - from * sum) - (last - from) * sum)) / range + withMissing
  }
}

/** Pairs that first meet in a node lose its LM loss: (leaves below it − 1)/(leaves − 1). */
function pairsBelow(tree: Tree, node: number, from: number, to: number): number {
  const first = Math.max(from, tree.first[node])
  const last = Math.min(to, tree.last[node])
  if (first >= last) return 0
  let sum = 0
  let meetBelow = 0
  for (const child of tree.children[node]) {
    const count = Math.min(last, tree.last[child]) - Math.max(first, tree.first[child]) + 1
    if (count <= 0) continue
    meetBelow += count * count
    sum += pairsBelow(tree, child, first, last)
  }
  const distance = (tree.last[node] - tree.first[node]) / (tree.last[0] - tree.first[0])
  return sum + ((last - first + 1) ** 2 - meetBelow) * distance
}

function givenSums(hierarchy: Hierarchy, given: ColumnLosses): PairSum {
  const { column, values: names } = hierarchy
  const notKnown = userError('known', `goal.losses.${column}`)
  const values = knownValues(hierarchy)
  const codes = new Map(names.slice(0, values).map((name, code) => [name, code]))
  const losses = new Float64Array(values * values).fill(1)
  for (let code = 0; code < values; code++) losses[code * values + code] = 0
  const named: [number, number][] = []
  for (const [value, others] of Object.entries(given)) {
    for (const [other, loss] of Object.entries(others)) {
      const pair = [value, other].map((name) => {
        const code = codes.get(name)
        if (code !== undefined) return code
        throw notKnown`goal pairwise: losses name the value "${name}" of column "${column}", which its hierarchy does
          not have; correct or remove it`
      })
      losses[pair[0] * values + pair[1]] = losses[pair[1] * values + pair[0]] = loss
      named.push([pair[0], pair[1]])
    }
  }
  for (const [a, b] of named) checkTriangles(column, names, losses, a, b)
  return (from, to) => {
    let sum = 0
    for (let v = from; v <= to; v++) for (let u = from; u < v; u++) sum += losses[v * values + u]
    return 2 * sum
  }
}

/** A loss above that via a third value would make a coarser group cheaper than a finer one. */
function checkTriangles(column: string, names: readonly string[], losses: Float64Array, a: number, b: number): void {
  const wrongValue = userError('value', `goal.losses.${column}`)
  const values = Math.sqrt(losses.length)
  const loss = (v: number, u: number) => losses[v * values + u]
  for (let c = 0; c < values; c++) {
    for (const [v, u, over] of [
      [a, b, c],
      [a, c, b],
      [b, c, a],
    ]) {
      if (loss(v, u) <= loss(v, over) + loss(over, u) + 1e-12) continue
      throw wrongValue`goal pairwise: in column "${column}" the loss of "${names[v]}" and "${names[u]}" is
        ${loss(v, u)}, more than over "${names[over]}", ${loss(v, over)} and ${loss(over, u)}; lower the first or raise
        one of the others`
    }
  }
}

function checkNamedLosses(value: unknown): void {
  const isMap = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const wrong = (thing: string, got: unknown): never => {
    throw new UserError(`goal pairwise: ${thing}; got ${JSON.stringify(got)}`, { path: 'goal.losses', rule: 'value' })
  }
  if (!isMap(value)) throw wrong(`losses must be ${LOSSES}`, value)
  for (const [column, values] of Object.entries(value)) {
    if (!isMap(values)) throw wrong(`losses of column "${column}" must be { value: { other value: loss } }`, values)
    for (const [first, others] of Object.entries(values)) {
      if (!isMap(others))
        throw wrong(`losses of "${first}" in column "${column}" must be { other value: loss }`, others)
      for (const [second, loss] of Object.entries(others)) {
        if (first === second) wrong(`"${first}" of column "${column}" loses nothing with itself: remove it`, loss)
        if (typeof loss !== 'number' || !(loss >= 0 && Number.isFinite(loss)))
          wrong(`the loss of "${first}" and "${second}" in column "${column}" must be a number of at least 0`, loss)
      }
    }
  }
}
