/**
 * Finds groups of values that are alike with respect to the target, in no known order: the local search of
 * `../improve/descent.ts` over the columns in turn, from places where some columns are changed at random. The exact
 * program of `../improve/column-optimum.ts` finds a column's best groups within an order, and the orders follow the
 * release: the original one, an additive model's (`target-order.ts`), or the effect of values inside the classes of the
 * other columns. Returns an order that keeps the best sets together, for a search over ordered partitions.
 * Cost: a bounded number of combinations and cells; a program on Adult takes about a millisecond.
 */
import type { CategoryTarget, FrequencyTable } from '../../frequency/frequency-table.ts'
import { createCounter } from '../../frequency/kernel/counter.ts'
import { rowsByCode } from '../../frequency/rows-by-code.ts'
import { numberIn } from '../../ground/maps.ts'
import type { OptionValues } from '../../ground/options.ts'
import { type Random, randomFrom, shuffle } from '../../ground/random.ts'
import { coarsestGrouping, type Grouping } from '../../hierarchy/grouping.ts'
import { withoutTree } from '../../hierarchy/hierarchy.ts'
import { allowedSuppression, createEvaluator, type Evaluator } from '../evaluation.ts'
import { type AdditiveGoal, additiveGoal } from '../improve/additive-goal.ts'
import { type ColumnOptimizer, createColumnOptimizer } from '../improve/column-optimum.ts'
import { columnsInTurn, descend } from '../improve/descent.ts'
import { isBetter, type Standing } from '../improve/levels.ts'
import { searchGenetic } from '../index.ts'
import { keepPace, type Pace } from '../pace.ts'
import { type SearchProblem, type SearchRun, solutionIn } from '../search.ts'
import { targetOrders } from './target-order.ts'

/** The values of each column in an order, and the groups found, by places in it. */
export interface ValueOrders {
  /** `orders[column][place]` is a code; columns without a tree keep their order. */
  readonly orders: readonly Int32Array[]
  readonly groupings: readonly Grouping[] | undefined
}

interface State extends Standing {
  /** Group numbers need not ascend with the codes. */
  readonly groupings: readonly Grouping[]
}

/** The budget in looks. */
const MOST_LOOKS = 8e8
/** Chains of kicks: most looks in each, and kicks without improvement after which it ends. */
const FIRST = { looks: 4.5e8, patience: 600 }
const FURTHER = { looks: 1e8, patience: 150 }
const MOST_FURTHER = 4
const BACK = 400
const STARTS = 10
const MOST_STARTS = 160
/** A state may be worse by this share of the rows, on average, and still be continued from; at least a row. */
const WORSE = 3e-4
/** Perturbation of values in an order, in log odds. */
const NOISE = 0.5
/** Price of a suppressed row, in goal units, if few may be suppressed. */
const NO_ROW = 1000

type OrderRun = Pick<SearchRun, 'seed' | 'signal' | 'now'>

/** Finds orders for the tree columns. `target` is the goal's target, `begin` a known result in the original codes. */
export async function searchValueOrders(
  problem: SearchProblem,
  target: CategoryTarget,
  begin: readonly Grouping[] | undefined,
  run: OrderRun,
): Promise<ValueOrders> {
  const { frequencies, hierarchies } = problem
  const model = targetOrders(frequencies, target)
  const found = await searchSets({ problem, target, model, begin }, run)
  const orders = hierarchies.map(({ kind, missing }, column) => {
    if (kind !== 'tree') return Int32Array.from(model[column].keys())
    if (found === undefined) return model[column]
    const { codeGroups } = found.groupings[column]
    const order = together(model[column], found.groupings[column], rowsByCode(frequencies, column))
    // Missing values are last in an order, and their group is the last group.
    const last = missing === undefined ? -1 : codeGroups[missing]
    const rank = (code: number) => (code === missing ? 2 : codeGroups[code] === last ? 1 : 0)
    const places = Array.from(order.keys()).sort((a, b) => rank(order[a]) - rank(order[b]) || a - b)
    return Int32Array.from(places, (place) => order[place])
  })
  const inPlaces = ({ codeGroups }: Grouping, column: number) =>
    numbered(orders[column].map((code) => codeGroups[code]))
  return { orders, groupings: found?.groupings.map(inPlaces) }
}

