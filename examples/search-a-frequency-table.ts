/** A search without files or engine: a frequency table made by hand, a goal, a requirement. npx tsx examples/search-a-frequency-table.ts */
import { buildFrequencyTable, findSearch, groupLabel, makeGoal, makeRequirement, resolveHierarchy } from 'halftone'

const ages = ['21', '22', '23', '38', '39', '61']
const profile = { values: ages, counts: [2, 1, 3, 2, 2, 1], missingCount: 0 }
const { hierarchy, codes } = resolveHierarchy('age', { kind: 'number', endpoints: 'all' }, profile, { missing: 'none' })
const frequencies = buildFrequencyTable({
  columns: [{ name: 'age', size: hierarchy.values.length, codes }],
  counts: profile.counts,
  targets: [],
})
const problem = {
  frequencies,
  hierarchies: [hierarchy],
  requirements: [makeRequirement('k-anonymity', 3)],
  suppressionLimit: 1,
  suppressedGroup: 'exempt' as const,
  goal: makeGoal('general', { frequencies, hierarchies: [hierarchy], weights: [1], k: 3 }),
}
const result = await findSearch('exhaustive').search(problem, {}, { seed: 1, threads: 1, now: () => performance.now() })
if (result.outcome === 'found' && 'groupings' in result) {
  const { codeGroups, groups } = result.groupings[0]
  const labels = Array.from({ length: groups }, (_, group) =>
    groupLabel(hierarchy, codeGroups.indexOf(group), codeGroups.lastIndexOf(group)),
  )
  console.log(`${labels.join(' ')}: LM ${result.value.toFixed(4)}`)
}
