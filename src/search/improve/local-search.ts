/**
 * Local search on one solution. For additive goals, gives each column in turn its best grouping (`column-optimum.ts`)
 * until none improves: one step weighs all 2^71 groupings of Adult's ages. Everything the program cannot see (other
 * metrics, requirements, a suppression limit) is left to the evaluator and to single moves (`moves.ts`).
 */
import { createCounter } from '../../frequency/kernel/counter.ts'
import { type Random, shuffle } from '../../ground/random.ts'
import type { WorkContext } from '../../ground/workers/pool.ts'
import { emptyGrouping, type Grouping, groupingFromStarts, groupStarts } from '../../hierarchy/grouping.ts'
import { utilityLoss } from '../../metrics/utility/loss.ts'
import { sizeDecides } from '../../requirements/requirement.ts'
import { chromosomeKey, fillColumnBits, fillGroupings, type Layout } from '../chromosome/chromosome.ts'
import { compareFitness, emptyFitness, type Fitness, type FitnessFunction } from '../chromosome/fitness.ts'
import type { SearchProblem } from '../search.ts'
import { type AdditiveGoal, additiveGoal, addsUp, withMore } from './additive-goal.ts'
import { type ColumnOptimizer, createColumnOptimizer } from './column-optimum.ts'
import { columnsInTurn, descend } from './descent.ts'
import { type Move, movesFrom } from './moves.ts'

/** A part in escaping from a place that several share: every `of`-th column. */
export interface Share {
  readonly index: number
  readonly of: number
}

/** Endpoints offered to an ordered column's program; wider domains offer a random sample and the current ones. */
const MOST_STARTS = 160
const MOST_MOVES = 400
/** Prices of a suppressed row, in goal units, tried if suppression is limited. */
const LIMIT_PRICES = [0, 0.3, 1, 4, 1000]
/** Prices while escaping: the limit may be broken on the way. */
const PENALTIES = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4]
const WHOLE: Share = { index: 0, of: 1 }
/** Price if no row may be suppressed: high enough that suppression never pays. */
const NO_ROW = 1000

export class LocalSearch {
  readonly problem: SearchProblem
  readonly layout: Layout
  readonly measure: FitnessFunction
  readonly goal: AdditiveGoal | undefined
  readonly optimizers: readonly ColumnOptimizer[]
  readonly isLimited: boolean
  /** Whether the column programs see everything that the evaluator judges. */
  readonly seesAll: boolean
  readonly isSampled: boolean
  readonly everyColumn: readonly number[]
  /** Known local optima: many paths lead to the same few, and the final round need not be repeated. */
  readonly ends = new Set<string>()
  readonly groupings: readonly Grouping[]
  readonly candidate: Uint8Array
  readonly tried = emptyFitness()
  programs = 0

  constructor(problem: SearchProblem, layout: Layout, measure: FitnessFunction) {
    const { frequencies, hierarchies, suppressionLimit, suppressedGroup, requirements } = problem
    const goal = additiveGoal(problem)
    const prices = suppressionLimit >= 1 ? [0] : suppressionLimit === 0 ? [NO_ROW] : LIMIT_PRICES
    const counter = createCounter(frequencies)
    this.problem = problem
    this.layout = layout
    this.measure = measure
    this.goal = goal
    const goals = goal === undefined ? [] : prices.map((price) => tieBroken(problem, goal, price))
    this.optimizers = goals.map((priced) => createColumnOptimizer(frequencies, hierarchies, priced, counter))
    this.isLimited = suppressionLimit > 0 && suppressionLimit < 1
    const sumsUp = suppressedGroup === 'exempt' && sizeDecides(requirements) && problem.goal.terms.every(addsUp)
    this.seesAll = goal !== undefined && sumsUp && !this.isLimited
    this.isSampled = hierarchies.some(({ tree, values }) => tree === undefined && values.length > MOST_STARTS)
    this.everyColumn = hierarchies.map((_, column) => column)
    this.groupings = hierarchies.map((hierarchy) => emptyGrouping(hierarchy.values.length))
    this.candidate = new Uint8Array(layout.bits)
  }

  looks(): number {
    return this.optimizers.reduce((sum, optimizer) => sum + optimizer.looks(), 0)
  }

  /** Improves the solution and its fitness in place. `last`: columns optimized after the others. */
  async improve(
    bits: Uint8Array,
    fitness: Fitness,
    random: Random,
    context: WorkContext,
    last: readonly number[] = [],
  ) {
    const order = shuffle(this.everyColumn.slice(), random)
    const others = order.filter((column) => !last.includes(column))
    await this.improveColumns({ bits, fitness }, [...others, ...last], random, context)
    if (!this.seesAll) await this.improveByMoves(bits, fitness, random, context)
  }

  /** Escapes a local optimum in place: prices suppression instead of limiting it, then collapses columns in turn. */
  async escape(bits: Uint8Array, fitness: Fitness, random: Random, context: WorkContext, share: Share = WHOLE) {
    if (this.optimizers.length === 0) return
    const ways = [
      () => this.goAroundLimit(bits, fitness, random, context),
      () => this.collapseOne(bits, fitness, random, context, share),
    ]
    if (this.goal !== undefined && this.goal.targets.length > 0) ways.reverse()
    for (const leave of ways) if (await leave()) return
  }

  async goAroundLimit(bits: Uint8Array, fitness: Fitness, random: Random, context: WorkContext) {
    const { isLimited, everyColumn } = this
    for (const price of isLimited ? shuffle(PENALTIES.slice(), random) : []) {
      const attempt = bits.slice()
      const reached = { ...fitness }
      const order = shuffle(everyColumn.slice(), random)
      await this.improveColumns({ bits: attempt, fitness: reached, price }, order, random, context)
      if (!differs(attempt, bits)) continue
      const again = shuffle(everyColumn.slice(), random)
      await this.improveColumns({ bits: attempt, fitness: reached }, again, random, context)
      if (this.takeOver(bits, fitness, attempt, reached)) return true
    }
    return false
  }

