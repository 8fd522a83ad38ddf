/** A study's report as data. It has no times or memory, so a resumed study gives the same report. */
import { type Comparison, compareSearches } from './comparison.ts'
import { groupDataSets, inOrder } from './curves.ts'
import { type RuMap, ruMaps } from './ru-map.ts'
import { testSearches } from './significance.ts'
import type { StudyJob, StudyRow, StudySettings } from './study-row.ts'

export interface StudyReport {
  readonly title: string
  readonly version: string
  readonly rows: readonly StudyRow[]
  readonly jobs: Readonly<Record<string, StudyJob>>
  readonly maps: readonly RuMap[]
  readonly comparisons: readonly Comparison[]
  readonly significance: ReturnType<typeof testSearches>
}

export function buildStudyReport(rows: readonly StudyRow[], settings: StudySettings): StudyReport {
  const { title, version, jobs = {}, ...axes } = settings
  const sets = groupDataSets(rows).flatMap((set) => set.rows)
  const ordered = inOrder(sets).map(({ measured: _, ...row }) => row)
  return {
    title,
    version,
    rows: ordered,
    jobs,
    maps: ruMaps(ordered, axes),
    comparisons: compareSearches(ordered),
    significance: testSearches(ordered),
  }
}
