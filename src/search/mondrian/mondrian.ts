/**
 * Mondrian (LeFevre, DeWitt, Ramakrishnan 2006): divide the rows in two at a value of one column, and each part again, as long as both
 * parts have k rows; each part is then a class that shows the smallest ranges, or tree nodes, that cover its rows.
 *
 * `by: width` is the paper: the column that is widest for the goal's metric, at its median. `by: loss` tries every cut of every column
 * and takes the one after which the parts lose least. Strict cuts keep equal rows together; a relaxed one divides the rows that stand
 * at the median. Leaves of a tree are ordered as in the tree. Cost: rows of the table × columns² × depth.
 */
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import { type OptionRecord, readOptions } from '../../options.ts'
import { cellGoal } from '../boxes/cell-goal.ts'
import { type ClassList, decideClasses, joinLists } from '../boxes/class-list.ts'
import { releasedLoss, sizeAsked } from '../boxes/class-problem.ts'
import type { ClassesSearchRecord, DecidedClasses } from '../classes-search.ts'
import { keepPace } from '../pace.ts'

const options: readonly OptionRecord[] = [
  {
    name: 'cuts',
    type: 'choice',
    choices: ['strict', 'relaxed'],
    default: 'strict',
    meaning: 'Whether rows with equal values stay together (strict) or may be divided at the median (relaxed).',
  },
  {
    name: 'by',
    type: 'choice',
    choices: ['loss', 'width'],
    default: 'loss',
    meaning:
      'How a cut is chosen: the one of all that leaves least loss, or the median of the widest column (the paper). Relaxed cuts are always at the median.',
  },
]

export const searchMondrian: ClassesSearchRecord = {
  kind: 'classes',
  name: 'mondrian',
  title: 'Mondrian',
  summary:
    'Divides the rows in two at a value of one column, and each part again, down to classes of k rows; each class shows the smallest ranges that cover its rows. Fast, plain and well known; boxes loses less.',
  source: 'LeFevre, DeWitt, Ramakrishnan 2006',
  options,
  withoutHierarchies: false,
  async search(problem, given, run) {
    const chosen = readOptions('algorithm mondrian', options, given)
    const k = sizeAsked('mondrian', problem)
    const goal = cellGoal('mondrian', problem)
    const { frequencies, hierarchies } = problem
    const loss = hierarchies.map((hierarchy, column) => releasedLoss(hierarchy, goal.columns[column]))
    const cut = cutterOf(frequencies, loss, k, chosen['cuts'] === 'relaxed', chosen['by'] === 'width')
    const pace = keepPace(run)
    const open: Part[] = [wholeTable(frequencies)]
    const classes: ClassList[] = []
    let settled = 0
    let evaluations = 0
    while (open.length > 0) {
      if (pace.due()) await pace.rest()
      if (run.signal?.aborted) {
        // A part that was not cut yet is a class like any other, only larger.
        const best = classesOf([...classes, ...open.map(asClass)])
        return { outcome: 'cancelled', best, evaluations, details: { classes: classes.length + open.length } }
      }
      const part = open.pop() as Part
      const halves = cut(part)
      evaluations++
      if (halves !== undefined) open.push(...halves)
      else {
        classes.push(asClass(part))
        settled += rowsOf(part)
        run.progress?.({ done: settled, total: frequencies.rows })
      }
    }
    return {
      outcome: 'found',
      optimal: false,
      ...classesOf(classes),
      evaluations,
      details: { classes: classes.length },
    }

    function classesOf(lists: readonly ClassList[]): DecidedClasses {
      return { decision: decideClasses(joinLists(lists), frequencies, hierarchies), lostRows: 0 }
    }
  },
}

/** Rows that will be together: some combinations, and how many rows of each. */
type Part = Omit<ClassList, 'starts'>

type Loss = (low: number, high: number) => number

function wholeTable({ combinations, counts }: FrequencyTable): Part {
  return { combinations: Int32Array.from({ length: combinations }, (_, i) => i), rows: counts.slice(0, combinations) }
}

function asClass(part: Part): ClassList {
  return { ...part, starts: Int32Array.of(0, part.rows.length) }
}

function rowsOf({ rows }: Part): number {
  let sum = 0
  for (const own of rows) sum += own
  return sum
}

