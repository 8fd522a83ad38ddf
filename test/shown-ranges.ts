/** What tests ask of groupings and partitions: whether groups are tree nodes, and the codes that each class shows. */
import type { ClassRanges, Partition } from '../src/frequency/classes.ts'
import { forEachGroup, type Grouping } from '../src/hierarchy/grouping.ts'
import { nodeCovering, type Tree } from '../src/hierarchy/hierarchy.ts'

export function isCut(tree: Tree, grouping: Grouping): boolean {
  let valid = true
  forEachGroup(grouping, (_, from, to) => {
    if (nodeCovering(tree, from, to) < 0) valid = false
  })
  return valid
}

export function shownClassRanges(partition: Partition, column: number): ClassRanges {
  if ('ranges' in partition) return partition.ranges[column]
  const { frequencies, groupings, classes } = partition
  const { codeGroups, groups } = groupings[column]
  const { codes } = frequencies.columns[column]
  const first = new Int32Array(groups)
  const last = new Int32Array(groups)
  for (let code = codeGroups.length - 1; code >= 0; code--) first[codeGroups[code]] = code
  for (let code = 0; code < codeGroups.length; code++) last[codeGroups[code]] = code
  const low = new Int32Array(classes.count)
  const high = new Int32Array(classes.count)
  for (let c = 0; c < classes.count; c++) {
    const group = codeGroups[codes[classes.representatives[c]]]
    low[c] = first[group]
    high[c] = last[group]
  }
  return { low, high }
}
