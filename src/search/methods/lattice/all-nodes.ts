/**
 * Every node of the lattice, one after the other, with nothing ruled out: the plain truth that the bounds are tested against, and the way
 * for whoever does not want to trust them. Columns are walked like the digits of a number; where the leading digits have made the
 * table much smaller, the nodes behind them are counted from the smaller one.
 *
 * Cost: nodes × combinations × columns at most.
 */
import type { Course } from './bounded.ts'
import type { View } from './view.ts'

/** Decides all nodes; false when stopped before the end. */
export async function searchAllNodes(course: Course): Promise<boolean> {
  const { ladders, views, ledger, pace } = course
  const node = ladders.map(() => 0)

  async function walk(column: number, view: View): Promise<boolean> {
    if (column === ladders.length) {
      const look = view.look(node)
      ledger.checked++
      ledger.decided++
      ledger.fewest = Math.min(ledger.fewest, look.suppressedRows)
      if (look.acceptable) ledger.offer(node, look.value)
      if (!pace.due()) return true
      course.progress()
      return pace.rest()
    }
    for (let step = 0; step < ladders[column].steps.length; step++) {
      node[column] = step
      // Columns still to come are at their finest, which need not be a step of theirs that nests in the others.
      const canRollUp = views.canRollUp && column < ladders.length - 1 && ladders.slice(column + 1).every(startsFinest)
      const smaller = canRollUp ? view.rolledUp(node, view.table.combinations / 2) : undefined
      if (!(await walk(column + 1, smaller ?? view))) return false
    }
    node[column] = 0
    return true
  }

  return walk(0, views.full)
}

/** Whether rolling up at the first step leaves every later step countable. */
function startsFinest({ nested, steps }: Course['ladders'][number]): boolean {
  return nested || steps[0].grouping.groups === steps[0].grouping.groupOf.length
}
