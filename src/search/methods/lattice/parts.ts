/**
 * A *part* of the lattice is all nodes between a finest node `low` and a coarsest node `high`. A look at its coarsest
 * node gives a candidate and a bound for the part. Bounds cut steps off the top of each column, earlier looks off its
 * bottom; the rest is halved along one column, the coarser half first: its looks decide most about the nodes below.
 */
import { createHeap } from '../../heap.ts'
import type { Node } from '../../levels/ladder.ts'
import type { Ledger } from './ledger.ts'
import type { Course, Looks } from './looks.ts'
import type { Views } from './view.ts'

export interface Part {
  readonly low: Node
  readonly high: Node
  /** Floor of class-bounded terms at `low` or, if not exact, at a finer node. */
  readonly classFloor: number
  readonly exact: boolean
  readonly penalty: number
}

/** Parts after which the least bound is taken first. */
const LEAST_FIRST_FROM = 10_000

export async function decideParts(
  course: Course,
  looks: Looks,
  parts: readonly Part[],
  between: () => Promise<boolean> | boolean = () => true,
): Promise<boolean> {
  const { ledger, pace, views } = course
  const open = openParts(views)
  for (const part of parts) open.push(part)
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const left = trim(course, looks, part)
    if (left !== undefined) {
      if (nodeCount(left) === 1) ledger.decided++
      else for (const half of halve(views, left)) open.push(half)
    }
    if (pace.due()) {
      course.progress()
      if (!(await pace.rest())) return stop()
    }
    if (!(await between())) return stop()
  }
  return true

  function stop(): false {
    ledger.bound = open.least()
    return false
  }
}

/** Coarser halves first, which decides most lattices soonest; later the least bound first, so that the bound grows. */
function openParts(views: Views) {
  const partBound = ({ low, classFloor, penalty }: Part) => views.floor(low, classFloor) + penalty
  type Entry = { readonly part: Part; readonly bound: number; readonly number: number }
  const heap = createHeap<Entry>((a, b) => a.bound - b.bound || b.number - a.number)
  let stack: Part[] = []
  let taken = 0
  let number = 0
  let last = Number.NEGATIVE_INFINITY
  return {
    push: (part: Part) => void stack.push(part),
    pop(): Part | undefined {
      if (taken++ < LEAST_FIRST_FROM) return stack.pop()
      for (const part of stack) heap.push({ part, bound: partBound(part), number: number++ })
      stack = []
      const entry = heap.pop()
      if (entry !== undefined) last = entry.bound
      return entry?.part
    },
    // Bounds do not fall when a part is divided: none in the heap is below the last one taken.
    least: () => (number === 0 ? Math.min(...stack.map(partBound)) : last),
  }
}

/** The part without nodes that cannot be the best; undefined if none is left. Looks at its coarsest node. */
function trim({ ledger, views }: Course, looks: Looks, part: Part): Part | undefined {
  const size = nodeCount(part)
  let left: Part | undefined = part
  for (;;) {
    left = raise(views, looks, left)
    if (left !== undefined && views.rulesOut(left.low, left.high)) left = undefined
    if (left === undefined) break
    const { penalty } = looks.at(left.high)
    let high = hopefulSteps(ledger, views, left, penalty)
    if (high !== undefined && !left.exact) {
      left = { ...left, classFloor: Math.max(left.classFloor, views.full.classFloor(left.low)), exact: true }
      high = hopefulSteps(ledger, views, left, penalty)
    }
    const isTrimmed = high === undefined || sameNode(high, left.high)
    left = high && { ...left, high, penalty }
    if (left === undefined || isTrimmed) break
  }
  ledger.decided += size - (left === undefined ? 0 : nodeCount(left))
  return left
}

function raise(views: Views, looks: Looks, part: Part): Part | undefined {
  const low = looks.raise(part.low, part.high, part.classFloor)
  if (low === undefined) return undefined
  return sameNode(low, part.low) ? part : { ...part, low, exact: !views.boundsByClasses }
}

/** The highest step of each column at which a node of the part may be the best; undefined if none may. */
function hopefulSteps(ledger: Ledger, views: Views, { low, high, classFloor }: Part, penalty: number) {
  const isHopeless = (finest: Node): boolean => ledger.hopeless(views.floor(finest, classFloor) + penalty, finest)
  if (isHopeless(low)) return undefined
  return high.map((highest, column) => {
    let step = highest
    while (step > low[column] && isHopeless(low.with(column, step))) step--
    return step
  })
}

function halve(views: Views, part: Part): Part[] {
  const { low, high } = part
  const { column, middle } = whereToHalve(views, low, high)
  return [
    { ...part, high: high.with(column, middle) },
    { ...part, low: low.with(column, middle + 1), exact: !views.boundsByClasses },
  ]
}

/** The column whose upper half costs most, and the last step of its lower half. */
function whereToHalve(views: Views, low: Node, high: Node): { readonly column: number; readonly middle: number } {
  let chosen = { column: -1, middle: 0 }
  let dearest = Number.NEGATIVE_INFINITY
  for (let column = 0; column < low.length; column++) {
    if (low[column] === high[column]) continue
    const middle = (low[column] + high[column]) >> 1
    const cost = views.spared(low.with(column, middle + 1), low)
    if (chosen.column >= 0 && cost <= dearest) continue
    dearest = cost
    chosen = { column, middle }
  }
  return chosen
}

function sameNode(a: Node, b: Node): boolean {
  return a.every((step, column) => step === b[column])
}

function nodeCount({ low, high }: Pick<Part, 'low' | 'high'>): number {
  let size = 1
  for (let column = 0; column < low.length; column++) size *= high[column] - low[column] + 1
  return size
}
