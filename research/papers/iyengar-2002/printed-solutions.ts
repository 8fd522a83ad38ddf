/** The solutions that the paper prints, as groupings, and groupings as text. */
import type { Grouping } from '../../../src/hierarchy/grouping.ts'
import type { Hierarchy } from '../../../src/hierarchy/hierarchy.ts'

export const educations =
  'Doctorate, Prof-school, Masters, Bachelors, Assoc-voc, Assoc-acdm, Some-college, HS-grad, 12th, 11th, 10th, 9th, 7th-8th, 5th-6th, 1st-4th, Preschool'.split(
    ', ',
  )

/** A grouping as text: the first and last value of each group. */
export function inWords(hierarchy: Hierarchy, { codeGroups, groups }: Grouping): string {
  if (groups === 1) return 'the root'
  const name = (code: number) => (hierarchy.column === 'education' ? educations[code] : hierarchy.values[code])
  return Array.from({ length: groups }, (_, group) => {
    const [first, last] = [codeGroups.indexOf(group), codeGroups.lastIndexOf(group)]
    return first === last ? name(first) : `${name(first)} … ${name(last)}`
  }).join('; ')
}

/** The solution that the paper prints for CM at k = 250. */
export function printedGroupings(hierarchies: readonly Hierarchy[]): Grouping[] {
  const starts: Readonly<Record<string, readonly number[]>> = {
    age: [0, hierarchies[0].values.indexOf('40')],
    education: [0, 4, 7],
    'marital-status': [0, 3, 6],
  }
  return hierarchies.map(({ column, values }) => {
    const begins = starts[column] ?? [0]
    return {
      codeGroups: Int32Array.from(values.keys(), (code) => begins.findLastIndex((start) => start <= code)),
      groups: begins.length,
    }
  })
}
