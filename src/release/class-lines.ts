/** The lines of a release by classes: finds the cell of each row in memory, and the class that takes it. */
import { createHash } from 'node:crypto'
import type { HeldCodes } from '../frequency/counted-table.ts'
import { groupBy } from '../ground/maps.ts'
import { numberTuples } from '../lines/number-tuples.ts'
import type { ReleasedLines, ShownLabels } from '../lines/write-lines.ts'
import { type ClassDecision, distinguishedColumns } from '../recoding/class-decision.ts'
import type { ShownRanges } from '../recoding/class-statement.ts'
import { gatherer } from './column-lines.ts'

interface ClassesRequest {
  readonly columns: readonly string[]
  readonly decision: ClassDecision
  readonly hierarchies: readonly { readonly column: string }[]
  readonly seed: number
  readonly persons?: unknown
}

const DIVIDED = -2

/** Returns undefined if cells also differ by target, or if rows must be written with their persons. */
export function classLines(
  held: HeldCodes,
  { columns, decision, hierarchies, seed, persons }: ClassesRequest,
  ranges: readonly ShownRanges[],
  labels: readonly (readonly string[])[],
): ReleasedLines | undefined {
  const { cells, outputs } = decision
  if (cells.target !== undefined || persons !== undefined || distinguishedColumns(decision).length === 0)
    return undefined
  const { classOfCell, shares } = classesOfCells(decision)
  const tupleCells = cellsOfTuples(held, decision)
  const tupleClasses = tupleCells.map((cell) => (cell < 0 ? -1 : classOfCell[cell]))
  const rows = gatherer(held.tuples, tupleClasses)
  const divided = tupleClasses.includes(DIVIDED)
    ? divideCells(held.tuples, { tupleCells, tupleClasses, shares, seed })
    : undefined
  const recoded = hierarchies.map(({ column }, i): [string, ShownLabels] => [
    column,
    { labels: labels[i], shown: ranges[i].of, inOrder: false },
  ])
  return {
    columns,
    rows: held,
    classes: outputs.count,
    classesOfRows: divided === undefined ? rows : (from, to) => divided.subarray(from, to),
    recoded: new Map(recoded),
  }
}

interface Share {
  readonly rows: number
  readonly output: number
}

function classesOfCells({ cells, moves }: ClassDecision) {
  const classOfCell = new Int32Array(cells.count).fill(-1)
  const shares = new Map<number, Share[]>()
  const readShare = (move: number): Share => ({ rows: moves.rows[move], output: moves.output[move] })
  for (let move = 0; move < moves.count; move++) {
    const cell = moves.cell[move]
    const isDivided = move > 0 && moves.cell[move - 1] === cell
    if (!isDivided) classOfCell[cell] = moves.output[move]
    else if (classOfCell[cell] === DIVIDED) shares.get(cell)?.push(readShare(move))
    else {
      classOfCell[cell] = DIVIDED
      shares.set(cell, [readShare(move - 1), readShare(move)])
    }
  }
  return { classOfCell, shares }
}

function cellsOfTuples({ codes }: HeldCodes, decision: ClassDecision): Int32Array {
  const { cells, groupings } = decision
  const columns = distinguishedColumns(decision)
  const numbers = numberTuples(columns.map((i) => groupings[i].groups))
  const cellGroups = columns.map((i) => cells.groups[i])
  numbers.add(cellGroups, cells.count)
  const rowGroups = columns.map((i) => ({ codes: codes[i], groups: groupings[i].codeGroups }))
  return numbers.find(rowGroups, codes[0].length)
}

interface Division {
  readonly tupleCells: Int32Array
  readonly tupleClasses: Int32Array
  readonly shares: ReadonlyMap<number, readonly Share[]>
  readonly seed: number
}

/** The class of each row. A digest of seed and row number orders the rows of a divided cell, as in the engine. */
function divideCells(tuples: Int32Array, { tupleCells, tupleClasses, shares, seed }: Division): Int32Array {
  const classes = gatherer(tuples, tupleClasses)(0, tuples.length)
  const drawn: { readonly row: number; readonly digest: string }[] = []
  for (let row = 0; row < classes.length; row++) {
    if (classes[row] !== DIVIDED) continue
    const digest = createHash('md5')
      .update(`${seed}.${row + 1}`)
      .digest('hex')
    drawn.push({ row, digest })
  }
  for (const [cell, rows] of groupBy(drawn, ({ row }) => tupleCells[tuples[row]])) {
    rows.sort((a, b) => (a.digest < b.digest ? -1 : a.digest > b.digest ? 1 : a.row - b.row))
    let next = 0
    for (const { rows: count, output } of shares.get(cell) ?? [])
      for (const end = next + count; next < end; next++) classes[rows[next].row] = output
  }
  return classes
}
