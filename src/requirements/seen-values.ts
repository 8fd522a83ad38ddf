/**
 * Not for the job file, and no promise of the release: when an old recoding meets new data, classes with a value that it does not know
 * are suppressed.
 */
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
    // Groups hold seen values or unseen ones: a class that holds may be merged with one that does not.
    mergedHolds: true,
    mergedWithAnyHolds: false,
    forSample: () => requireSeenValues(hierarchies),
    mark(classes, frequencies, broken) {
      hierarchies.forEach(({ unseen }, column) => {
        if (unseen === undefined) return
        const { codes } = frequencies.columns[column]
        for (let c = 0; c < classes.count; c++) if (codes[classes.representatives[c]] >= unseen) broken[c] = 1
      })
    },
  }
}
