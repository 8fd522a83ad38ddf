/** Windows of rows of an opened table. */
import type { Table } from '../../../src/sources/table.ts'
import type { RowView, RowWindow } from './api.ts'

export interface WindowedTable {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: number
  /** Databases only: how many of the first rows can be viewed. */
  readonly shown?: number
  /** The file as it was found, if its rows are a copy. */
  readonly file?: Table['source']
  /** The imported table, or the table of a database; every column is text. */
  readonly table: Table
  /** Rows `from` to `from + count` of those in view, as far as they exist. */
  window(from: number, count: number, view?: RowView): Promise<RowWindow>
  /** Ranks the texts of each column, so that sorting and filtering answer at once. */
  prepare?(isPaired: boolean): Promise<void>
  close(): Promise<void>
}
