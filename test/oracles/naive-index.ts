/**
 * The naive form of bottom-up generalization: every question is answered by counting all combinations again. It is the yardstick for
 * the TEA index, in result and in time. Cost of a question: combinations × columns.
 */
import type { Classes } from '../../src/frequency/classes.ts'
import type { CategoryTarget, FrequencyTable } from '../../src/frequency/frequency-table.ts'
import { createCounter } from '../../src/frequency/kernel/counter.ts'
import { type Grouping, groupStarts } from '../../src/hierarchy/grouping.ts'
import { type ClassFigures, type ClassIndex, smallestBeyond } from '../../src/search/methods/bottom-up/class-index.ts'
import type { ColumnCut } from '../../src/search/methods/bottom-up/column-cut.ts'

export function naiveIndex(
  frequencies: FrequencyTable,
  target: CategoryTarget | undefined,
  cuts: readonly ColumnCut[],
  allowance: number,
): ClassIndex {
  const counter = createCounter(frequencies)
  const groupings = cuts.map((cut) => cut.grouping())
  const histogramOf = frequencies.targets.filter((own) => own.kind === 'categories').indexOf(target as CategoryTarget)

  const anonymityOfClasses = (classes: Classes, cap: number): number => {
    const found = smallestBeyond(classes.sizes.slice(0, classes.count), allowance)
    return found === 0 || found > cap ? cap : found
  }

  return {
    anonymity: (cap) => anonymityOfClasses(counter.count(groupings), cap),
    anonymityAfter({ column, starts, end }, cap) {
      const after = [...groupings]
      after[column] = mergeCodes(groupings[column], starts[0], end)
      return anonymityOfClasses(counter.count(after), cap)
    },
    apply({ column, starts, end }) {
      groupings[column] = mergeCodes(groupings[column], starts[0], end)
    },
    exactAnonymity() {
      const classes = counter.count(groupings)
      return smallestBeyond(classes.sizes.slice(0, classes.count), allowance)
    },
    figures(anonymity): ClassFigures {
      const classes = counter.count(groupings)
      const firstCodes = groupings.map(groupStarts)
      const suppressedAt = groupings.map(() => new Map<number, number>())
      const width = target?.values.length ?? 0
      let suppressedRows = 0
      let wrongRows = 0
      for (let c = 0; c < classes.count; c++) {
        const size = classes.sizes[c]
        if (size < anonymity) {
          suppressedRows += size
          wrongRows += width === 0 ? 0 : size
          groupings.forEach(({ codeGroups }, column) => {
            const code = frequencies.columns[column].codes[classes.representatives[c]]
            const start = firstCodes[column][codeGroups[code]]
            suppressedAt[column].set(start, (suppressedAt[column].get(start) ?? 0) + size)
          })
        } else if (width > 0) {
          wrongRows += size - Math.max(...classes.histograms[histogramOf].subarray(c * width, (c + 1) * width))
        }
      }
      return { classes: classes.count, suppressedRows, wrongRows, suppressedAt }
    },
  }
}

function mergeCodes({ codeGroups, groups }: Grouping, start: number, end: number): Grouping {
  const lost = codeGroups[end - 1] - codeGroups[start]
  return {
    codeGroups: codeGroups.map((group, code) => (code < start ? group : code < end ? codeGroups[start] : group - lost)),
    groups: groups - lost,
  }
}
