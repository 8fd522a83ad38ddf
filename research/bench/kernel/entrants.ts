/** The implementations that the kernel bench compares, each a function from groupings to the sums. */
import type { ClassCounter } from '../../../src/frequency/classes.ts'
import type { CategoryTarget, FrequencyTable } from '../../../src/frequency/frequency-table.ts'
import { compiledCounter } from '../../../src/frequency/kernel/compiled-counter.ts'
import { plainCounter } from '../../../src/frequency/kernel/plain-counter.ts'
import type { Grouping } from '../../../src/hierarchy/grouping.ts'
import { keptRowsByGroup } from '../../../src/metrics/shown.ts'
import { K, type Sums } from './task.ts'

export interface Entrant {
  readonly name: string
  evaluate(groupings: readonly Grouping[], into: Sums): void
}

export function entrantsFor(table: FrequencyTable): readonly Entrant[] {
  return [
    { name: 'naive TypeScript', evaluate: naive(table) },
    { name: 'plain counter', evaluate: summing(table, plainCounter(table)) },
    { name: 'compiled counter', evaluate: summing(table, compiledCounter(table)) },
  ]
}

/** Counts with a counter, then sums classes and rows per group as the metrics do. */
function summing(table: FrequencyTable, counter: ClassCounter): Entrant['evaluate'] {
  const suppressed = new Uint8Array(table.combinations)
  return (groupings, into) => {
    const classes = counter.count(groupings)
    const { count, sizes } = classes
    const histogram = classes.histograms[0]
    let suppressedRows = 0
    let discernibility = 0
    let wrong = 0
    for (let c = 0; c < count; c++) {
      const size = sizes[c]
      if (size < K) {
        suppressed[c] = 1
        suppressedRows += size
      } else {
        suppressed[c] = 0
        discernibility += size * size
        wrong += Math.min(histogram[2 * c], histogram[2 * c + 1])
      }
    }
    into.suppressed += suppressedRows
    into.discernibility += discernibility + suppressedRows * table.rows
    into.wrong += wrong + suppressedRows
    const kept = keptRowsByGroup({ frequencies: table, groupings, classes, suppressed })
    for (let column = 0; column < groupings.length; column++) {
      into.widths += sumOfWidths(groupings[column], kept[column])
    }
  }
}

/** Σ_groups rows · (codes of the group − 1) */
function sumOfWidths({ codeGroups }: Grouping, kept: Int32Array): number {
  let sum = 0
  let from = 0
  for (let code = 1; code <= codeGroups.length; code++) {
    if (code < codeGroups.length && codeGroups[code] === codeGroups[from]) continue
    sum += kept[codeGroups[from]] * (code - 1 - from)
    from = code
  }
  return sum
}

/** The naive form: an object per row, a map keyed by the text of the groups. */
function naive(table: FrequencyTable): Entrant['evaluate'] {
  const target = table.targets[0] as CategoryTarget
  const rows = Array.from({ length: table.combinations }, (_, i) => ({
    codes: table.columns.map((column) => column.codes[i]),
    no: target.counts[2 * i],
    yes: target.counts[2 * i + 1],
  }))
  return (groupings, into) => {
    const classes = new Map<string, { no: number; yes: number; width: number }>()
    const widths = groupings.map(({ codeGroups }) => {
      const members = new Map<number, number>()
      for (const group of codeGroups) members.set(group, (members.get(group) ?? 0) + 1)
      return members
    })
    for (const row of rows) {
      const groups = row.codes.map((code, column) => groupings[column].codeGroups[code])
      const key = groups.join(',')
      let found = classes.get(key)
      if (found === undefined) {
        const width = groups.reduce((sum, group, column) => sum + widths[column].get(group)! - 1, 0)
        found = { no: 0, yes: 0, width }
        classes.set(key, found)
      }
      found.no += row.no
      found.yes += row.yes
    }
    for (const { no, yes, width } of classes.values()) {
      const size = no + yes
      if (size < K) {
        into.suppressed += size
        into.discernibility += size * table.rows
        into.wrong += size
      } else {
        into.discernibility += size * size
        into.wrong += Math.min(no, yes)
        into.widths += size * width
      }
    }
  }
}
