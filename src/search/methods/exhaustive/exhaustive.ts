/**
 * Exhaustive search: every cut of every tree with every division of every order, for any goal, without bounds. It is
 * the truth that other searches are measured by; only for small problems.
 * Cost: Π over columns of the number of groupings (2^(values − 1) without a tree) evaluations, each combinations ×
 * columns.
 */
import { userError } from '../../../ground/errors.ts'
import { option, readOptions } from '../../../ground/options.ts'
import { fillFromBits, finestGrouping, type Grouping } from '../../../hierarchy/grouping.ts'
import type { Hierarchy, Tree } from '../../../hierarchy/hierarchy.ts'
import { utilityLoss } from '../../../metrics/utility/loss.ts'
import { noneExistsReason } from '../../ends.ts'
import { createEvaluator, type Evaluation } from '../../evaluation.ts'
import type { SearchMethod } from '../../method.ts'
import { keepPace } from '../../pace.ts'
import { SEARCHES_FOR_ALL } from '../../refusals.ts'
import type { ConvergencePoint, SearchProblem } from '../../search.ts'
import { evaluationWork } from '../../work.ts'

const options = [
  option({ name: 'limit', type: 'integer', default: 1_000_000, minimum: 1 })`the most recodings to look at; a larger
    space is refused`,
] as const

const TOLERANCE = 1e-12

interface Best {
  readonly groupings: readonly Grouping[]
  readonly value: number
  readonly loss: number
  readonly suppressedRows: number
}

export const exhaustiveMethod: SearchMethod = {
  kind: 'columns',
  name: 'exhaustive',
  title: 'Exhaustive',
  summary: 'Looks at every cut and every division into intervals; exact, for small problems.',
  source: 'Iyengar 2002, §2 (the space); no cleverness',
  options,
  starts: ['none'],
  improves: ['none'],
  walksLevels: true,
  forSmallProblems: true,
  async search(problem, given, run) {
    const { limit } = readOptions('algorithm exhaustive', options, given)
    const total = spaceWithin(problem, limit)
    const evaluator = createEvaluator(problem)
    const pace = keepPace(run, evaluationWork(problem))
    const convergence: ConvergencePoint[] = []
    let best: Best | undefined
    let fewest = Number.POSITIVE_INFINITY
    let cancelled = run.signal?.aborted === true

    if (!cancelled) {
      for (const groupings of allRecodings(problem)) {
        const evaluation = evaluator.evaluate(groupings)
        const { suppressedRows: suppressed } = evaluation.partition
        fewest = Math.min(fewest, suppressed)
        if (evaluation.acceptable && (best === undefined || evaluation.value <= best.value + TOLERANCE)) {
          const candidate = describe(problem, evaluation, groupings)
          if (best === undefined || standsBefore(candidate, best)) {
            best = candidate
            convergence.push({ done: evaluator.evaluations, best: best.value })
          }
        }
        if (pace.due()) {
          run.progress?.({ done: evaluator.evaluations, total, best: best?.value })
          if (!(await pace.rest())) {
            cancelled = true
            break
          }
        }
      }
    }

    const { evaluations } = evaluator
    run.progress?.({ done: evaluations, total, best: best?.value })
    const found = best && { groupings: best.groupings, value: best.value }
    if (cancelled) return { outcome: 'cancelled', best: found, evaluations, convergence }
    const details = { recodings: total }
    if (found) return { outcome: 'found', optimal: true, ...found, evaluations, details, convergence }
    const reason = noneExistsReason(problem, 'cut or division into intervals', fewest)
    return { outcome: 'none-exists', reason, evaluations, details }
  },
}

function spaceWithin(problem: SearchProblem, limit: number): number {
  const counts = problem.hierarchies.map(countGroupings)
  const total = counts.reduce((product, count) => product * count, 1n)
  if (total <= BigInt(limit)) return Number(total)
  const parts = problem.hierarchies.map((hierarchy, column) => `${hierarchy.column} ${readable(counts[column])}`)
  throw userError('data', 'algorithm')`algorithm exhaustive looks at no more than ${readable(BigInt(limit))} recodings;
    this problem has ${readable(total)} (${parts.join(' · ')}); raise its limit, give fewer endpoints, or use
    ${SEARCHES_FOR_ALL}`
}

