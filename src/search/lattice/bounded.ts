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
  /** How often `low` was raised since the view's table was last rolled up, or tried to be. */
  readonly raises: number
}

/** A priced goal rolls a part up after so many raises, if it has so many nodes: sooner, a count would seldom pay for itself. */
const RAISES = 2
const NODES = 16
/** A rolled-up table is used when it has at most this share of the combinations. */
const SHARE = 0.7

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
  let parts: Part[] = [{ low: [], high: [], view, raises: 0 }]
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
  let { high, look, view, raises } = part
  for (;;) {
    if (look === undefined) {
      ;({ view, raises } = rolledUp(course, { low, high, view, raises }))
      look = lookAt(course, view, high, low)
    }
    const tooMany = course.views.monotone && look.brokenRows > course.allowed
    if (tooMany || ledger.hopeless(look.bound(low), low)) {
      ledger.decided += sizeOf({ low, high })
      return undefined
    }
    const lowered = high.map((_, column) => highestHope(ledger, look as Look, low, high, column))
    if (lowered.every((step, column) => step === high[column])) return { low, high, look, view, raises }
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

/**
 * Two parts, the one to treat first last. Prices bound a part by its finest node, and the finer half soon leads to good nodes; other
 * bounds get better as the finest node rises, and the coarser half soon leads to strong bounds.
 */
function halve({ views }: Course, { low, high, look, view, raises }: Required<Part>): Part[] {
  const column = columnToHalve(low, high, look)
  const middle = (low[column] + high[column]) >> 1
  const finer: Part = { low, high: withStep(high, column, middle), view, raises }
  const raised = withStep(low, column, middle + 1)
  if (!views.boundsByClasses) return [{ low: raised, high, view, look, raises: raises + 1 }, finer]
  // Without its look the part is looked at again, in a table rolled up to `raised`: a better bound.
  return [finer, { low: raised, high, view, raises: raises + 1 }]
}

/** The column whose upper half costs most. */
function columnToHalve(low: Node, high: Node, look: Look): number {
  let chosen = -1
  let dearest = Number.NaN
  for (let column = 0; column < low.length; column++) {
    if (low[column] === high[column]) continue
    const bound = look.bound(withStep(low, column, ((low[column] + high[column]) >> 1) + 1))
    // Not `bound > dearest`: without any bound all of them are −∞, and one has to be chosen.
    if (!(bound <= dearest)) {
      dearest = bound
      chosen = column
    }
  }
  return chosen
}

/** Where to count the part: in its view, or in the table of its finest node's classes if that is worth a count. */
function rolledUp({ views }: Course, part: Part): Pick<Part, 'view' | 'raises'> {
  const { view, raises, low } = part
  if (!views.canRollUp || raises === 0) return part
  if (!views.boundsByClasses && (raises < RAISES || sizeOf(part) < NODES)) return part
  const most = views.boundsByClasses ? view.table.combinations - 1 : view.table.combinations * SHARE
  return { view: view.rolledUp(low, most) ?? view, raises: 0 }
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
