/**
 * Branch and bound over the lattice. A *part* is all nodes between a finest node `low` and a coarsest node `high`. Its coarsest node is
 * looked at; the look gives a candidate and a bound for the whole part. Steps that the bound rules out are cut off the top of each
 * column; what is left is halved along one column and the halves are treated alike. Every node is looked at at most once.
 *
 * Cost: at most one look per node, in practice a small share of them; the README has the rules and their proofs.
 */
import type { Pace } from '../pace.ts'
import type { Ladder, Node } from './ladder.ts'
import type { Ledger } from './ledger.ts'
import type { Look, View, Views } from './view.ts'

interface Part {
  readonly low: Node
  readonly high: Node
  /** Where its nodes are counted: the full table, or one rolled up to a node not above `low`. */
  readonly view: View
  /** The look at `high`, once there was one. */
  readonly look?: Look
}

export interface Course {
  readonly ladders: readonly Ladder[]
  readonly views: Views
  readonly ledger: Ledger
  readonly pace: Pace
  /** The most rows that may be suppressed. */
  readonly allowed: number
  readonly progress: () => void
}

/** Decides all nodes; false when stopped before the end. */
export async function searchBounded(course: Course): Promise<boolean> {
  const { ledger, pace, views, ladders } = course
  const open: Part[] = wholeLattice(ladders, views.full)
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const left = trim(course, part)
    if (left !== undefined) {
      if (sizeOf(left) === 1) ledger.decided++
      else open.push(...halve(course, left))
    }
    if (pace.due()) {
      course.progress()
      if (!(await pace.rest())) return false
    }
  }
  return true
}

/** One part; or one for each choice of levels of the columns whose levels do not nest, because no bound reaches across those. */
function wholeLattice(ladders: readonly Ladder[], view: View): Part[] {
  let parts: Part[] = [{ low: [], high: [], view }]
  for (const { nested, steps } of ladders) {
    parts = parts.flatMap((part) =>
      nested
        ? [{ ...part, low: [...part.low, 0], high: [...part.high, steps.length - 1] }]
        : steps.map((_, step) => ({ ...part, low: [...part.low, step], high: [...part.high, step] })),
    )
  }
  return parts
}

/** The part without the nodes that cannot be the best, its coarsest node looked at; undefined when none is left. */
function trim(course: Course, part: Part): Required<Part> | undefined {
  const { ledger } = course
  const { low } = part
  let { high, look } = part
  for (;;) {
    look ??= lookAt(course, part.view, high, low)
    const tooMany = course.views.monotone && look.brokenRows > course.allowed
    if (tooMany || ledger.hopeless(look.bound(low), low)) {
      ledger.decided += sizeOf({ low, high })
      return undefined
    }
    const lowered = high.map((_, column) => highestHope(ledger, look as Look, low, high, column))
    if (lowered.every((step, column) => step === high[column])) return { ...part, high, look }
    ledger.decided += sizeOf({ low, high }) - sizeOf({ low, high: lowered })
    high = lowered
    look = undefined
  }
}

function lookAt(course: Course, view: View, node: Node, low: Node): Look {
  const { ledger } = course
  const look = view.look(node, low)
  ledger.checked++
  ledger.fewest = Math.min(ledger.fewest, look.suppressedRows)
  if (look.acceptable) ledger.offer(node, look.value)
  return look
}

/** The highest step of the column at which a node of the part may still be the best. */
function highestHope(ledger: Ledger, look: Look, low: Node, high: Node, column: number): number {
  const finest = [...low]
  let step = high[column]
  for (; step > low[column]; step--) {
    finest[column] = step
    if (!ledger.hopeless(look.bound(finest), finest)) break
  }
  return step
}

/** Two parts, the one to treat first last. */
function halve(course: Course, part: Required<Part>): Part[] {
  const { low, high, look, view } = part
  const column = columnToHalve(part)
  const middle = (low[column] + high[column]) >> 1
  const finer: Part = { low, high: withStep(high, column, middle), view }
  const raised = withStep(low, column, middle + 1)
  const coarser: Part = rolledUp(course, { low: raised, high, view, look })
  return [finer, coarser]
}

/** The column whose upper half costs most. */
function columnToHalve({ low, high, look }: Required<Part>): number {
  let chosen = -1
  let dearest = Number.NEGATIVE_INFINITY
  for (let column = 0; column < low.length; column++) {
    if (low[column] === high[column]) continue
    const bound = look.bound(withStep(low, column, ((low[column] + high[column]) >> 1) + 1))
    if (bound > dearest) {
      dearest = bound
      chosen = column
    }
  }
  return chosen
}

/** Counts the part from its finest node's classes where that is worth a count. */
function rolledUp(course: Course, part: Part): Part {
  const { views } = course
  if (!views.canRollUp || sizeOf(part) < 8) return part
  const view = part.view.rolledUp(part.low, part.view.table.combinations * 0.6)
  if (view === undefined) return part
  return { ...part, view }
}

function withStep(node: Node, column: number, step: number): Node {
  const changed = [...node]
  changed[column] = step
  return changed
}

function sizeOf({ low, high }: Pick<Part, 'low' | 'high'>): number {
  let size = 1
  for (let column = 0; column < low.length; column++) size *= high[column] - low[column] + 1
  return size
}
