/** A search problem as in the papers (k-anonymity, unlimited suppression), and the rows that a solution suppresses. */
import type { FrequencyTable } from '../../src/frequency/frequency-table.ts'
import type { Grouping } from '../../src/hierarchy/grouping.ts'
import type { Hierarchy } from '../../src/hierarchy/hierarchy.ts'
import { makeRequirement } from '../../src/requirements/index.ts'
import { makeGoal } from '../../src/search/goal.ts'
import type { SearchProblem } from '../../src/search/search.ts'

export function paperProblem(
  frequencies: FrequencyTable,
  hierarchies: readonly Hierarchy[],
  k: number,
  goal: 'classification' | 'general' = 'classification',
): SearchProblem {
  return {
    frequencies,
    hierarchies,
    requirements: [makeRequirement('k-anonymity', k)],
    suppressionLimit: 1,
    suppressedGroup: 'exempt',
    goal: makeGoal(goal, { frequencies, hierarchies, weights: hierarchies.map(() => 1), k }),
  }
}

/** Rows whose class has fewer than k rows; `codeOf` gives the code of a row in a column. */
export function rowsSuppressed(
  rows: number,
  findCode: (row: number, column: number) => number,
  groupings: readonly Grouping[],
  k: number,
): boolean[] {
  const keys = Array.from({ length: rows }, (_, row) =>
    groupings.map(({ codeGroups }, column) => codeGroups[findCode(row, column)]).join(),
  )
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return keys.map((key) => (counts.get(key) ?? 0) < k)
}
