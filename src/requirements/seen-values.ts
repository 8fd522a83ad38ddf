/** Not for the job file: when an old recoding meets new data, classes with a value that it does not know are suppressed. */
import type { Hierarchy } from '../hierarchy/hierarchy.ts'
import type { Requirement } from './requirement.ts'

export function requireSeenValues(hierarchies: readonly Hierarchy[]): Requirement {
  return {
    name: 'seen-values',
    options: {},
    promise: 'every released value belongs to a group of the recoding',
    reads: 'codes',
    minimumSize: 1,
    coarserStaysAcceptable: false,
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
