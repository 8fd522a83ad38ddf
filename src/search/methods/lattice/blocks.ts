/**
 * A bound for lattices that are far too large to be decided: columns are put into blocks, and of each block alone, all other columns at their coarsest
 * step, the best node is sought. What its columns cost there they cost at every node at least, so the sum over blocks is a bound of all
 * nodes; the README has the proof. The parts of the whole lattice have a bound of next to nothing for hours.
 *
 * Cost: at most some hundred looks a block, at a few columns each.
 */
import type { Course } from './bounded.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { openLooks } from './looks.ts'
import { decideParts } from './parts.ts'

/** Nodes that a block has at most, and looks that it may take for each of its columns. */
const MOST_NODES = 20_000
const LOOKS_PER_COLUMN = 60
/** Prices are near 1, and hundreds of them are added. */
const ROUNDING = 1e-12

/** −∞ where goal or requirements do not allow it, or it was stopped. */
export async function boundByBlocks(course: Course, mostNodes = MOST_NODES): Promise<number> {
  const { ladders, views } = course
  if (views.prices === undefined || ladders.some(({ nested }) => !nested)) return Number.NEGATIVE_INFINITY
  const { offset, finest, whole } = views.prices
  const tops = ladders.map(({ steps }) => steps.length - 1)
  const everything = sumAt(whole, [...tops.keys()])
  let bound = offset
  for (const block of blocksOf(tops, mostNodes)) {
    const least = await leastOf(course, tops, block)
    if (least === undefined) return Number.NEGATIVE_INFINITY
    bound += Math.max(sumAt(finest, block), least - offset - (everything - sumAt(whole, block)))
  }
  return bound - ROUNDING
}

/** The columns in blocks of at most so many nodes, those with most steps first. */
function blocksOf(tops: readonly number[], most: number): number[][] {
  const blocks: number[][] = []
  let nodes = Number.POSITIVE_INFINITY
  for (const column of [...tops.keys()].sort((a, b) => tops[b] - tops[a])) {
    nodes *= tops[column] + 1
    if (nodes > most) {
      blocks.push([])
      nodes = tops[column] + 1
    }
    blocks[blocks.length - 1].push(column)
  }
  return blocks
}

/** The least value of all nodes that have every other column at its coarsest step, or what is proven of it; undefined when stopped. */
async function leastOf(course: Course, tops: readonly number[], block: readonly number[]): Promise<number | undefined> {
  const ledger = openLedger(course.ladders)
  const low = tops.map((top, column) => (block.includes(column) ? 0 : top))
  const pace = paceOf(course, ledger, LOOKS_PER_COLUMN * block.length)
  const own: Course = { ...course, ledger, pace, progress: () => {} }
  const part = { low, high: tops, classFloor: 0, exact: true, penalty: 0 }
  const ended = await decideParts(own, openLooks(own), [part])
  pace.note()
  if (pace.stopped()) return undefined
  const best = ledger.best?.value ?? Number.POSITIVE_INFINITY
  const least = ended ? best : Math.min(best, ledger.bound)
  // Nothing acceptable in a block, nothing anywhere, which is found out elsewhere.
  return Number.isFinite(least) ? least : Number.NEGATIVE_INFINITY
}

/** The course's own pace, which also counts the block's looks there and stops after so many. */
function paceOf({ ledger, pace }: Course, own: Ledger, most: number) {
  const { checked, compared } = ledger
  let goesOn = true
  const note = () => {
    ledger.checked = checked + own.checked
    ledger.compared = compared + own.compared
  }
  return {
    note,
    stopped: () => !goesOn,
    due() {
      note()
      return own.checked >= most || pace.due()
    },
    async rest() {
      if (pace.due()) goesOn = await pace.rest()
      return goesOn && own.checked < most
    },
  }
}

function sumAt(figures: ArrayLike<number>, places: readonly number[]): number {
  return places.reduce((sum, place) => sum + figures[place], 0)
}
