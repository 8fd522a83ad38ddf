/**
 * K-Optimize (Bayardo and Agrawal 2005): the optimal division of every column into intervals, with classes below k
 * suppressed, for DM or CM, with proof. Values are ordered, in a tree by its leaves; a recoding is a set of cuts
 * between neighbouring values. A branch has made cuts H and free cuts T. For any choice from T, a row suppressed under
 * H for k or another requirement that survives merging (fact B) stays suppressed, and a class is at least as large as
 * under H ∪ T. Rows that break other requirements count as kept:
 *
 *     DM ≥ Σ_rows (N if suppressed under H, else max(k, its class under H ∪ T))
 *     CM ≥ Σ_rows (1 if suppressed under H, or in the minority of its class under H ∪ T) / N
 * Branches whose bound is not below the best are pruned, and so are cuts of T. Depth first, cuts that split most
 * classes first. Cost: exponential in the number of values at worst; a step counts the classes once or twice.
 */
import type { ClassCounter, Classes } from '../../../frequency/classes.ts'
import { createCounter } from '../../../frequency/kernel/counter.ts'
import { prose } from '../../../ground/format.ts'
import { option, readOptions } from '../../../ground/options.ts'
import { type Grouping, groupingFromStarts } from '../../../hierarchy/grouping.ts'
import { findCategoryTarget } from '../../../metrics/targets.ts'
import { utilityDiscernibility } from '../../../metrics/utility/discernibility.ts'
import { smallestAllowedClass } from '../../../requirements/requirement.ts'
import { noneExistsReason } from '../../ends.ts'
import { allowedSuppression, createEvaluator, type Evaluator } from '../../evaluation.ts'
import type { SearchMethod } from '../../method.ts'
import { keepPace } from '../../pace.ts'
import { notForGoal, SEARCHES_FOR_ALL } from '../../refusals.ts'
import type { ConvergencePoint, SearchProblem } from '../../search.ts'
import { evaluationWork } from '../../work.ts'

const options = [
  option({ name: 'evaluations', type: 'integer', default: 40_000, minimum: 1 })`Stops after this many counts of the
    classes, with the best so far and its largest distance from the optimum.`,
] as const

export const kOptimizeMethod: SearchMethod = {
  kind: 'columns',
  name: 'k-optimize',
  title: 'K-Optimize',
  summary: prose`Finds the best division of every column into intervals for DM or CM and proves it, or says how far
    from the best it can be. Ignores trees: groups are runs of values in their order.`,
  source: 'Bayardo and Agrawal 2005',
  forSomeGoals: true,
  options,
  intervals: true,
  starts: ['none'],
  improves: ['none'],
  async search(problem, given, run) {
    const { evaluations: most } = readOptions('algorithm k-optimize', options, given)
    const work = new Branching(problem)
    const pace = keepPace(run, evaluationWork(problem))
    const convergence: ConvergencePoint[] = []
    const noteBest = (): void => {
      if (work.best !== undefined && work.best.value !== convergence.at(-1)?.best) {
        convergence.push({ done: work.evaluations(), best: work.best.value })
      }
    }
    let outcome: 'found' | 'cancelled' | 'out-of-budget' = run.signal?.aborted ? 'cancelled' : 'found'
    const open: Branch[] = []
    if (outcome === 'found') {
      await work.descend(most / 4, async () => !pace.due() || pace.rest())
      noteBest()
      if (run.signal?.aborted) outcome = 'cancelled'
      open.push(...work.begin())
    }
    while (outcome === 'found' && open.length > 0) {
      work.step(open)
      noteBest()
      if (work.evaluations() >= most && open.length > 0) outcome = 'out-of-budget'
      if (pace.due()) {
        run.progress?.({ done: work.evaluations(), total: most, best: work.best?.value })
        if (!(await pace.rest())) outcome = 'cancelled'
      }
    }
    const { best } = work
    const evaluations = work.evaluations()
    run.progress?.({ done: evaluations, total: most, best: best?.value })
    const lowerBound = best && Math.min(best.value, ...open.map((branch) => work.bound(branch)))
    const details = { cuts: work.cuts.length, branches: work.branches, lowerBound }
    if (outcome !== 'found') return { outcome, evaluations, details, convergence, best }
    if (best !== undefined) return { outcome, optimal: true, ...best, evaluations, details, convergence }
    const reason = noneExistsReason(problem, 'division into intervals', work.fewest)
    return { outcome: 'none-exists', reason, evaluations }
  },
}

