/**
 * Several sets of quasi-identifiers, each with its k: a step gains the sum of its gains in each set, up to that set's
 * k, and in all columns. With one set of all columns this is the paper's measure.
 * Cost per question: the distinct combinations of each set that has the column.
 */

import type { FrequencyTable } from '../../../frequency/frequency-table.ts'
import { entryAt } from '../../../ground/maps.ts'
import type { Grouping } from '../../../hierarchy/grouping.ts'
import type { ColumnSet } from '../../../requirements/quasi-identifier-sets/quasi-identifier-sets.ts'
import { type ClassIndex, smallestBeyond } from './class-index.ts'
import type { ColumnCut, Generalization } from './column-cut.ts'

export interface SetsTask {
  readonly sets: readonly ColumnSet[]
  readonly frequencies: FrequencyTable
  readonly cuts: readonly ColumnCut[]
  readonly allowance: number
  readonly k: number
}

interface SetCounts extends ColumnSet {
  readonly codes: readonly (readonly number[])[]
  readonly rows: readonly number[]
}

export function withSets(index: ClassIndex, { sets, frequencies, cuts, allowance, k }: SetsTask): ClassIndex {
  const counted = sets.map((set) => countSet(set, frequencies))
  const groupings = (): Grouping[] => cuts.map((cut) => cut.grouping())

  const gained = (set: SetCounts, now: readonly Grouping[], merged?: Generalization): number => {
    const alike = new Map<string, number>()
    set.codes.forEach((codes, i) => {
      const key = set.columns
        .map((column, at) => {
          const code = codes[at]
          const isMerged = merged?.column === column && code >= merged.starts[0] && code < merged.end
          return now[column].codeGroups[isMerged ? merged.starts[0] : code]
        })
        .join()
      alike.set(key, (alike.get(key) ?? 0) + set.rows[i])
    })
    const smallest = smallestBeyond(Int32Array.from(alike.values()), allowance)
    return smallest === 0 ? set.k : Math.min(smallest, set.k)
  }
  const ofSets = (merged?: Generalization): number => {
    const now = groupings()
    return counted.reduce((sum, set) => sum + gained(set, now, merged), 0)
  }

  return {
    apply: (generalization) => index.apply(generalization),
    exactAnonymity: () => index.exactAnonymity(),
    figures: (anonymity) => index.figures(anonymity),
    // A step that raises a set need not raise the smallest class of all columns: without `promising`, every valid
    // step is tried.
    anonymity: () => Math.min(index.anonymity(k), k) + ofSets(),
    anonymityAfter: (generalization) => index.anonymityAfter(generalization, k) + ofSets(generalization),
  }
}

function countSet({ columns, k }: ColumnSet, frequencies: FrequencyTable): SetCounts {
  const places = new Map<string, number>()
  const codes: number[][] = []
  const rows: number[] = []
  for (let i = 0; i < frequencies.combinations; i++) {
    const setCodes = columns.map((column) => frequencies.columns[column].codes[i])
    const place = entryAt(places, setCodes.join(), () => codes.push(setCodes) - 1)
    rows[place] = (rows[place] ?? 0) + frequencies.counts[i]
  }
  return { columns, k, codes, rows }
}
