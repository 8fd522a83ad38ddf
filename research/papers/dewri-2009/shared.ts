/** The study and its figures, for the figures and the readings. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { measureAchievement } from '../../../src/metrics/utility/achievement.ts'
import type { StudyRow } from '../../../src/report/study/study-row.ts'
import { readSetting, type Work } from '../paper.ts'
import { type PaperStudy, type PartOfGrid, runPaperStudy } from '../run-study.ts'

export const KS = [2, 5, 10, 25, 50, 100]

export const PAPER = 'pareto preset=paper'

/** Every experiment accepts a loss of 0.2. */
export const LOSS = 0.2

export function study(work: Work, name: string, quick: PartOfGrid = {}): Promise<PaperStudy> {
  const grid = work.size === 'full' ? {} : quick
  return work.once(name, () => runPaperStudy(work, 'dewri-2009', `${name}.study.yaml`, grid))
}

/** The seed nearest to the preference, by the paper's achievement function. */
export function findBest(rows: readonly StudyRow[], NECD: number): StudyRow {
  const value = ({ metrics }: StudyRow) =>
    measureAchievement({ NWP: metrics['NWP'], NECD: metrics['NECD'] }, { NWP: LOSS, NECD })
  return rows.reduce((best, row) => (value(row) < value(best) ? row : best))
}

export function inWords({ metrics, smallestClass = 0 }: StudyRow): string {
  return `${metrics['NWP'].toFixed(4)} / ${metrics['NECD'].toFixed(4)} / ${smallestClass}`
}

/** Number of groups per column in the run of a folder. */
export function groupsByColumn(folder: string): [string, number][] {
  const { columns } = JSON.parse(readFileSync(join(folder, 'private', 'release.recoding.json'), 'utf8')) as {
    columns: { column: string; groups: unknown[] }[]
  }
  return columns.map(({ column, groups }) => [column, groups.length])
}

export const valuesIn = (rows: readonly StudyRow[], key: string) => [
  ...new Set(rows.map((row) => readSetting(row, key))),
]

export const point = ({ metrics }: StudyRow): [number, number] => [metrics['NWP'], metrics['NECD']]