/** `code` is the first value after the cut. */
interface Cut {
  readonly column: number
  readonly code: number
}

interface Branch {
  readonly made: readonly number[]
  free: readonly number[]
}

class Branching {
  readonly problem: SearchProblem
  readonly k: number
  readonly penalty: Penalty
  readonly allowed: number
  readonly evaluator: Evaluator
  readonly coarse: ClassCounter
  readonly fine: ClassCounter
  /** Judges by the requirements that survive merging classes. */
  readonly lasting: Evaluator
  readonly cuts: readonly Cut[]
  counted = 0
  branches = 0
  best: { readonly groupings: readonly Grouping[]; readonly value: number } | undefined
  fewest = Number.POSITIVE_INFINITY

  constructor(problem: SearchProblem) {
    const { frequencies, requirements, goal } = problem
    this.problem = problem
    this.k = smallestAllowedClass(requirements)
    this.penalty = choosePenalty(problem)
    this.allowed = allowedSuppression(problem)
    this.evaluator = createEvaluator(problem)
    this.coarse = createCounter(frequencies)
    this.fine = createCounter(frequencies)
    const lasting: SearchProblem = {
      ...problem,
      requirements: requirements.filter(({ mergedWithAnyHolds }) => mergedWithAnyHolds),
      suppressedGroup: 'exempt',
      goal: { ...goal, terms: [] },
    }
    this.lasting = createEvaluator(lasting, this.coarse)
    this.cuts = listCuts(problem)
  }

  evaluations(): number {
    return this.evaluator.evaluations + this.counted
  }

  makeGroupings(made: readonly number[]): Grouping[] {
    const starts: number[][] = this.problem.hierarchies.map(() => [0])
    for (const cut of made) starts[this.cuts[cut].column].push(this.cuts[cut].code)
    for (const begins of starts) begins.sort((a, b) => a - b)
    return starts.map((begins, column) => groupingFromStarts(begins, this.problem.hierarchies[column].values.length))
  }

  /** Lower bound of all recodings between two sets of cuts; infinite if all suppress too many rows. */
  boundBetween(made: readonly number[], all: readonly number[]): number {
    this.counted += 2
    const { partition: above } = this.lasting.evaluate(this.makeGroupings(made))
    const below = this.fine.count(this.makeGroupings(all))
    if (above.suppressedRows > this.allowed) return Number.POSITIVE_INFINITY
    let sum = this.penalty.suppressed(above.suppressedRows)
    const { classIds } = above.classes
    for (let c = 0; c < below.count; c++) {
      if (above.suppressed[classIds[below.representatives[c]]] === 0) sum += this.penalty.kept(below, c, this.k)
    }
    return this.penalty.value(sum)
  }

  consider(made: readonly number[]): number {
    const groupings = this.makeGroupings(made)
    const { acceptable, value, partition } = this.evaluator.evaluate(groupings)
    this.fewest = Math.min(this.fewest, partition.suppressedRows)
    if (acceptable && (this.best === undefined || value < this.best.value)) this.best = { groupings, value }
    return acceptable ? value : Number.POSITIVE_INFINITY
  }

  /** A first solution: greedily adds the cut that lowers the value most. */
  async descend(evaluations: number, goOn: () => Promise<boolean>): Promise<void> {
    this.consider([])
    let made: readonly number[] = []
    let free = [...this.cuts.keys()]
    let least = Number.POSITIVE_INFINITY
    while (free.length > 0 && this.evaluator.evaluations + free.length <= evaluations) {
      const values: number[] = []
      for (const cut of free) {
        if (!(await goOn())) return
        values.push(this.consider([...made, cut]))
      }
      const value = Math.min(...values)
      if (value >= least) return
      least = value
      const chosen = free[values.indexOf(value)]
      made = [...made, chosen]
      free = free.filter((cut) => cut !== chosen)
    }
  }

