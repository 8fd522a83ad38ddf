/**
 * A recoding of kind `combinations`: for each combination of groups and target value one or more outputs, with how many rows take each.
 * What to show of a column is not the same for all rows, so it cannot be said by a grouping per column. Rows of a combination are
 * taken in a fixed pseudo-random order. The readable form names columns, values and labels; its table stands in a file beside it.
 */
import type { Grouping } from '../hierarchy/grouping.ts'
import type { Hierarchy } from '../hierarchy/hierarchy.ts'
import { type RecodedColumn, recodedColumn } from './recoding.ts'

/** The label of a cell that the search left out. */
export const LEFT_OUT_LABEL = '?'

/** The decision as codes, for who applies it. */
export interface CombinationOutputs {
  /** What the search tells apart in each column; one group where it looks at nothing. */
  readonly groupings: readonly Grouping[]
  /** Name of the category target that tells rows of a combination apart. */
  readonly target: string
  /** What released rows look like: the group shown in each column, −1 for `?`. No two are alike. */
  readonly outputs: readonly Int32Array[]
  readonly cells: CombinationCells
  /** How many rows of which cell take which output (−1: the row is left out), ascending by cell, all rows of a cell together. */
  readonly moves: readonly { readonly cell: number; readonly output: number; readonly rows: number }[]
}

/** Combinations of groups and target value that occur, columnar. */
export interface CombinationCells {
  readonly count: number
  /** Group in each column. */
  readonly groups: readonly ArrayLike<number>[]
  /** Place of the target's value. */
  readonly target: ArrayLike<number>
}

export interface CombinationsRecoding {
  readonly halftone: 'recoding'
  readonly version: 1
  readonly kind: 'combinations'
  /** Labels of each column's groups, and what is in them. */
  readonly columns: readonly RecodedColumn[]
  readonly target: string
  /** What released rows look like; a column that is not named is `?`. */
  readonly outputs: readonly { readonly shown: Readonly<Record<string, string>>; readonly rows: number }[]
  /** The file beside this one with a line for each combination, target value and output; outputs are counted from 1, 0 is left out. */
  readonly table: string
  readonly requirements: readonly { readonly name: string; readonly options: Readonly<Record<string, unknown>> }[]
  /** Seed of the order in which rows of a combination are taken. */
  readonly seed: number
  readonly missing: 'drop' | 'category' | 'fail'
  readonly missingValues: readonly string[]
  readonly withoutColumns: readonly string[]
}

/** The readable parts that follow from the decision and its labels. `released` is the extent of numeric groups, where known. */
export function describeOutputs(
  { groupings, outputs, moves }: CombinationOutputs,
  hierarchies: readonly Hierarchy[],
  labels: readonly (readonly string[])[],
  released: readonly ({ readonly low: Float64Array; readonly high: Float64Array } | undefined)[],
): Pick<CombinationsRecoding, 'columns' | 'outputs'> {
  const rows = outputRows(outputs.length, moves)
  return {
    columns: hierarchies.map((hierarchy, i) => recodedColumn(hierarchy, groupings[i], labels[i], released[i])),
    outputs: outputs.map((output, place) => ({
      shown: Object.fromEntries(
        hierarchies.flatMap(({ column }, i) => (output[i] < 0 ? [] : [[column, labels[i][output[i]]]])),
      ),
      rows: rows[place],
    })),
  }
}

/** Rows of each output. */
export function outputRows(outputs: number, moves: CombinationOutputs['moves']): Float64Array {
  const rows = new Float64Array(outputs)
  for (const move of moves) if (move.output >= 0) rows[move.output] += move.rows
  return rows
}

/** The table of the recoding as comma-separated text: the columns that are told apart, the target, the output and the rows. */
export function combinationsTable(
  { groupings, target, cells, moves }: CombinationOutputs,
  hierarchies: readonly Hierarchy[],
  targetValues: readonly string[],
  labels: readonly (readonly string[])[],
): string {
  const told = groupings.flatMap(({ groups }, i) => (groups > 1 ? [i] : []))
  const lines = [[...told.map((i) => hierarchies[i].column), target, 'output', 'rows']]
  for (const { cell, output, rows } of moves) {
    lines.push([
      ...told.map((i) => labels[i][cells.groups[i][cell]]),
      targetValues[cells.target[cell]],
      String(output + 1),
      String(rows),
    ])
  }
  return `${lines.map((line) => line.map(quoted).join(',')).join('\n')}\n`
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
