/** Studies of the figures and the readings. */
import { readFileSync } from 'node:fs'
import { kneeAngle, kneeKneedle, kneeOnCurve } from '../../../src/report/study/knees.ts'
import type { StudyRow } from '../../../src/report/study/study-row.ts'
import { dataPath } from '../../../test/data.ts'
import { readSetting, type Work } from '../paper.ts'
import { type PaperStudy, type PartOfGrid, runPaperStudy } from '../run-study.ts'

export const utility = ({ metrics }: StudyRow) => 1 / metrics['ARE']

export const risk = ({ risks }: StudyRow) => risks['smallest-support']

export function webViewStudy(work: Work): Promise<PaperStudy> {
  const quick = { algorithm: [{ name: 'coat' }, { name: 'pcta' }], 'privacy.km.k': [10] }
  const grid: PartOfGrid = work.size === 'full' ? {} : quick
  return work.once('bms', () => runPaperStudy(work, 'loukides-2011', 'bms-webview-2.study.yaml', grid))
}

/** The k of each method's knee, in words. */
export function knees(rows: readonly StudyRow[]): string {
  const points = rows.map((row) => ({ utility: utility(row), risk: risk(row) }))
  const named = [
    ['angle', kneeAngle(points)],
    ['Zhao', kneeOnCurve(points)],
    ['Kneedle', kneeKneedle(points)],
  ] as const
  return named.map(([name, knee]) => `${name} ${knee === undefined ? 'none' : `k = ${rows[knee.index].k}`}`).join(', ')
}

export const NAMES = {
  apriori: 'Apriori',
  'apriori lift=set': 'Apriori, lift: set',
  coat: 'COAT',
  pcta: 'PCTA',
} as const

export function byAlgorithm(rows: readonly StudyRow[]): [string, StudyRow[]][] {
  return Object.entries(NAMES).flatMap(([key, name]) => {
    const chosen = rows.filter((row) => readSetting(row, 'algorithm') === key)
    return chosen.length === 0 ? [] : [[name, chosen]]
  })
}

export function basketLines(): string[] {
  return readFileSync(dataPath('bms-webview-2/bms-webview-2.txt'), 'utf8').trim().split('\n')
}
