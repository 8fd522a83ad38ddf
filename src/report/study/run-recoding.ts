/**
 * Summarizes the recoding of a run from its report: the recoding file lists raw values without telling which of them
 * only suppressed rows have.
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
  readonly shown: readonly GroupInShort[]
  readonly leftOut?: number
}

export interface ItemsInShort {
  readonly kind: 'items'
  readonly items: number
  readonly suppressed: number
  readonly alone: number
  readonly groups: number
  readonly shown: readonly GroupInShort[]
}

export interface GroupInShort {
  readonly label: string
  readonly values: number
}

const MOST_GROUPS = 200
const LONGEST_LABEL = 120

export function runRecoding(report: Report | ItemsReport): RunRecoding {
  return 'columns' in report ? { kind: 'columns', columns: report.columns.map(columnInShort) } : itemsInShort(report)
}

function columnInShort({ column, groups, leftOut }: ColumnPicture): ColumnInShort {
  // If cells were left out row by row, the last group of the picture holds them.
  const shownGroups = leftOut === undefined || leftOut === 0 ? groups : groups.slice(0, -1)
  const rows = groups.reduce((sum, group) => sum + group.rows, 0)
  return {
    column,
    values: shownGroups.reduce((sum, group) => sum + group.values, 0),
    groups: shownGroups.length,
    shown: shownGroups.slice(0, MOST_GROUPS).map(({ label, values }) => inShort(label, values)),
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
