/**
 * Generates workloads: every occurring itemset of a size, or a random sample. Drawing (basket, subset) pairs uniformly
 * yields itemset q with probability ∝ a(q); accepting it with probability 1/a(q) makes that uniform without listing all
 * sets. With a minimum frequency, the frequent sets are listed and sampled.
 */

import { type Baskets, rowSupports } from '../../baskets/baskets.ts'
import { collectItemsets, itemsetAt, itemsetsFrom } from '../../baskets/itemset-list.ts'
import { itemsetWalk, type SupportCounter, supportCounter } from '../../baskets/itemset-supports.ts'
import { type UserError, userError } from '../../ground/errors.ts'
import { type Random, randomFrom, seedFor } from '../../ground/random.ts'
import { firstPlace } from '../../ground/sorted.ts'
import { answeredWorkload, type Workload } from './workload.ts'

const wrongValue = userError('value', 'utility.workload')

export interface WorkloadOptions {
  readonly size: number
  /** Default: all occurring itemsets of the size. */
  readonly count?: number
  /** Smallest share of baskets that contain a query's items, 0 to 1. Default: 0. */
  readonly frequency?: number
  /** Sampling over distinct itemsets, or over baskets and then items. Default: `itemsets`. */
  readonly draw?: 'itemsets' | 'baskets'
  readonly seed?: number
}

/** Up to this many occurrences all sets are listed before sampling. */
const MOST_LISTED = 10_000_000

const PATIENCE = 20_000

export function generateWorkload(baskets: Baskets, options: WorkloadOptions): Workload {
  const { size, count, frequency = 0, draw = 'itemsets', seed = 1 } = options
  if (!Number.isInteger(size) || size < 1)
    throw wrongValue`the size of a workload's queries must be a whole number of at least 1; got ${size}`
  if (count !== undefined && (!Number.isInteger(count) || count < 1))
    throw wrongValue`the count of a workload's queries must be a whole number of at least 1; got ${count}`
  if (!(frequency >= 0 && frequency <= 1))
    throw wrongValue`the frequency of a workload's queries must be a share from 0 to 1; got ${frequency}`
  const minimum = Math.max(1, Math.ceil(frequency * baskets.count))
  const about = `${size === 1 ? 'items' : `itemsets of ${size}`}${minimum > 1 ? ` held by at least ${minimum} baskets` : ''}`
  const random = randomFrom(seedFor(seed, 'workload'))
  if (count === undefined) return everyItemset(baskets, size, minimum, `all ${about}`)
  const description = `${count} ${about}, drawn over ${draw}, seed ${seed}`
  if (draw === 'itemsets' && (minimum > 1 || (size <= 2 && occurrences(baskets, size) <= MOST_LISTED)))
    return sample(everyItemset(baskets, size, minimum, description), count, random)
  return drawFromBaskets(baskets, { size, count, minimum, evenly: draw === 'itemsets', description }, random)
}

export function everyItem(baskets: Baskets): Workload {
  const queries = itemsetsFrom(baskets.items.map((_, item) => [item]))
  return { description: 'all items', queries, answers: rowSupports(baskets, baskets.items.length) }
}

function everyItemset(baskets: Baskets, size: number, minimum: number, description: string): Workload {
  const walk = itemsetWalk(baskets, baskets.items.length)
  const collector = collectItemsets()
  const answers: number[] = []
  for (let first = 0; first < baskets.items.length; first++) {
    walk.from(first, size, minimum, (set, support) => {
      collector.add(set)
      answers.push(support)
    })
  }
  if (answers.length === 0) throw noneError(size, minimum)
  return { description, queries: collector.list(), answers: Int32Array.from(answers) }
}

/** Samples `count` queries without repetition, in order; all if there are no more. */
function sample(workload: Workload, count: number, random: Random): Workload {
  const { queries, answers } = workload
  if (count >= queries.count) return workload
  const chosen = choose(queries.count, count, random)
  return {
    description: workload.description,
    queries: itemsetsFrom(chosen.map((query) => itemsetAt(queries, query))),
    answers: Int32Array.from(chosen, (query) => answers[query]),
  }
}

interface Draw extends Required<Pick<WorkloadOptions, 'size' | 'count'>> {
  readonly minimum: number
  readonly evenly: boolean
  readonly description: string
}

function drawFromBaskets(baskets: Baskets, { size, count, minimum, evenly, description }: Draw, random: Random) {
  const counter: SupportCounter = supportCounter(baskets, baskets.items.length)
  const chooseBasket = evenly ? chooseByCombinations(baskets, size) : chooseLongEnough(baskets, size)
  const seen = new Set<string>()
  const collector = collectItemsets()
  for (let vain = 0; seen.size < count && vain < PATIENCE; ) {
    const set = subset(baskets, chooseBasket(random), size, random)
    const key = set.join()
    const support = seen.has(key) ? 0 : counter.of(set)
    if (support < minimum || (evenly && random.uniform() * support >= 1)) {
      vain++
      continue
    }
    vain = 0
    seen.add(key)
    collector.add(set)
  }
  if (seen.size === 0) throw noneError(size, minimum)
  return answeredWorkload(description, collector.list(), counter)
}

/** Probability ∝ C(length, size). */
function chooseByCombinations(baskets: Baskets, size: number): (random: Random) => number {
  const upTo = new Float64Array(baskets.count)
  let sum = 0
  for (let row = 0; row < baskets.count; row++) {
    sum += combinations(baskets.offsets[row + 1] - baskets.offsets[row], size)
    upTo[row] = sum
  }
  if (sum === 0) throw noneError(size, 1)
  return (random) => {
    const point = random.uniform() * sum
    return firstPlace(baskets.count - 1, (row) => upTo[row] > point)
  }
}

function chooseLongEnough(baskets: Baskets, size: number): (random: Random) => number {
  const rows = rowsOfLength(baskets, size)
  if (rows.length === 0) throw noneError(size, 1)
  return (random) => rows[random.integer(rows.length)]
}

/** Baskets of at least `size` items. */
export function rowsOfLength({ count, offsets }: Baskets, size: number): number[] {
  return Array.from({ length: count }, (_, row) => row).filter((row) => offsets[row + 1] - offsets[row] >= size)
}

/** Every subset is equally likely; ascending. */
export function subset(baskets: Baskets, row: number, size: number, random: Random): number[] {
  const from = baskets.offsets[row]
  return choose(baskets.offsets[row + 1] - from, size, random).map((at) => baskets.codes[from + at])
}

/** Selection sampling (Knuth, algorithm S): takes each next one with probability wanted/left. */
function choose(all: number, count: number, random: Random): number[] {
  const chosen: number[] = []
  for (let at = 0; chosen.length < count && at < all; at++)
    if (random.uniform() * (all - at) < count - chosen.length) chosen.push(at)
  return chosen
}

function occurrences({ offsets, count }: Baskets, size: number): number {
  let sum = 0
  for (let row = 0; row < count; row++) sum += combinations(offsets[row + 1] - offsets[row], size)
  return sum
}

function combinations(n: number, size: number): number {
  let product = 1
  for (let i = 0; i < size; i++) product *= (n - i) / (i + 1)
  return n < size ? 0 : Math.round(product)
}

function noneError(size: number, minimum: number): UserError {
  return userError('data', 'utility.workload')`no itemset of ${size} is held by at least ${minimum}
    basket${minimum === 1 ? '' : 's'}; ask for a smaller size or frequency`
}