/** The two halves of a part, or undefined where no cut leaves k rows on both sides. */
function cutterOf(
  frequencies: FrequencyTable,
  loss: readonly Loss[],
  k: number,
  relaxed: boolean,
  byWidth: boolean,
): (part: Part) => [Part, Part] | undefined {
  const { columns } = frequencies

  /** Entries in ascending order of a column's code; equal ones stay in their order. */
  function sorted({ combinations }: Part, column: number): Int32Array {
    const { codes } = columns[column]
    return Int32Array.from(combinations.keys()).sort((a, b) => codes[combinations[a]] - codes[combinations[b]] || a - b)
  }
  function widthOf({ combinations }: Part, column: number): number {
    const { codes } = columns[column]
    let low = codes[combinations[0]]
    let high = low
    for (const combination of combinations) {
      low = Math.min(low, codes[combination])
      high = Math.max(high, codes[combination])
    }
    return loss[column](low, high)
  }
  /** Rows of the left side at the median: all up to the lower median's value, or half of them. */
  function median(part: Part, order: Int32Array, column: number, total: number): number {
    const half = Math.floor(total / 2)
    if (relaxed) return half
    const { codes } = columns[column]
    let left = 0
    let place = 0
    // The lower median is the value of row ⌈n/2⌉.
    while (left < Math.ceil(total / 2)) left += part.rows[order[place++]]
    const value = codes[part.combinations[order[place - 1]]]
    while (place < order.length && codes[part.combinations[order[place]]] === value) left += part.rows[order[place++]]
    return left
  }
  function cutByWidth(part: Part, total: number): [Part, Part] | undefined {
    const widths = columns.map((_, column) => widthOf(part, column))
    const byWidest = [...widths.keys()]
      .filter((column) => widths[column] > 0)
      .sort((a, b) => widths[b] - widths[a] || a - b)
    for (const column of byWidest) {
      const order = sorted(part, column)
      const left = median(part, order, column, total)
      if (left >= k && total - left >= k) return halvesOf(part, order, left)
    }
    return undefined
  }
  function cutByLoss(part: Part, total: number): [Part, Part] | undefined {
    let least = Number.POSITIVE_INFINITY
    let best: { readonly order: Int32Array; readonly left: number } | undefined
    for (let column = 0; column < columns.length; column++) {
      if (widthOf(part, column) === 0) continue
      const order = sorted(part, column)
      const before = hullLosses(part, order)
      const after = hullLosses(part, order.toReversed())
      const { codes } = columns[column]
      let left = 0
      for (let place = 0; place < order.length - 1; place++) {
        left += part.rows[order[place]]
        if (codes[part.combinations[order[place]]] === codes[part.combinations[order[place + 1]]]) continue
        if (left < k || total - left < k) continue
        const cost = left * before[place] + (total - left) * after[order.length - 2 - place]
        if (cost < least - 1e-12) {
          least = cost
          best = { order, left }
        }
      }
    }
    return best && halvesOf(part, best.order, best.left)
  }
  /** Loss of the hull of the first entries, for each number of them. */
  function hullLosses({ combinations }: Part, order: Int32Array): Float64Array {
    const losses = new Float64Array(order.length)
    for (let column = 0; column < columns.length; column++) {
      const { codes } = columns[column]
      let low = codes[combinations[order[0]]]
      let high = low
      let own = loss[column](low, high)
      for (let place = 0; place < order.length; place++) {
        const code = codes[combinations[order[place]]]
        if (code < low || code > high) {
          low = Math.min(low, code)
          high = Math.max(high, code)
          own = loss[column](low, high)
        }
        losses[place] += own
      }
    }
    return losses
  }
  return (part) => {
    const total = rowsOf(part)
    if (total < 2 * k) return undefined
    return byWidth || relaxed ? cutByWidth(part, total) : cutByLoss(part, total)
  }
}

/** The first `left` rows in an order, and the others; a combination may be divided. */
function halvesOf({ combinations, rows }: Part, order: Int32Array, left: number): [Part, Part] {
  let place = 0
  let taken = 0
  while (taken + rows[order[place]] <= left) taken += rows[order[place++]]
  const shared = left - taken
  const first = order.subarray(0, place + (shared > 0 ? 1 : 0))
  const second = order.subarray(place)
  const part = (entries: Int32Array): Part => ({
    combinations: entries.map((e) => combinations[e]),
    rows: entries.map((e) => rows[e]),
  })
  const halves: [Part, Part] = [part(first), part(second)]
  if (shared > 0) {
    halves[0].rows[place] = shared
    halves[1].rows[0] -= shared
  }
  return halves
}