  async collapseOne(bits: Uint8Array, fitness: Fitness, random: Random, context: WorkContext, { index, of }: Share) {
    const { layout, measure, everyColumn } = this
    const columns = everyColumn.filter((column) => column % of === index)
    for (const collapsed of shuffle(columns, random)) {
      const attempt = bits.slice()
      attempt.fill(0, layout.offsets[collapsed], layout.offsets[collapsed + 1])
      if (!differs(attempt, bits)) continue
      const reached = emptyFitness()
      measure(attempt, reached)
      const others = everyColumn.filter((column) => column !== collapsed)
      const order = [...shuffle(others, random), collapsed]
      await this.improveColumns({ bits: attempt, fitness: reached }, order, random, context)
      if (this.takeOver(bits, fitness, attempt, reached)) return true
    }
    return false
  }

  takeOver(bits: Uint8Array, fitness: Fitness, attempt: Uint8Array, reached: Fitness): boolean {
    if (compareFitness(reached, fitness) >= 0) return false
    bits.set(attempt)
    Object.assign(fitness, reached)
    return true
  }

  accept(bits: Uint8Array, fitness: Fitness): boolean {
    const { measure, candidate, tried } = this
    measure(candidate, tried, fitness)
    return this.takeOver(bits, fitness, candidate, tried)
  }

  acceptAt(price: number, bits: Uint8Array, fitness: Fitness): boolean {
    const { measure, goal, candidate, tried } = this
    const { frequencies } = this.problem
    measure(candidate, tried)
    const rowPrice = (goal?.suppressedCost ?? 0) * price
    const worth = ({ value, suppressed }: Fitness) => value * frequencies.rows + rowPrice * suppressed
    if (worth(tried) >= worth(fitness) * (1 - 1e-12)) return false
    bits.set(candidate)
    Object.assign(fitness, tried)
    return true
  }

  /** Optimizes columns in turn until none improves. A price instead of the limit crosses unacceptable recodings. */
  async improveColumns(
    { bits, fitness, price }: { bits: Uint8Array; fitness: Fitness; price?: number },
    order: readonly number[],
    random: Random,
    context: WorkContext,
  ) {
    const { problem, layout, goal, optimizers, groupings, candidate, ends, isSampled } = this
    const { hierarchies } = this.problem
    if (goal === undefined) return
    const priced = price === undefined ? undefined : tieBroken(problem, goal, price)
    let isOver = false
    // Bits and fitness change in place: `changes` tells one place from the next.
    await descend<number, number>(0, {
      neighbours: columnsInTurn(order),
      best: async (column, changes) => {
        let taken = 0
        for (const optimizer of priced === undefined ? optimizers : optimizers.slice(0, 1)) {
          if (isOver) break
          await context.pause()
          isOver = context.stopped()
          if (isOver) break
          fillGroupings(layout, bits, groupings)
          const starts = this.startsToTry(column, random)
          const optimum = optimizer.optimize({ column, finest: groupings, coarsest: groupings, starts, goal: priced })
          this.programs++
          candidate.set(bits)
          const { length } = hierarchies[column].values
          fillColumnBits(layout, column, groupingFromStarts(optimum.starts, length), candidate)
          if (!differs(candidate, bits)) continue
          if (!(price === undefined ? this.accept(bits, fitness) : this.acceptAt(price, bits, fitness))) continue
          taken++
          isOver = price === undefined && ends.has(chromosomeKey(bits))
        }
        return changes + taken
      },
    })
    if (!isOver && price === undefined && !isSampled) ends.add(chromosomeKey(bits))
  }

  startsToTry(column: number, random: Random): Int32Array | undefined {
    const { groupings } = this
    const { hierarchies } = this.problem
    const size = hierarchies[column].values.length
    if (size <= MOST_STARTS || hierarchies[column].tree !== undefined) return undefined
    const starts = new Set(groupStarts(groupings[column]))
    for (let i = 0; i < MOST_STARTS && starts.size < 2 * MOST_STARTS; i++) starts.add(random.integer(size))
    return Int32Array.from(starts).sort()
  }

  async improveByMoves(bits: Uint8Array, fitness: Fitness, random: Random, context: WorkContext) {
    const { layout, candidate } = this
    let left = MOST_MOVES
    // Bits and fitness change in place: `changes` tells one place from the next.
    await descend<number, Move>(0, {
      *neighbours(changes) {
        const from = changes()
        for (const move of shuffle(movesFrom(layout, bits), random)) {
          if (changes() !== from || left < 0 || context.stopped()) return
          yield move
        }
      },
      best: async (move, changes) => {
        await context.pause()
        if (left-- === 0 || context.stopped()) return changes
        candidate.set(bits)
        move.change(candidate)
        return this.accept(bits, fitness) ? changes + 1 : changes
      },
    })
  }
}

/** LM with a tiny weight breaks ties of the goal; `price` is added per suppressed row. */
function tieBroken({ frequencies, goal: { terms } }: SearchProblem, goal: AdditiveGoal, price: number): AdditiveGoal {
  const scale = goal.suppressedCost * 1e-9
  const { columns } = utilityLoss.prices(frequencies, terms[0].settings)
  return {
    ...withMore(goal, utilityLoss, columns, scale),
    suppressedCost: goal.suppressedCost * (1 + price) + scale * columns.length,
  }
}

function differs(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return true
  return false
}