  begin(): Branch[] {
    const branch = { made: [], free: this.prune([], [...this.cuts.keys()]) }
    return branch.free.length > 0 ? [{ ...branch, free: this.byClassesSplit([], branch.free) }] : []
  }

  step(open: Branch[]): void {
    const branch = open[open.length - 1]
    const [cut, ...rest] = branch.free
    branch.free = rest
    const made = [...branch.made, cut]
    this.branches++
    const before = this.best?.value
    this.consider(made)
    const free = rest.length === 0 ? [] : this.prune(made, rest)
    if (this.best?.value !== before) for (const other of open) other.free = this.prune(other.made, other.free)
    while (open.length > 0 && open[open.length - 1].free.length === 0) open.pop()
    if (free.length > 0) open.push({ made, free: this.byClassesSplit(made, free) })
  }

  /** Cuts that may still improve: removing others only raises the bound, so it is checked again. */
  prune(made: readonly number[], free: readonly number[]): readonly number[] {
    const value = this.best?.value ?? Number.POSITIVE_INFINITY
    for (let left = free; ; free = left) {
      if (left.length === 0 || cannotImprove(this.boundBetween(made, [...made, ...left]), value)) return []
      for (const cut of free) {
        if (cannotImprove(this.boundBetween([...made, cut], [...made, ...left]), value))
          left = left.filter((other) => other !== cut)
      }
      if (left.length === free.length) return left
    }
  }

  bound({ made, free }: Branch): number {
    return this.boundBetween(made, [...made, ...free])
  }

  /** Cuts that split most classes first: their branches have good bounds, and the last branches have few cuts left. */
  byClassesSplit(made: readonly number[], free: readonly number[]): readonly number[] {
    const split = new Map(free.map((cut) => [cut, this.coarse.count(this.makeGroupings([...made, cut])).count]))
    this.counted += free.length
    return [...free].sort((a, b) => (split.get(b) as number) - (split.get(a) as number) || a - b)
  }
}

function cannotImprove(bound: number, best: number): boolean {
  return bound >= best - 1e-12 * Math.abs(best)
}

function listCuts({ frequencies }: SearchProblem): Cut[] {
  return frequencies.columns.flatMap(({ codes, size }, column) => {
    const occurs = new Uint8Array(size)
    for (let i = 0; i < frequencies.combinations; i++) occurs[codes[i]] = 1
    const present = [...occurs.keys()].filter((code) => occurs[code] === 1)
    return present.slice(1).map((code) => ({ column, code }))
  })
}

/** Lower bounds of what a class's rows cost, as a sum that `value` converts to the goal. */
interface Penalty {
  suppressed(rows: number): number
  kept(classes: Classes, c: number, k: number): number
  value(sum: number): number
}

function choosePenalty({ goal, frequencies }: SearchProblem): Penalty {
  const [term] = goal.terms
  const { rows } = frequencies
  if (goal.terms.length === 1 && term.weight > 0) {
    const { metric, settings, weight } = term
    if (metric === utilityDiscernibility) {
      return {
        suppressed: (lost) => rows * lost,
        kept: ({ sizes }, c, k) => sizes[c] * Math.max(sizes[c], k),
        value: (sum) => weight * sum,
      }
    }
    if (metric.sums !== 'cells' && metric.paysMinority?.(settings)) {
      const { target, index } = findCategoryTarget(metric, frequencies, settings)
      const width = target.values.length
      return {
        suppressed: (lost) => lost,
        kept({ sizes, histograms }, c) {
          const histogram = histograms[index]
          let largest = 0
          for (let v = c * width; v < (c + 1) * width; v++) if (histogram[v] > largest) largest = histogram[v]
          return sizes[c] - largest
        },
        value: (sum) => (weight * sum) / rows,
      }
    }
  }
  const names = goal.terms.map(({ metric }) => metric.name).join(' + ')
  throw notForGoal`algorithm k-optimize proves its results for DM, or CM without costs; the goal is ${names}: set goal:
    { metric: DM }, goal: classification, or choose ${SEARCHES_FOR_ALL}`
}
