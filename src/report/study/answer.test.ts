import { describe, expect, it } from 'vitest'
import { tableRows, webViewRows } from '../../../test/example-rows.ts'
import { answerStudy } from './answer.ts'
import { ruMap } from './ru-map.ts'
import type { StudyRow } from './study-row.ts'

const row = (run: string, algorithm: string, k: number, change: Partial<StudyRow> = {}): StudyRow => ({
  run,
  settings: { algorithm, 'privacy.k': k },
  data: 'people.csv',
  kind: 'columns',
  algorithm,
  k,
  seed: 1,
  outcome: 'found',
  rows: 100,
  missing: 0,
  suppressed: 0,
  metrics: { LM: 0.5 },
  risks: { prosecutor: 1 / k },
  ...change,
})

describe('answerStudy(map)', () => {
  it('names the choice of the paper at risk 0.2 and the knee', () => {
    expect(answerStudy(ruMap(webViewRows))).toEqual({
      data: 'BMS-WebView-2.txt',
      best:
        'Take pcta merge=progress at k 5, run 016: of all releases with a risk (smallest-support) of at most ' +
        '0.2 it keeps the most (1/ARE 0.07896, smallest-support 0.2).',
      knee:
        'With no limit of risk in mind, take the knee, beyond which more utility costs much more risk: pcta ' +
        'merge=progress at k 10, run 018 (1/ARE 0.06217, smallest-support 0.1).',
    })
  })

  it('tells how much is suppressed, of rows or of items', () => {
    expect(answerStudy(ruMap(tableRows)).best).toMatch(/^Take genetic at k 5.*with 0\.1% of the rows suppressed\.$/)
    const items = row('1', 'coat', 5, {
      kind: 'items',
      suppressed: 900,
      metrics: { ARE: 1.7, 'suppressed-items': 0.76 },
      risks: { 'smallest-support': 0.2 },
    })
    expect(answerStudy(ruMap([items])).best).toBe(
      'Take coat at k 5, run 1: it is the only release with a risk (smallest-support) of at most 0.2 (1/ARE ' +
        '0.5882, smallest-support 0.2), with 76% of the items suppressed.',
    )
  })

  it('names searches that come to the same figures', () => {
    const rows = [row('1', 'lattice', 5), row('2', 'genetic', 5), row('3', 'bottom-up', 5), row('4', 'top-down', 9)]
    expect(answerStudy(ruMap(rows)).best).toMatch(/^Take top-down at k 9, run 4/)
    expect(answerStudy(ruMap(rows.slice(0, 3))).best).toMatch(
      /^Take lattice at k 5.* genetic and bottom-up come to the same figures\.$/,
    )
  })

  it('says so where no release is under the ceiling, and which comes nearest', () => {
    expect(answerStudy(ruMap([row('1', 'lattice', 2), row('2', 'lattice', 4)]))).toEqual({
      data: 'people.csv',
      best:
        'No release has a risk (prosecutor) of at most 0.2; the least is 0.25, of lattice at k 4, run 2. Try ' +
        'larger k, or accept more risk.',
    })
  })

  it('does not call useful what keeps nothing', () => {
    expect(answerStudy(ruMap([row('1', 'bottom-up', 20, { metrics: { LM: 1 } })])).best).toBe(
      'No release with a risk (prosecutor) of at most 0.2 keeps anything (1 − LM 0, prosecutor 0.05, of ' +
        'bottom-up at k 20, run 1). Try other methods, or accept more risk.',
    )
  })

  it('says so where the best is the knee', () => {
    const rows = [
      row('1', 'lattice', 2, { metrics: { LM: 0.3 } }),
      row('2', 'lattice', 5, { metrics: { LM: 0.31 } }),
      row('3', 'lattice', 9, { metrics: { LM: 0.8 } }),
    ]
    expect(answerStudy(ruMap(rows)).knee).toBe('It is a knee, too: beyond it, more utility costs much more risk.')
  })

  it('recommends no knee that another run beats', () => {
    const knees = [2, 5, 9].map((k, i) => row(String(i + 1), 'bottom-up', k, { metrics: { LM: [0.8, 0.81, 0.99][i] } }))
    const better = row('4', 'lattice', 20, { metrics: { LM: 0.1 } })
    expect(answerStudy(ruMap([...knees, better])).knee).toMatch(/^No knee is worth taking/)
    expect(answerStudy(ruMap(knees)).knee).toMatch(/^It is a knee/)
  })

  it('names a run that lost nothing, which has no place on a map of 1/x', () => {
    const rows = [row('1', 'lattice', 5, { metrics: { ARE: 0 } }), row('2', 'lattice', 9, { metrics: { ARE: 0.5 } })]
    expect(answerStudy(ruMap(rows)).best).toMatch(
      /^Run 1 lost nothing by ARE and is not on the map.* Take lattice at k 9/,
    )
    expect(answerStudy(ruMap(rows.slice(0, 1))).best).toMatch(
      /look there first\. No run is on the map: of run 1, ARE is 0/,
    )
  })
})
