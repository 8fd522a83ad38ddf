/** Internal, not for the job file: when an old recoding meets new data, suppresses classes with unknown values. */
import type { Hierarchy } from '../hierarchy/hierarchy.ts'
import type { ClassRule } from './requirement.ts'

export function requireSeenValues(hierarchies: readonly Hierarchy[]): ClassRule {
  return {
    name: 'seen-values',
    options: {},
    columns: [],
    reads: 'codes',
    counts: [],
    minimumSize: 1,
    // Groups contain only seen or only unseen values, so merging with a broken class may break it.
    mergedHolds: true,
    mergedWithAnyHolds: false,
    mark(classes, frequencies, broken) {
      hierarchies.forEach(({ unseen }, column) => {
        if (unseen === undefined) return
        const { codes } = frequencies.columns[column]
        for (let c = 0; c < classes.count; c++) if (codes[classes.representatives[c]] >= unseen) broken[c] = 1
      })
    },
  }
}
