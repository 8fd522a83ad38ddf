/**
 * A bound for lattices too large to decide: for each block of columns, with all others at their coarsest step, finds
 * the best node. A block's columns cost at least as much at every node, so the sum over blocks bounds the lattice; the
 * README has the proof.
 * Cost: at most some hundred looks per block, at a few columns each.
 */
import { Ledger } from './ledger.ts'
import { type Course, openLooks } from './looks.ts'
import { decideParts } from './parts.ts'

const MOST_NODES = 20_000
const LOOKS_PER_COLUMN = 60
/** Prices are near 1, and hundreds of them are added. */
const ROUNDING = 1e-12

/** −∞ if the goal or the requirements do not allow it, or it was stopped. */
export async function boundByBlocks(course: Course, mostNodes = MOST_NODES): Promise<number> {
  const { ladders, views } = course
  if (views.prices === undefined || ladders.some(({ nested }) => !nested)) return Number.NEGATIVE_INFINITY
  const { offset, finest, whole } = views.prices
  const tops = ladders.map(({ steps }) => steps.length - 1)
  const everything = sumAt(whole, [...tops.keys()])
  let bound = offset
  for (const block of makeBlocks(tops, mostNodes)) {
    const least = await leastIn(course, tops, block)
    if (least === undefined) return Number.NEGATIVE_INFINITY
    bound += Math.max(sumAt(finest, block), least - offset - (everything - sumAt(whole, block)))
  }
  return bound - ROUNDING
}

function makeBlocks(tops: readonly number[], most: number): number[][] {
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

/** The least value, or a bound of it, with every other column at its coarsest step; undefined if stopped. */
async function leastIn(course: Course, tops: readonly number[], block: readonly number[]): Promise<number | undefined> {
  const ledger = new Ledger(course.ladders)
  const low = tops.map((top, column) => (block.includes(column) ? 0 : top))
  const pace = blockPace(course, ledger, LOOKS_PER_COLUMN * block.length)
  const blockCourse: Course = { ...course, ledger, pace, progress: () => {} }
  const part = { low, high: tops, classFloor: 0, exact: true, penalty: 0 }
  const ended = await decideParts(blockCourse, openLooks(blockCourse), [part])
  pace.note()
  if (pace.stopped()) return undefined
  const best = ledger.best?.value ?? Number.POSITIVE_INFINITY
  const least = ended ? best : Math.min(best, ledger.bound)
  // An infeasible block means an infeasible problem, which the search itself reports.
  return Number.isFinite(least) ? least : Number.NEGATIVE_INFINITY
}

function blockPace({ ledger, pace }: Course, blockLedger: Ledger, most: number) {
  const { checked, compared } = ledger
  let goesOn = true
  const note = () => {
    ledger.checked = checked + blockLedger.checked
    ledger.compared = compared + blockLedger.compared
  }
  return {
    note,
    stopped: () => !goesOn,
    due() {
      note()
      return blockLedger.checked >= most || pace.due()
    },
    async rest() {
      if (pace.due()) goesOn = await pace.rest()
      return goesOn && blockLedger.checked < most
    },
  }
}

function sumAt(figures: ArrayLike<number>, places: readonly number[]): number {
  return places.reduce((sum, place) => sum + figures[place], 0)
}
