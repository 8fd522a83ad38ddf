import { describe, expect, it } from 'vitest'
import { type RuMap, ruMaps } from '../report/study/ru-map.ts'
import type { StudyRow } from '../report/study/study-row.ts'
import { chooseRelease } from './release-from-study.ts'
import { checkAxes, listChoices } from './study-map.ts'

/** Curves of LM against k with obvious knees. */
function maps(data = 'people.csv'): readonly RuMap[] {
  const losses: Record<string, readonly number[]> = {
    steady: [0.1, 0.12, 0.14, 0.3, 0.6],
    poor: [0.3, 0.32, 0.36, 0.6, 0.9],
  }
  const ks = [2, 5, 10, 20, 50]
  const rows = Object.entries(losses).flatMap(([algorithm, values], i) =>
    values.map(
      (LM, j): StudyRow => ({
        run: String(i * ks.length + j + 1).padStart(2, '0'),
        settings: { algorithm, 'privacy.k': ks[j] },
        data,
        kind: 'columns',
        algorithm,
        k: ks[j],
        seed: 1,
        outcome: 'found',
        metrics: { LM },
        risks: { prosecutor: 1 / ks[j] },
      }),
    ),
  )
  return ruMaps(rows)
}

describe('chooseRelease(maps, choice)', () => {
  it('knee: of all knees by the angle method, that of most utility', () => {
    const knees = listChoices(maps()).knees.filter(({ method }) => method === 'angle')
    expect(knees.map(({ search }) => search)).toEqual(['steady', 'poor'])
    const { method: _, ...steady } = knees[0]
    expect(chooseRelease(maps(), { by: 'knee' })).toEqual(steady)
    expect(chooseRelease(maps(), { by: 'knee', search: 'poor' }).run).toBe(knees[1].run)
  })

  it('best: most utility under the ceiling', () => {
    expect(chooseRelease(maps(), { by: 'best' })).toMatchObject({ run: '02', k: 5, search: 'steady', risk: 0.2 })
    expect(chooseRelease(maps(), { by: 'best', search: 'poor' })).toMatchObject({ run: '07', k: 5 })
    expect(listChoices(maps()).best).toEqual([chooseRelease(maps(), { by: 'best' })])
  })

  it('a risk that is given holds for knees, too', () => {
    const [steady, poor] = maps()[0].curves.map(({ knees }) => knees.angle)
    expect([steady?.risk, poor?.risk]).toEqual([0.1, 0.1])
    const [map] = maps()
    const riskier = {
      ...map,
      curves: [{ ...map.curves[0], knees: { angle: { run: '02', k: 5, risk: 0.2, utility: 0.88 } } }, map.curves[1]],
    }
    expect(chooseRelease([riskier], { by: 'knee' }).run).toBe('02')
    expect(chooseRelease([riskier], { by: 'knee', risk: 0.1 })).toMatchObject({ search: 'poor', run: poor?.run })
    expect(chooseRelease(maps(), { by: 'best', risk: 0.05 })).toMatchObject({ run: '04', risk: 0.05 })
  })

  it('says which curve has no knee', () => {
    const [map] = maps()
    const flat = { ...map, curves: map.curves.map((curve) => ({ ...curve, knees: {} })) }
    expect(() => chooseRelease([flat], { by: 'knee', search: 'poor' })).toThrow(
      /^the curve "poor" of people\.csv has no knee/,
    )
    expect(() => chooseRelease([flat], { by: 'knee' })).toThrow(/^no curve of people\.csv has a knee/)
  })

  it('a run by its name', () => {
    expect(chooseRelease(maps(), { by: '09' })).toMatchObject({ search: 'poor', k: 20 })
  })

  it.each([
    [{ by: 'nee' }, /--release must be knee, best, or a run .*; got "nee"; did you mean "knee"\?/],
    [{ by: 'knee', search: 'stedy' }, /there is no curve "stedy" of people\.csv; did you mean "steady"\?/],
    [
      { by: 'knee', risk: 0.01 },
      /no knee of people\.csv has a risk \(prosecutor\) of at most 0\.01; the least is 0\.1/,
    ],
    [{ by: '09', risk: 0.04 }, /run 09 has a risk \(prosecutor\) of 0\.05, which is more than 0\.04/],
    [{ by: '09', search: 'steady' }, /run 09 is of the curve "poor", not of "steady"/],
    [{ by: '09', data: 'b.csv' }, /run 09 is of people\.csv, not of "b\.csv"/],
    [{ by: 'best', data: 'persons.csv' }, /the study has no data set "persons\.csv"/],
  ])('refuses %j', (choice, message) => expect(() => chooseRelease(maps(), choice)).toThrow(message))

  it('asks for the data set where there are several', () => {
    const several = [...maps('a.csv'), ...maps('b.csv')]
    expect(() => chooseRelease(several, { by: 'best' })).toThrow(/--data NAME/)
    expect(chooseRelease(several, { by: 'best', data: 'b.csv' })).toMatchObject({ data: 'b.csv', run: '02' })
  })

  it('says so where no run keeps to the ceiling', () => {
    const strict = maps().map((map) => {
      const { best: _, ...rest } = map
      return { ...rest, ceiling: 0.01 }
    })
    expect(() => chooseRelease(strict, { by: 'best' })).toThrow(/of at most 0\.01; the least is 0\.02/)
    expect(() => chooseRelease([], { by: 'best' })).toThrow(/no run of this study has a release/)
  })
})

describe('checkAxes(map, evaluate)', () => {
  it.each([
    [{ risk: 'prosecuter' }, /map\.risk "prosecuter" is not known; did you mean "prosecutor"\?/],
    [{ utility: 'ML' }, /map\.utility "ML" is not known/],
    [{ utility: 'accuracy C4.5' }, /needs the learner under evaluate\.learners/],
  ])('refuses %j', (map, message) => expect(() => checkAxes(map, undefined)).toThrow(message))

  it('knows what classifiers will tell', () => {
    expect(() => checkAxes({ utility: 'accuracy C4.5' }, { learners: ['decision-tree'] })).not.toThrow()
    expect(() => checkAxes({ utility: 'accuracy', risk: 'smallest-support' }, { learners: ['PART'] })).not.toThrow()
  })
})
