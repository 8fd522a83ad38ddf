/**
 * A requirement that breaks each class with a label that a rule book forbids (a five-digit ZIP code, a day, an age of
 * 93), so that a search generalizes further or suppresses it. The report's page checks the file again. Cost: a label
 * per group of the affected columns.
 */
import { forEachGroup } from '../hierarchy/grouping.ts'
import { groupLabel, type Hierarchy } from '../hierarchy/hierarchy.ts'
import type { ClassRule } from '../requirements/requirement.ts'
import type { Preset } from './presets.ts'

export function requireShown({ allows }: Preset, hierarchies: readonly Hierarchy[]): ClassRule[] {
  if (allows === undefined) return []
  const rule: ClassRule = {
    name: 'rule-book',
    options: {},
    columns: [],
    reads: 'codes',
    counts: [],
    minimumSize: 1,
    // Ages below 90 and above it are each allowed alone, but not merged.
    mergedHolds: false,
    mergedWithAnyHolds: false,
    mark(classes, frequencies, broken, groupings = []) {
      hierarchies.forEach((hierarchy, column) => {
        const grouping = groupings[column]
        if (grouping === undefined) return
        const forbidden: boolean[] = []
        forEachGroup(grouping, (group, from, to) => {
          forbidden[group] = !allows(hierarchy.column, groupLabel(hierarchy, from, to))
        })
        if (!forbidden.includes(true)) return
        const { codes } = frequencies.columns[column]
        for (let c = 0; c < classes.count; c++)
          if (forbidden[grouping.codeGroups[codes[classes.representatives[c]]]]) broken[c] = 1
      })
    },
  }
  return [rule]
}
