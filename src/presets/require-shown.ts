/**
 * Not a promise of its own: what a rule book forbids to show (a ZIP code of five digits, a day, an age of 93) breaks a class that shows it, so that
 * a search looks for a coarser recoding or suppresses the class. The page of the report looks at the file again.
 *
 * Cost: a label for each group of the columns that a point is about.
 */
import { forEachGroup, type Grouping } from '../hierarchy/grouping.ts'
import type { Hierarchy } from '../hierarchy/hierarchy.ts'
import type { ClassRule } from '../requirements/requirement.ts'
import type { Preset } from './presets.ts'

/** Labels of a grouping's groups, as the release will have them. */
export type LabelsOf = (hierarchy: Hierarchy, grouping: Grouping) => readonly string[]

export function requireShown({ allows }: Preset, hierarchies: readonly Hierarchy[], labelsOf: LabelsOf): ClassRule[] {
  if (allows === undefined) return []
  const rule: ClassRule = {
    name: 'rule-book',
    options: {},
    columns: [],
    reads: 'codes',
    counts: [],
    minimumSize: 1,
    // Ages below 90 and above it are allowed, each by themselves.
    mergedHolds: false,
    mergedWithAnyHolds: false,
    forSample: () => rule,
    mark(classes, frequencies, broken, groupings = []) {
      hierarchies.forEach((hierarchy, column) => {
        const grouping = groupings[column]
        if (grouping === undefined) return
        const labels = hierarchy.kind === 'number' ? numberLabels(hierarchy, grouping) : labelsOf(hierarchy, grouping)
        const forbidden = labels.map((label) => !allows(hierarchy.column, label))
        if (!forbidden.includes(true)) return
        const { codes } = frequencies.columns[column]
        for (let c = 0; c < classes.count; c++)
          if (forbidden[grouping.groupOf[codes[classes.representatives[c]]]]) broken[c] = 1
      })
    },
  }
  return [rule]
}

function numberLabels({ low, high }: Extract<Hierarchy, { kind: 'number' }>, grouping: Grouping): string[] {
  const labels: string[] = []
  forEachGroup(grouping, (_group, from, to) => {
    labels.push(low[from] === high[to] ? String(low[from]) : `[${low[from]},${high[to]}]`)
  })
  return labels
}