interface SetSearch {
  readonly problem: SearchProblem
  readonly target: CategoryTarget
  readonly model: readonly Int32Array[]
  readonly begin: readonly Grouping[] | undefined
}

/** Undefined if the goal reads more than targets: cell losses depend on the order. */
async function searchSets(task: SetSearch, run: OrderRun): Promise<State | undefined> {
  const { problem, begin } = task
  const { columns, rows } = problem.frequencies
  const goal = additiveGoal(problem)
  if (goal === undefined || goal.cells.length > 0 || rows === 0) return undefined
  const sets = new ValueSets(task, goal, run)
  const whole = sets.evaluate(columns.map(({ size }) => coarsestGrouping(size)))
  let best = await sets.kickFrom(begin === undefined ? whole : sets.evaluate(begin), FIRST)
  // From a result that is good in the trees' orders, kicks hardly leave these: further chains begin anywhere.
  for (let chain = 0; chain < MOST_FURTHER && sets.goesOn; chain++) {
    const found = await sets.kickFrom(whole, FURTHER)
    if (isBetter(found, best)) best = found
  }
  return best
}

class ValueSets {
  readonly frequencies: FrequencyTable
  readonly target: CategoryTarget
  readonly model: readonly Int32Array[]
  readonly columns: FrequencyTable['columns']
  readonly isFree: readonly boolean[]
  readonly counter: ReturnType<typeof createCounter>
  readonly optimizer: ColumnOptimizer
  readonly evaluator: Evaluator
  readonly limit: number
  readonly random: Random
  readonly pace: Pace
  readonly every: readonly number[]
  readonly asTheyAre: readonly Int32Array[]
  readonly codeRows: readonly Float64Array[]
  goesOn = true

  constructor({ problem, target, model }: SetSearch, goal: AdditiveGoal, run: OrderRun) {
    const { frequencies, hierarchies } = problem
    const price = problem.suppressionLimit >= 1 ? 0 : NO_ROW
    const priced = { ...goal, suppressedCost: goal.suppressedCost * (1 + price) }
    this.frequencies = frequencies
    this.target = target
    this.model = model
    this.columns = frequencies.columns
    this.isFree = hierarchies.map(({ kind }) => kind === 'tree')
    this.counter = createCounter(frequencies)
    this.optimizer = createColumnOptimizer(frequencies, hierarchies.map(withoutTree), priced, this.counter)
    this.evaluator = createEvaluator(problem)
    this.limit = allowedSuppression(problem)
    this.random = randomFrom(run.seed)
    this.pace = keepPace(run)
    this.every = frequencies.columns.map((_, column) => column)
    this.asTheyAre = frequencies.columns.map(({ size }) => Int32Array.from({ length: size }, (_, code) => code))
    this.codeRows = this.every.map((column) => rowsByCode(frequencies, column))
  }

  looks(): number {
    return this.optimizer.looks() + this.evaluator.evaluations * this.frequencies.combinations
  }

  evaluate(groupings: readonly Grouping[]): State {
    const { value, partition } = this.evaluator.evaluate(groupings)
    return { groupings, value, excess: Math.max(0, partition.suppressedRows - this.limit) }
  }

  /** The best state found by kicks from the best of a known state and random ones. */
  async kickFrom(known: State, { looks, patience }: typeof FIRST): Promise<State> {
    const { every, random, frequencies } = this
    const mostLooks = this.looks() + looks
    let best = known
    for (let i = 0; i < STARTS && this.goesOn; i++) {
      const first = this.evaluate(every.map((column) => this.anyGrouping(column)))
      const state = await this.improve(first, shuffle(every.slice(), random))
      if (isBetter(state, best)) best = state
    }
    let home = best
    for (let idle = 0; idle < patience && this.goesOn && this.looks() < mostLooks; idle++) {
      const state = await this.kick(home)
      const worse = Math.max(WORSE, 1 / frequencies.rows) * -Math.log(random.uniform() + 1e-9)
      if (state.excess <= home.excess && state.value <= home.value + worse) home = state
      if (idle === BACK) home = best
      if (!isBetter(state, best)) continue
      best = state
      idle = 0
    }
    return best
  }

