/**
 * A decision per class: the ranges that each class shows, which may overlap, and the class of each row. Rows are
 * identified by cells, the combinations of groups (and target values) that occur; a shared cell is split in a fixed
 * pseudo-random order. Columnar, for a million cells.
 */
import { csvField } from '../ground/csv.ts'
import type { CodeRanges, Grouping, NumberRanges } from '../hierarchy/grouping.ts'
import type { Hierarchy } from '../hierarchy/hierarchy.ts'
import { type ColumnsRecoding, recodedColumn } from './recoding.ts'

export const LEFT_OUT_LABEL = '?'

export interface ClassDecision {
  /** Groups by which cells differ, per column; one group if the column does not matter. */
  readonly groupings: readonly Grouping[]
  readonly target?: string
  readonly cells: ClassCells
  readonly outputs: ClassOutputs
  readonly moves: ClassMoves
}

export interface ClassCells {
  readonly count: number
  readonly groups: readonly ArrayLike<number>[]
  readonly target?: ArrayLike<number>
}

export interface ClassOutputs {
  readonly count: number
  /** Per column, the codes that each class shows; −1 if left out. */
  readonly ranges: readonly CodeRanges[]
}

/** Number of rows that each cell gives to each class (−1: not released), sorted by cell. */
export interface ClassMoves {
  readonly count: number
  readonly cell: Int32Array
  readonly output: Int32Array
  readonly rows: Int32Array
}

export interface ClassesRecoding
  extends Pick<ColumnsRecoding, 'halftone' | 'version' | 'columns' | 'missing' | 'missingValues' | 'withoutColumns'> {
  readonly kind: 'combinations'
  readonly target?: string
  /** A column not listed is `?`. Absent if there are too many: then the table has them. */
  readonly outputs?: readonly { readonly shown: Readonly<Record<string, string>>; readonly rows: number }[]
  /** A file with a line per combination (and target value) and output. Outputs count from 1; 0 is left out. */
  readonly table: string
  readonly requirements: readonly { readonly name: string; readonly options: Readonly<Record<string, unknown>> }[]
  readonly seed: number
  /** Of classes that are no boxes: listed if values of some are coarser. */
  readonly keptColumns?: ColumnsRecoding['keptColumns']
  readonly derived?: ColumnsRecoding['derived']
}

export interface DecisionLabels {
  readonly groups: readonly (readonly string[])[]
  readonly shown: readonly (readonly string[])[]
  readonly extents: readonly (NumberRanges | undefined)[]
}

const MOST_LISTED = 10_000

export function describeDecision(
  decision: ClassDecision,
  hierarchies: readonly Hierarchy[],
  { groups, shown, extents }: DecisionLabels,
): Pick<ClassesRecoding, 'columns' | 'target' | 'outputs'> {
  const { groupings, target, outputs } = decision
  const rows = outputRows(decision)
  const listed = Array.from({ length: isListed(decision) ? outputs.count : 0 }, (_, output) => ({
    shown: Object.fromEntries(
      hierarchies.flatMap(({ column }, i) =>
        outputs.ranges[i].low[output] < 0 ? [] : [[column, shown[i][output]] as const],
      ),
    ),
    rows: rows[output],
  }))
  const columns = hierarchies.map((hierarchy, i) => recodedColumn(hierarchy, groupings[i], groups[i], extents[i]))
  return { columns, target, outputs: isListed(decision) ? listed : undefined }
}

function isListed({ outputs }: ClassDecision): boolean {
  return outputs.count <= MOST_LISTED
}

export function outputRows({ outputs, moves }: ClassDecision): Int32Array {
  const rows = new Int32Array(outputs.count)
  for (let move = 0; move < moves.count; move++) {
    if (moves.output[move] >= 0) rows[moves.output[move]] += moves.rows[move]
  }
  return rows
}

export function distinguishedColumns({ groupings }: Pick<ClassDecision, 'groupings'>): number[] {
  return groupings.flatMap(({ groups }, i) => (groups > 1 ? [i] : []))
}

const PIECES_AT_ONCE = 2048

/** The recoding's table as CSV, in pieces; includes the labels if the outputs are too many to list. */
export function* decisionTable(
  decision: ClassDecision,
  hierarchies: readonly Hierarchy[],
  targetValues: readonly string[],
  { groups, shown }: DecisionLabels,
): Generator<string> {
  const { target, cells, moves } = decision
  const columns = distinguishedColumns(decision)
  const listed = isListed(decision)
  const names = [...columns.map((i) => hierarchies[i].column), ...(target === undefined ? [] : [target])]
  const shownNames = listed ? [] : hierarchies.map(({ column }) => `${column} shown`)
  const quotedGroups = groups.map((labels) => labels.map((label) => `${csvField(label)},`))
  const quotedShown = listed ? [] : shown.map((labels) => labels.map(csvField))
  const shownLines = Array.from({ length: listed ? 0 : decision.outputs.count }, (_, output) =>
    quotedShown.map((labels) => `,${labels[output]}`).join(''),
  )
  const emptyLine = ','.repeat(quotedShown.length)
  let pieces = [[...names, 'output', 'rows', ...shownNames].map(csvField).join(), '\n']
  for (let move = 0; move < moves.count; move++) {
    const cell = moves.cell[move]
    const output = moves.output[move]
    for (const i of columns) pieces.push(quotedGroups[i][cells.groups[i][cell]])
    if (cells.target !== undefined) pieces.push(csvField(targetValues[cells.target[cell]]), ',')
    pieces.push(`${output + 1},${moves.rows[move]}`)
    if (!listed) pieces.push(output < 0 ? emptyLine : shownLines[output])
    pieces.push('\n')
    if (pieces.length < PIECES_AT_ONCE) continue
    yield pieces.join('')
    pieces = []
  }
  if (pieces.length > 0) yield pieces.join('')
}