function readable(count: bigint): string {
  const digits = count.toString()
  if (digits.length <= 15) return digits.replace(/\B(?=(\d{3})+$)/g, ',')
  return `about ${digits[0]}.${digits[1]}e${digits.length - 1}`
}

/** All recodings, the first column slowest, so that endpoint bits ascend as a string. Refills one array. */
function* allRecodings({ hierarchies }: SearchProblem): Generator<readonly Grouping[], void, undefined> {
  const choices = hierarchies.map((hierarchy, column) =>
    column === 0 ? enumerateGroupings(hierarchy) : [...enumerateGroupings(hierarchy)],
  )
  const groupings: Grouping[] = []
  function* fill(column: number): Generator<readonly Grouping[], void, undefined> {
    if (column === choices.length) return yield groupings
    for (const grouping of choices[column]) {
      groupings[column] = grouping
      yield* fill(column + 1)
    }
  }
  yield* fill(0)
}

function describe(problem: SearchProblem, evaluation: Evaluation, groupings: readonly Grouping[]): Best {
  const { partition, value } = evaluation
  const settings = problem.goal.terms[0]?.settings
  return {
    groupings: [...groupings],
    value,
    loss: settings === undefined ? 0 : utilityLoss.compute(partition, settings),
    suppressedRows: partition.suppressedRows,
  }
}

/** Smaller value, then LM, then fewer suppressed rows. Full ties go to the smaller endpoint bits, seen first. */
function standsBefore(later: Best, earlier: Best): boolean {
  if (Math.abs(later.value - earlier.value) > TOLERANCE) return later.value < earlier.value
  if (Math.abs(later.loss - earlier.loss) > TOLERANCE) return later.loss < earlier.loss
  return later.suppressedRows < earlier.suppressedRows
}

/** All groupings of one hierarchy, ascending by endpoint bits (bit i separates code i from code i + 1). */
export function* enumerateGroupings(hierarchy: Hierarchy): Generator<Grouping, void, undefined> {
  const size = hierarchy.values.length
  const bits = new Uint8Array(Math.max(0, size - 1))
  for (const _ of hierarchy.tree === undefined ? allBits(bits, 0) : cutsBelow(hierarchy.tree, 0, bits)) {
    const grouping = finestGrouping(size)
    fillFromBits(grouping, bits)
    yield grouping
  }
}

/** 2^(size − 1), or the number of cuts of the tree. Exact for any size. */
export function countGroupings(hierarchy: Hierarchy): bigint {
  if (hierarchy.tree === undefined) return 2n ** BigInt(Math.max(0, hierarchy.values.length - 1))
  return countCuts(hierarchy.tree, 0)
}

/** cuts(leaf) = 1; cuts(node) = 1 + Π cuts(children). A node with one child is that child. */
function countCuts(tree: Tree, node: number): bigint {
  const children = tree.children[node]
  if (children.length === 0) return 1n
  let open = 1n
  for (const child of children) open *= countCuts(tree, child)
  return children.length === 1 ? open : 1n + open
}

function* allBits(bits: Uint8Array, from: number): Generator<void, void, undefined> {
  if (from === bits.length) return yield
  for (let bit = 0; bit <= 1; bit++) {
    bits[from] = bit
    yield* allBits(bits, from + 1)
  }
}

/** Sets the bits inside the node to each of its cuts: closed first, then the children's, the first slowest. */
function* cutsBelow(tree: Tree, node: number, bits: Uint8Array): Generator<void, void, undefined> {
  const children = tree.children[node]
  if (children.length === 0) return yield
  if (children.length > 1) {
    bits.fill(0, tree.first[node], tree.last[node])
    yield
  }
  yield* cutsOfSiblings(tree, children, 0, bits)
}

function* cutsOfSiblings(
  tree: Tree,
  siblings: Int32Array,
  from: number,
  bits: Uint8Array,
): Generator<void, void, undefined> {
  if (from === siblings.length) return yield
  if (from > 0) bits[tree.first[siblings[from]] - 1] = 1
  for (const _ of cutsBelow(tree, siblings[from], bits)) yield* cutsOfSiblings(tree, siblings, from + 1, bits)
}
