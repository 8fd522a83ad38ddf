/**
 * Pairwise loss (Iyengar 2002, §3.1): price(S) = (1/|S|) Σ_{v,u ∈ S} d(v, u) / (1/M) Σ_{v,u} d(v, u), where d is the
 * loss of the smallest node above two leaves of a tree, or the difference of two numbers or positions. It never falls
 * when a group grows, as d obeys the triangle inequality: with w added, Σ_{v,u ∈ S} d(v, u) ≤ 2|S| Σ_u d(w, u). Cost:
 * once per range O(nodes below it) for trees, O(1) for numbers and orders.
 */
import { madeOnce } from '../../ground/made-once.ts'
import { type Hierarchy, knownValues, type Tree } from '../../hierarchy/hierarchy.ts'
import { type CellMetric, UTILITY_OF_CELLS } from '../metric.ts'
import { shownByColumn } from '../shown.ts'

export const utilityPairwise: CellMetric = {
  ...UTILITY_OF_CELLS,
  name: 'pairwise',
  title: 'Pairwise loss',
  formula:
    'Σ_columns weight · (1/N) Σ_rows loss; loss = mean over v in the group of Σ_u d(v, u) / that of the domain; ' +
    'suppressed: 1',
  reading: '0: every value is released unchanged; 1: nothing is; grouping similar values costs little.',
  onlyWhenAsked: true,
  // Its domain includes values that only suppressed rows may have.
  inPublic: () => 'left-out',
  prices: (_, settings) => ({
    columns: settings.hierarchies.map((hierarchy) => ({ shown: findPrice(hierarchy), leftOut: 1, offset: 0 })),
    suppressedRow: 0,
  }),
  compute(partition, settings) {
    const { rows: all } = partition.frequencies
    if (all === 0) return 0
    let sum = 0
    shownByColumn(partition).forEach(({ count, low, high, rows, leftOut }, column) => {
      const price = findPrice(settings.hierarchies[column])
      let lost = leftOut
      for (let i = 0; i < count; i++) lost += rows[i] * price(low[i], high[i])
      sum += (settings.weights[column] * lost) / all
    })
    return sum
  },
}

type Price = (from: number, to: number) => number

const findPrice = madeOnce((hierarchy: Hierarchy): Price => {
  const values = knownValues(hierarchy)
  const sum = distanceSums(hierarchy)
  const whole = sum(0, values - 1) / values
  const prices = new Map<number, number>()
  return (from, to) => {
    if (from === to || whole === 0) return 0
    const key = from * values + to
    let price = prices.get(key)
    if (price === undefined) prices.set(key, (price = Math.min(1, sum(from, to) / (to - from + 1) / whole)))
    return price
  }
})

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
