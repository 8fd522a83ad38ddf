/**
 * A decision per class: what each class of rows shows in each column, and which rows are in which class. What a column shows is not the same
 * for all rows, so it cannot be said by a grouping per column; ranges of two classes may overlap. Rows are distinguished by cells: the
 * combinations of groups (and of target values, where these matter) that occur. The rows of a cell that several classes share are
 * taken in a fixed pseudo-random order.
 *
 * Large decisions have a million cells and hundreds of thousands of classes: everything is columnar. The readable form names columns,
 * values and labels; its table stands in a file beside it.
 */
import { csvField } from '../ground/csv.ts'
import type { CodeRanges, Grouping, NumberRanges } from '../hierarchy/grouping.ts'
import type { Hierarchy } from '../hierarchy/hierarchy.ts'
import { type RecodedColumn, recodedColumn } from './recoding.ts'

/** The label of a cell that the search left out. */
export const LEFT_OUT_LABEL = '?'

/** The decision as codes, for who applies it. */
export interface ClassDecision {
  /** What cells tell apart in each column; one group where the decision looks at nothing. */
  readonly groupings: readonly Grouping[]
  /** Name of the category target that tells rows of a combination apart, where it matters. */
  readonly target?: string
  readonly cells: ClassCells
  readonly outputs: ClassOutputs
  readonly moves: ClassMoves
}

/** Combinations of groups (and target value) that occur, columnar, no two alike. */
export interface ClassCells {
  readonly count: number
  /** Group in each column. Where cells are the combinations of the table, the very arrays of its codes. */
  readonly groups: readonly ArrayLike<number>[]
  /** Place of the target's value, where there is one. */
  readonly target?: ArrayLike<number>
}

/** What the rows of each class look like. No two are alike. */
export interface ClassOutputs {
  readonly count: number
  /** For each column the codes that each class shows; −1 where it is left out. */
  readonly ranges: readonly CodeRanges[]
}

/** How many rows of which cell are in which class (−1: not released), ascending by cell, all rows of a cell together. */
export interface ClassMoves {
  readonly count: number
  readonly cell: Int32Array
  readonly output: Int32Array
  readonly rows: Int32Array
}

export interface ClassesRecoding {
  readonly halftone: 'recoding'
  readonly version: 1
  readonly kind: 'combinations'
  /** What is distinguished in each column: labels of groups, and what is in them. */
  readonly columns: readonly RecodedColumn[]
  readonly target?: string
  /** What released rows look like, a column that is not named being `?`; in the table where they are many. */
  readonly outputs?: readonly { readonly shown: Readonly<Record<string, string>>; readonly rows: number }[]
  /** The file beside this one with a line for each combination (and target value) and output; outputs are counted from 1, 0 is left out. */
  readonly table: string
  readonly requirements: readonly { readonly name: string; readonly options: Readonly<Record<string, unknown>> }[]
  /** Seed of the order in which rows of a combination are taken. */
  readonly seed: number
  readonly missing: 'drop' | 'category' | 'fail'
  readonly missingValues: readonly string[]
  readonly withoutColumns: readonly string[]
}

/** Labels of a decision: of each column's groups, and of what each class shows there. */
export interface DecisionLabels {
  readonly groups: readonly (readonly string[])[]
  /** By output. */
  readonly shown: readonly (readonly string[])[]
  /** Of numeric columns: what the labels of the groups say, where known. */
  readonly extents: readonly (NumberRanges | undefined)[]
}

/** More outputs than this stand in the table alone. */
const MOST_LISTED = 10_000

/** The readable parts that follow from the decision and its labels. */
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

/** Rows of each output. */
export function outputRows({ outputs, moves }: ClassDecision): Int32Array {
  const rows = new Int32Array(outputs.count)
  for (let move = 0; move < moves.count; move++) {
    if (moves.output[move] >= 0) rows[moves.output[move]] += moves.rows[move]
  }
  return rows
}

/** Places of the columns with more than one group; only they tell cells apart. */
export function distinguishedColumns({ groupings }: Pick<ClassDecision, 'groupings'>): number[] {
  return groupings.flatMap(({ groups }, i) => (groups > 1 ? [i] : []))
}

/**
 * The table of the recoding as comma-separated text: the columns that are distinguished, the target, the output and the rows; and, where the
 * outputs are too many to be listed, what each column shows.
 */
export function decisionTable(
  decision: ClassDecision,
  hierarchies: readonly Hierarchy[],
  targetValues: readonly string[],
  { groups, shown }: DecisionLabels,
): string {
  const { target, cells, moves } = decision
  const columns = distinguishedColumns(decision)
  const listed = isListed(decision)
  const lines = [
    [
      ...columns.map((i) => hierarchies[i].column),
      ...(target === undefined ? [] : [target]),
      'output',
      'rows',
      ...(listed ? [] : hierarchies.map(({ column }) => `${column} shown`)),
    ]
      .map(csvField)
      .join(','),
  ]
  const quotedGroups = groups.map((labels) => labels.map(csvField))
  const quotedShown = listed ? [] : shown.map((labels) => labels.map(csvField))
  for (let move = 0; move < moves.count; move++) {
    const cell = moves.cell[move]
    const output = moves.output[move]
    const line = columns.map((i) => quotedGroups[i][cells.groups[i][cell]])
    if (cells.target !== undefined) line.push(csvField(targetValues[cells.target[cell]]))
    line.push(String(output + 1), String(moves.rows[move]))
    for (const labels of quotedShown) line.push(output < 0 ? '' : labels[output])
    lines.push(line.join(','))
  }
  return `${lines.join('\n')}\n`
}