  async step(): Promise<void> {
    if (this.pace.due()) this.goesOn = await this.pace.rest()
    if (this.looks() >= MOST_LOOKS) this.goesOn = false
  }

  /** The effect of each value on the odds inside the classes of the other columns. */
  effectsInside(groupings: readonly Grouping[], column: number): Float64Array {
    const { frequencies, target, columns, counter } = this
    const { codes, size } = columns[column]
    const others = groupings.map((grouping, other) => (other === column ? coarsestGrouping(size) : grouping))
    const { classIds, count } = counter.count(others)
    const width = target.values.length
    const rowsIn = new Float64Array(count)
    const hits = new Float64Array(count)
    for (let i = 0; i < codes.length; i++) {
      rowsIn[classIds[i]] += frequencies.counts[i]
      hits[classIds[i]] += target.counts[i * width]
    }
    const slope = new Float64Array(size)
    const curvature = new Float64Array(size).fill(1)
    for (let i = 0; i < codes.length; i++) {
      const expected = (hits[classIds[i]] + 0.5) / (rowsIn[classIds[i]] + 1)
      slope[codes[i]] += target.counts[i * width] - frequencies.counts[i] * expected
      curvature[codes[i]] += frequencies.counts[i] * expected * (1 - expected)
    }
    return slope.map((sum, code) => sum / curvature[code])
  }

  byEffect(effects: Float64Array, column: number): Int32Array {
    return this.asTheyAre[column].slice().sort((a, b) => effects[a] - effects[b] || a - b)
  }

  nearlyNormal(): number {
    let sum = -3
    for (let i = 0; i < 6; i++) sum += this.random.uniform()
    return sum * Math.SQRT2
  }

  /** Two orders to search a column's groups in: one that keeps the current groups together, and another one. */
  ordersToTry(groupings: readonly Grouping[], column: number): (Int32Array | undefined)[] {
    const { model, isFree, random, asTheyAre, codeRows } = this
    if (!isFree[column]) return [undefined]
    const effects = this.effectsInside(groupings, column)
    const inside = this.byEffect(effects, column)
    const others = [
      () => asTheyAre[column],
      () => model[column],
      () => inside,
      () =>
        this.byEffect(
          effects.map((effect) => effect + NOISE * this.nearlyNormal()),
          column,
        ),
    ]
    return [together(inside, groupings[column], codeRows[column]), others[random.integer(others.length)]()]
  }

  program(groupings: readonly Grouping[], column: number, order: Int32Array | undefined): Grouping {
    const { columns, optimizer, asTheyAre } = this
    const { size } = columns[column]
    const starts = size <= MOST_STARTS ? undefined : this.startsToTry(groupings[column], order ?? asTheyAre[column])
    const optimum = optimizer.optimize({ column, finest: groupings, coarsest: groupings, order, starts })
    return inOrder(optimum.starts, size, order)
  }

  startsToTry({ codeGroups }: Grouping, order: Int32Array): Int32Array {
    const starts = new Set([0])
    for (let p = 1; p < order.length && starts.size < MOST_STARTS; p++)
      if (codeGroups[order[p]] !== codeGroups[order[p - 1]]) starts.add(p)
    while (starts.size < Math.min(MOST_STARTS, order.length)) starts.add(this.random.integer(order.length))
    return Int32Array.from(starts).sort()
  }

  improve(from: State, sequence: readonly number[]): Promise<State> {
    return descend<State, number>(from, {
      neighbours: columnsInTurn(sequence),
      best: async (column, place) => {
        if (!this.goesOn) return place
        let state = place
        for (const order of this.ordersToTry(place.groupings, column)) {
          const next = this.evaluate(state.groupings.with(column, this.program(state.groupings, column, order)))
          await this.step()
          if (isBetter(next, state)) state = next
        }
        return state
      },
    })
  }

  anyGrouping(column: number): Grouping {
    const { model, columns, isFree, random, asTheyAre } = this
    const { size } = columns[column]
    const starts = new Set([0])
    for (let left = random.integer(7) - 3; left > 0; left--) starts.add(random.integer(size))
    const order = isFree[column] && random.integer(2) === 0 ? shuffle(asTheyAre[column].slice(), random) : model[column]
    const ascending = [...starts].sort((a, b) => a - b)
    return inOrder(ascending, size, isFree[column] ? order : undefined)
  }

