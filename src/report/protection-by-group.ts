/**
 * Who is protected less: the classes of the release seen from each value of each quasi-identifier. k holds for everybody, but one group of people
 * may stand in classes of k while another hides among thousands. Only released rows are counted: how many of a group were suppressed
 * would say something of people of whom nothing is to be said. Cost: classes × columns.
 */
import type { Partition } from '../frequency/classes.ts'
import type { Hierarchy } from '../hierarchy/hierarchy.ts'
import type { NamedRanges } from './named-ranges.ts'

export interface ColumnProtection {
  readonly column: string
  /** In domain order; only groups with released rows. */
  readonly groups: readonly GroupProtection[]
}

export interface GroupProtection {
  readonly label: string
  /** Rows released under this label, and the classes they are in. */
  readonly rows: number
  readonly classes: number
  readonly smallestClass: number
  /** Half of the group's rows are in classes of at most this size. */
  readonly medianClass: number
}

export interface ProtectionInput {
  /** What each column's groups or ranges are called, and which of them each class shows. */
  readonly shown: readonly NamedRanges[]
  readonly hierarchies: readonly Pick<Hierarchy, 'column'>[]
}

export function protectionByGroup(partition: Partition, { shown, hierarchies }: ProtectionInput): ColumnProtection[] {
  return hierarchies.map(({ column }, i) => {
    return {
      column,
      groups: sizesByGroup(partition, shown[i]).flatMap((sizes, group): GroupProtection[] => {
        if (sizes.length === 0) return []
        sizes.sort((a, b) => a - b)
        const rows = sizes.reduce((sum, size) => sum + size, 0)
        return [
          {
            label: shown[i].labels[group],
            rows,
            classes: sizes.length,
            smallestClass: sizes[0],
            medianClass: sizeOfMiddleRow(sizes, rows),
          },
        ]
      }),
    }
  })
}

/** For each group of a column the sizes of its released classes. */
function sizesByGroup({ classes, suppressed }: Partition, { of, labels }: NamedRanges): number[][] {
  const sizes: number[][] = labels.map(() => [])
  for (let c = 0; c < classes.count; c++) {
    if (suppressed[c] === 0) sizes[of[c]].push(classes.sizes[c])
  }
  return sizes
}

/** The smallest size such that at least half of the rows are in classes of that size or smaller. */
function sizeOfMiddleRow(ascending: readonly number[], rows: number): number {
  let below = 0
  for (const size of ascending) {
    below += size
    if (below * 2 >= rows) return size
  }
  return 0
}
