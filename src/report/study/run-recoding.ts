/**
 * What the recoding of a run came to, short enough to be kept with its row: of each column the labels that the release shows and how many values stand behind
 * each. It is taken from the report of the run, not from the recoding file: that one lists raw values, and does not tell which of them only suppressed rows have.
 */
import { shortened } from '../draw/markup.ts'
import type { ItemsReport } from '../items-report.ts'
import type { ColumnPicture, Report } from '../report.ts'

export type RunRecoding = ColumnsInShort | ItemsInShort

export interface ColumnsInShort {
  readonly kind: 'columns'
  readonly columns: readonly ColumnInShort[]
}

export interface ColumnInShort {
  readonly column: string
  readonly values: number
  readonly groups: number
  /** In domain order, the first of them. */
  readonly shown: readonly GroupInShort[]
  /** Share of the released rows that have `?` here, where that differs from row to row. */
  readonly leftOut?: number
}

export interface ItemsInShort {
  readonly kind: 'items'
  readonly items: number
  readonly suppressed: number
  /** Items that are published as themselves. */
  readonly alone: number
  /** Generalized items. */
  readonly groups: number
  /** Those of most items first. */
  readonly shown: readonly GroupInShort[]
}

export interface GroupInShort {
  readonly label: string
  /** Values, or items, that it stands for. */
  readonly values: number
}

/** Kept of one column, or of the items. */
const MOST_GROUPS = 200
const LONGEST_LABEL = 120

export function runRecoding(report: Report | ItemsReport): RunRecoding {
  return 'columns' in report ? { kind: 'columns', columns: report.columns.map(columnInShort) } : itemsInShort(report)
}

function columnInShort({ column, groups, leftOut }: ColumnPicture): ColumnInShort {
  // Where cells were left out row by row, the last of the picture's groups are those cells.
  const own = leftOut === undefined || leftOut === 0 ? groups : groups.slice(0, -1)
  const rows = groups.reduce((sum, group) => sum + group.rows, 0)
  return {
    column,
    values: own.reduce((sum, group) => sum + group.values, 0),
    groups: own.length,
    shown: own.slice(0, MOST_GROUPS).map(({ label, values }) => inShort(label, values)),
    leftOut: leftOut === undefined ? undefined : rows === 0 ? 1 : leftOut / rows,
  }
}

function itemsInShort({ rows, groups }: ItemsReport): ItemsInShort {
  const generalized = groups.filter(({ items }) => items > 1).sort((a, b) => b.items - a.items || b.baskets - a.baskets)
  return {
    kind: 'items',
    items: rows.items,
    suppressed: rows.suppressedItems,
    alone: groups.length - generalized.length,
    groups: generalized.length,
    shown: generalized.slice(0, MOST_GROUPS).map(({ token, items }) => inShort(token, items)),
  }
}

function inShort(label: string, values: number): GroupInShort {
  return { label: shortened(label, LONGEST_LABEL), values }
}
