/**
 * All looks of one search. No node is looked at twice, and a look bounds every node below the one looked at, in whatever part of the
 * lattice it stands: a part may be decided, or its finest steps ruled out, before its own coarsest node is looked at.
 *
 * Cost: a comparison of steps per remembered look and part; looks at nodes without a penalty say nothing and are not asked.
 */
import type { Ladder, Node } from './ladder.ts'
import type { Ledger } from './ledger.ts'
import type { Look, Views } from './view.ts'

export interface Looks {
  /** The look at a node: a new one or the one there was. */
  at(node: Node): Look
  /** The part's finest node without the steps that earlier looks rule out; undefined when they rule out the whole part. */
  raise(low: Node, high: Node, classFloor: number): Node | undefined
}

export function openLooks(views: Views, ladders: readonly Ladder[], ledger: Ledger): Looks {
  const known = new Map<string, Look>()
  const telling: { readonly node: Node; readonly penalty: number }[] = []
  return {
    at(node) {
      const key = node.join()
      const earlier = known.get(key)
      if (earlier !== undefined) return earlier
      const look = views.full.look(node)
      ledger.checked++
      ledger.fewest = Math.min(ledger.fewest, look.suppressedRows)
      if (look.acceptable) ledger.offer(node, look.value)
      known.set(key, look)
      if (look.penalty > 0) telling.push({ node, penalty: look.penalty })
      return look
    },
    raise(low, high, classFloor) {
      let raised = low
      let floor = views.floor(low, classFloor)
      ledger.compared += telling.length
      for (const { node, penalty } of telling) {
        const column = columnShort(ladders, node, raised, high)
        if (column === undefined || !ledger.hopeless(floor + penalty, raised)) continue
        if (column < 0) return undefined
        raised = raised.map((step, c) => (c === column ? node[c] + 1 : step))
        floor = views.floor(raised, classFloor)
      }
      return raised
    },
  }
}

/**
 * −1 if `node` is above the whole part; the column if it is above the part's lowest steps in one column; undefined if it is above less.
 * Where levels do not nest, only a node of the same level is above.
 */
function columnShort(ladders: readonly Ladder[], node: Node, low: Node, high: Node): number | undefined {
  let short = -1
  for (let column = 0; column < node.length; column++) {
    const step = node[column]
    if (ladders[column].nested ? step >= high[column] : step === high[column]) continue
    if (short >= 0 || step < low[column] || !ladders[column].nested) return undefined
    short = column
  }
  return short
}