  twoGroups(groupings: readonly Grouping[], column: number): Grouping {
    const { frequencies, isFree, random, asTheyAre, codeRows } = this
    const order = isFree[column] ? this.byEffect(this.effectsInside(groupings, column), column) : asTheyAre[column]
    let place = 0
    for (let left = random.uniform() * frequencies.rows; place < order.length - 1; place++) {
      left -= codeRows[column][order[place]]
      if (left <= 0) break
    }
    return inOrder(place + 1 < order.length ? [0, place + 1] : [0], order.length, order)
  }

  nudged(grouping: Grouping, column: number): Grouping {
    const { columns, isFree, random } = this
    const { size } = columns[column]
    if (size < 2) return grouping
    const codeGroups = grouping.codeGroups.slice()
    if (isFree[column]) codeGroups[random.integer(size)] = random.integer(grouping.groups + 1)
    else {
      const at = 1 + random.integer(size - 1)
      const more = codeGroups[at] === codeGroups[at - 1] ? 1 : -1
      for (let code = at; code < size; code++) codeGroups[code] += more
    }
    return numbered(codeGroups)
  }

  /** Perturbs some columns; they are improved last, so that the others make room. */
  async kick(home: State): Promise<State> {
    const { columns, random, every } = this
    const groupings = [...home.groupings]
    const touched = new Set<number>()
    const set = (column: number, grouping: Grouping) => {
      groupings[column] = grouping
      touched.add(column)
    }
    const kind = random.integer(4)
    if (kind < 2) {
      const [divided, given] = shuffle(every.slice(), random)
      if (given !== undefined) {
        const whole = random.integer(2) === 0
        set(given, whole ? coarsestGrouping(columns[given].size) : this.twoGroups(groupings, given))
      }
      set(divided, this.twoGroups(groupings, divided))
    } else {
      for (let left = random.integer(3); left >= 0; left--) {
        const column = random.integer(every.length)
        set(column, kind === 2 ? this.nudged(groupings[column], column) : this.anyGrouping(column))
      }
    }
    const others = every.filter((column) => !touched.has(column))
    return this.improve(this.evaluate(groupings), [...shuffle(others, random), ...touched])
  }
}

/** Keeps the values of a group together, groups sorted by the middle place of their rows. */
function together(order: Int32Array, { codeGroups, groups }: Grouping, rows: Float64Array): Int32Array {
  const places = new Int32Array(order.length)
  const middle = new Float64Array(groups)
  const weight = new Float64Array(groups)
  for (const [place, code] of order.entries()) {
    places[code] = place
    middle[codeGroups[code]] += place * (rows[code] + 1e-6)
    weight[codeGroups[code]] += rows[code] + 1e-6
  }
  for (let group = 0; group < groups; group++) middle[group] /= weight[group]
  const compareGroups = (a: number, b: number) => middle[a] - middle[b] || a - b
  return order.slice().sort((a, b) => compareGroups(codeGroups[a], codeGroups[b]) || places[a] - places[b])
}

function inOrder(starts: readonly number[], size: number, order?: Int32Array): Grouping {
  const codeGroups = new Int32Array(size)
  for (let place = 0, group = 0; place < size; place++) {
    if (group + 1 < starts.length && place === starts[group + 1]) group++
    codeGroups[order === undefined ? place : order[place]] = group
  }
  return { codeGroups, groups: starts.length }
}

function numbered(codeGroups: Int32Array): Grouping {
  const numbers = new Map<number, number>()
  return { codeGroups: codeGroups.map((group) => numberIn(numbers, group)), groups: numbers.size }
}

/** The orders of `partitions: by-target`: starts from the best result in the orders of the trees. */
export async function searchOrders(
  problem: SearchProblem,
  target: CategoryTarget,
  options: OptionValues,
  run: SearchRun,
): Promise<ValueOrders> {
  const quiet = { ...run, progress: undefined }
  const first = { ...options, partitions: 'ordered', improve: 'columns' }
  const result = await searchGenetic.search(problem, first, quiet)
  const begin = solutionIn(result)
  return searchValueOrders(problem, target, begin?.groupings, run)
}
