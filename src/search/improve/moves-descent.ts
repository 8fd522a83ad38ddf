/**
 * Descent by moves: undoes unnecessary generalization. Makes the best acceptable move until none helps, then a merge
 * that makes room for a split. Repeats from the top, once per first split, and from the best with one or two columns
 * raised to the top. Ties are broken by class spread. Every accepted change lowers (goal, spread), so it ends. Cost:
 * moves × steps evaluations per descent; about moves + columns² descents.
 */

import type { Partition } from '../../frequency/classes.ts'
import type { CategoryTarget } from '../../frequency/frequency-table.ts'
import { emptyGrouping, type Grouping } from '../../hierarchy/grouping.ts'
import { withoutTree } from '../../hierarchy/hierarchy.ts'
import {
  bitsOfGroupings,
  chromosomeLayout,
  endpointCount,
  fillGroupings,
  groupingsOfBits,
  type Layout,
} from '../chromosome/chromosome.ts'
import { allowedSuppression, createEvaluator, type Evaluator } from '../evaluation.ts'
import type { MoveSpace } from '../method.ts'
import { keepPace, type Pace } from '../pace.ts'
import type { SearchProblem, SearchRun } from '../search.ts'
import { categoryTargetFor } from '../trail/measures.ts'
import { evaluationWork } from '../work.ts'
import { descend } from './descent.ts'
import { moved, movesFrom } from './moves.ts'

interface Place {
  readonly bits: Uint8Array
  readonly value: number
  readonly spread: number
}

interface DescentTask extends MoveSpace {
  readonly layout: Layout
  /** Filled for each evaluation. */
  readonly groupings: readonly Grouping[]
  readonly evaluator: Evaluator
  readonly target: CategoryTarget | undefined
  readonly pace: Pace
  cancelled: boolean
}

export async function improveByMoves(
  problem: SearchProblem,
  groupings: readonly Grouping[],
  run: SearchRun,
  space: MoveSpace = { starts: [], allowance: allowedSuppression(problem) },
) {
  const evaluator = createEvaluator(problem)
  const { partition } = evaluator.evaluate(groupings)
  const layout = chromosomeLayout(
    problem.hierarchies.map((hierarchy, column) =>
      space.starts[column] === undefined ? hierarchy : withoutTree(hierarchy),
    ),
  )
  const { bits, value } = await descendFromAll(bitsOfGroupings(layout, groupings), {
    ...space,
    layout,
    groupings: groupings.map(({ codeGroups }) => emptyGrouping(codeGroups.length)),
    evaluator,
    // A result beyond the allowance of its space (everything at the top) may stay there.
    allowance: Math.max(space.allowance, partition.suppressedRows),
    target: categoryTargetFor(problem),
    pace: keepPace(run, evaluationWork(problem)),
    cancelled: false,
  })
  return { groupings: groupingsOfBits(layout, bits), value, evaluations: evaluator.evaluations }
}

const TOLERANCE = 1e-12

function isBetter(a: Place, b: Place): boolean {
  if (a.value < b.value - TOLERANCE) return true
  return a.value <= b.value + TOLERANCE && a.spread < b.spread - TOLERANCE
}

function judge(bits: Uint8Array, { layout, groupings, evaluator, allowance, target }: DescentTask): Place {
  fillGroupings(layout, bits, groupings)
  const { acceptable, value, partition } = evaluator.evaluate(groupings)
  if (!acceptable || partition.suppressedRows > allowance)
    return { bits, value: Number.POSITIVE_INFINITY, spread: Number.POSITIVE_INFINITY }
  return { bits, value, spread: classSpread(partition, target) }
}

async function descendFromAll(start: Uint8Array, task: DescentTask): Promise<Place> {
  const { layout } = task
  let best = await descendFrom(judge(start, task), task, true)
  const tryFrom = async (bits: Uint8Array): Promise<boolean> => {
    const found = await descendFrom(judge(bits, task), task, false)
    if (!isBetter(found, best)) return false
    best = await descendFrom(found, task, true)
    return true
  }

  const top = new Uint8Array(layout.bits)
  for (const split of neighboursOf(top, task)) if (!task.cancelled) await tryFrom(split)
  const columns = [...layout.hierarchies.keys()]
  const raised = columns.flatMap((a) => columns.slice(a).map((b) => [a, b]))
  for (let i = 0, failed = 0; failed < raised.length && !task.cancelled; i = (i + 1) % raised.length) {
    const bits = best.bits.slice()
    for (const column of raised[i]) bits.fill(0, layout.offsets[column], layout.offsets[column + 1])
    failed = (await tryFrom(bits)) ? 0 : failed + 1
  }
  return best
}

function descendFrom(start: Place, task: DescentTask, inPairs: boolean): Promise<Place> {
  return descend<Place, Iterable<Uint8Array>>(start, {
    *neighbours(place) {
      const from = place()
      if (!task.cancelled) yield neighboursOf(from.bits, task)
      if (inPairs && !task.cancelled && place() === from) yield mergedAndSplit(from.bits, task)
    },
    async best(batch, place) {
      let best = place
      for (const bits of batch) {
        const there = judge(bits, task)
        if (isBetter(there, best)) best = there
        if (task.pace.due() && !(await task.pace.rest())) task.cancelled = true
        if (task.cancelled) return place
      }
      return best
    },
  })
}

function* mergedAndSplit(bits: Uint8Array, task: DescentTask): Generator<Uint8Array> {
  for (const half of neighboursOf(bits, task)) {
    if (endpointCount(half) > endpointCount(bits)) continue
    for (const both of neighboursOf(half, task)) if (endpointCount(both) > endpointCount(half)) yield both
  }
}

function neighboursOf(bits: Uint8Array, { layout, starts }: DescentTask): Uint8Array[] {
  const moves = movesFrom(layout, bits, starts).filter(({ isSingle }) => isSingle)
  return moves.map((move) => moved(bits, move))
}

/** Conditional entropy of the target in bits per row: breaks ties of CM and similar goals. */
export function classSpread(partition: Partition, target: CategoryTarget | undefined): number {
  if (target === undefined) return 0
  const { classes, suppressed, suppressedRows, frequencies } = partition
  const index = frequencies.targets.filter((candidate) => candidate.kind === 'categories').indexOf(target)
  const histogram = classes.histograms[index]
  const width = target.values.length
  let sum = suppressedRows * Math.log2(width)
  for (let c = 0; c < classes.count; c++) {
    if (suppressed[c] === 1) continue
    const size = classes.sizes[c]
    sum += size * Math.log2(size)
    for (let v = c * width; v < (c + 1) * width; v++)
      if (histogram[v] > 0) sum -= histogram[v] * Math.log2(histogram[v])
  }
  return sum / Math.max(1, frequencies.rows)
}
