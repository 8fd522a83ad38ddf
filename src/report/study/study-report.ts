/**
 * A study's report as plain data: the rows in order, a map and a comparison for each data set, what is beyond chance. Nothing in it depends on the clock: times
 * and memory stay in the rows' own file, so that a study that was stopped and taken up again has the same report.
 */
import { type Comparison, compareSearches } from './comparison.ts'
import { dataSetsOf, inOrder } from './curves.ts'
import type { RuMap } from './map-of-points.ts'
import { ruMaps } from './ru-map.ts'
import { type Significance, testSearches } from './significance.ts'
import type { StudyRow } from './study-row.ts'
import type { RuMapSettings, StudyJob, StudySettings } from './study-settings.ts'

export interface StudyReport {
  readonly title: string
  readonly version: string
  readonly settings: RuMapSettings
  /** By run, without what was measured. */
  readonly rows: readonly StudyRow[]
  /** How each run is had again, by `runName`. */
  readonly jobs: Readonly<Record<string, StudyJob>>
  /** Of the data sets that have a release. */
  readonly maps: readonly RuMap[]
  readonly comparisons: readonly Comparison[]
  readonly significance: Significance
}

export function buildStudyReport(rows: readonly StudyRow[], settings: StudySettings): StudyReport {
  const { title, version, jobs = {}, ...axes } = settings
  const sets = dataSetsOf(rows).flatMap((set) => set.rows)
  const ordered = inOrder(sets).map(({ measured: _, ...row }) => row)
  return {
    title,
    version,
    settings: axes,
    rows: ordered,
    jobs,
    maps: ruMaps(ordered, axes),
    comparisons: compareSearches(ordered),
    significance: testSearches(ordered),
  }
}
