/**
 * Finds who is protected less: class sizes by value of each quasi-identifier. Counts only released rows: the number of
 * suppressed rows per group would reveal something about them. Cost: classes × columns.
 */
import type { Partition } from '../frequency/classes.ts'
import type { Hierarchy } from '../hierarchy/hierarchy.ts'
import type { NamedRanges } from './named-ranges.ts'

export interface ColumnProtection {
  readonly column: string
  readonly groups: readonly GroupProtection[]
}

export interface GroupProtection {
  readonly label: string
  readonly rows: number
  readonly classes: number
  readonly smallestClass: number
  /** Half of the group's rows are in classes of at most this size. */
  readonly medianClass: number
}

export interface ProtectionInput {
  /** Labels of each column's groups or ranges, and the label of each class. */
  readonly shown: readonly NamedRanges[]
  readonly hierarchies: readonly Pick<Hierarchy, 'column'>[]
}

export function protectionByGroup(partition: Partition, { shown, hierarchies }: ProtectionInput): ColumnProtection[] {
  const { sizes } = partition.classes
  const ascending = keptBySize(partition)
  return hierarchies.map(({ column }, i) => {
    const { of, labels } = shown[i]
    const groups = labels.map((label) => ({ label, rows: 0, classes: 0, smallestClass: 0, medianClass: 0 }))
    for (const c of ascending) {
      const group = groups[of[c]]
      if (group.classes++ === 0) group.smallestClass = sizes[c]
      group.rows += sizes[c]
    }
    const below = new Float64Array(groups.length)
    for (const c of ascending) {
      const group = groups[of[c]]
      if (group.medianClass === 0 && (below[of[c]] += sizes[c]) * 2 >= group.rows) group.medianClass = sizes[c]
    }
    return { column, groups: groups.filter(({ classes }) => classes > 0) }
  })
}

function keptBySize({ classes, suppressed, keptClasses }: Partition): Int32Array {
  const { count, sizes } = classes
  const keys = new Float64Array(keptClasses)
  for (let c = 0, kept = 0; c < count; c++) if (suppressed[c] === 0) keys[kept++] = sizes[c] * count + c
  return Int32Array.from(keys.sort(), (key) => key % count)
}
