import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tableRows, webViewRows } from '../../../test/example-rows.ts'
import { UserError } from '../../ground/errors.ts'
import { ruMap, ruMaps } from './ru-map.ts'
import { runName, type StudyRow } from './study-row.ts'

describe('ruMap(rows of BMS-WebView-2)', () => {
  const map = ruMap(webViewRows)
  const findRow = (name: string | undefined) => webViewRows.find((row) => runName(row) === name)

  it('has a curve for each search, and the knees of the checked values', () => {
    expect(map.curves.map(({ name }) => name)).toEqual(['coat', 'pcta merge=progress', 'apriori'])
    for (const curve of map.curves.slice(0, 2)) {
      expect(curve.knees).toMatchObject({ angle: { k: 10 }, kneedle: { k: 10 } })
      expect(curve.vertices.map(({ k }) => k)).toEqual([2, 3, 5, 8, 10, 15, 20, 30, 40, 50, 60, 80, 100])
      expect(curve.vertices.filter(({ dominated }) => dominated).map(({ k }) => k)).toContain(8)
    }
    // Apriori has only two releases.
    expect(map.curves[2].knees).toEqual({})
  })

  it('chooses PCTA at k = 5 under the usual ceiling of 0.2, and the best of each search', () => {
    expect(findRow(map.best)).toMatchObject({ algorithm: 'pcta', k: 5 })
    expect(map.curves.map(({ best }) => findRow(best)?.k)).toEqual([5, 5, 50])
    expect(ruMap(webViewRows, { ceiling: 0.001 }).best).toBeUndefined()
  })

  it('has the front in order, and everything else flagged', () => {
    const points = map.front.map((name) => map.points.find(({ run }) => run === name)!)
    points.slice(1).forEach((point, i) => {
      expect(point.utility).toBeGreaterThan(points[i].utility)
      expect(point.risk).toBeGreaterThan(points[i].risk)
    })
    expect(points.every(({ dominated }) => !dominated)).toBe(true)
    // Apriori's releases for k = 50 and 100 coincide; the first run represents them.
    const unbeaten = map.points.filter(({ dominated }) => !dominated)
    expect(new Set(unbeaten.map(({ utility }) => utility)).size).toBe(points.length)
    expect(unbeaten.length).toBe(points.length + 1)
    expect(map.knees.angle).toBeDefined()
  })

  it('tells the smallest support of runs that only have it as a risk', () => {
    const bare = webViewRows.map(({ smallestClass: _, ...row }) => row)
    expect(ruMap(bare).points).toEqual(map.points)
  })

  it('takes other axes', () => {
    const other = ruMap(webViewRows, { risk: 'attacker', utility: 'NCP' })
    expect([other.risk.name, other.utility.label]).toEqual(['attacker', '1 − NCP'])
  })
})

describe('ruMap(rows with repeats and a front)', () => {
  const map = ruMap(tableRows)

  it('draws curves through the means over seeds and keeps every run as a point', () => {
    const [genetic] = map.curves
    expect(genetic.vertices.map(({ k }) => k)).toEqual([5, 10, 25, 50])
    expect(genetic.vertices[0].runs).toEqual(['01', '02', '03'])
    expect(genetic.vertices[0].risk).toBeCloseTo((1 / 5 + 1 / 6 + 1 / 7) / 3, 12)
    expect(map.points.filter(({ curve }) => curve === 0).length).toBe(12)
  })

  it('names for a knee the run nearest to the mean', () => {
    const width = (figure: 'utility' | 'risk') => {
      const figures = map.points.map((point) => point[figure])
      return Math.max(...figures) - Math.min(...figures)
    }
    const knees = map.curves.flatMap((curve) =>
      [curve.knees.angle, curve.knees.kneedle].flatMap((knee) => (knee === undefined ? [] : [{ curve, knee }])),
    )
    expect(knees.length).toBeGreaterThan(0)
    for (const { curve, knee } of knees) {
      const { runs, utility, risk } = curve.vertices.find(({ k, utility }) => k === knee.k && utility === knee.utility)!
      const distances = runs.map((run) => {
        const point = map.points.find((point) => point.run === run)!
        return ((point.utility - utility) / width('utility')) ** 2 + ((point.risk - risk) / width('risk')) ** 2
      })
      expect(knee.run).toBe(runs[distances.indexOf(Math.min(...distances))])
    }
    // Among the averaged runs the nearest is not always the first.
    expect(knees.some(({ curve, knee }) => curve.vertices.every(({ runs }) => runs[0] !== knee.run))).toBe(true)
  })

  it('does not average the points of a front', () => {
    const pareto = map.curves.find(({ name }) => name === 'pareto')
    expect(pareto).toMatchObject({ fromFront: true })
    expect(pareto?.vertices.map(({ runs }) => runs)).toEqual([['25.1'], ['25.2'], ['25.3'], ['25.4']])
  })

  it('has no place for what was not released, whatever its figures are', () => {
    const best = ruMap(webViewRows).best
    const rows = webViewRows.map((row) =>
      row.run === best ? { ...row, outcome: 'failed' as const, error: 'verification did not hold' } : row,
    )
    const map = ruMap(rows)
    expect(map.best).not.toBe(best)
    expect(map.left).toEqual([{ run: best, why: 'verification did not hold' }])
    expect(ruMaps(webViewRows.map((row) => ({ ...row, outcome: 'failed' })))).toEqual([])
  })

  it('says which runs are not on the map, and why', () => {
    expect(map.left.map(({ run }) => run)).toEqual(['26', '27'])
    expect(map.left[1].why).toContain('is not in people.csv')
    const perfect: StudyRow[] = webViewRows.map((row, i) => (i === 0 ? { ...row, metrics: { ARE: 0 } } : row))
    expect(ruMap(perfect).left).toEqual([{ run: '001', why: 'ARE is 0, and 1/ARE has no value', losslessRisk: 0.5 }])
  })
})

describe('ruMaps(rows)', () => {
  it('is a map for each data set; ruMap refuses rows of several', () => {
    const rows = [...webViewRows, ...tableRows]
    expect(ruMaps(rows).map(({ data, kind }) => [data, kind])).toEqual([
      ['people.csv', 'columns'],
      ['BMS-WebView-2.txt', 'items'],
    ])
    expect(() => ruMap(rows)).toThrow(UserError)
    expect(() => ruMap([])).toThrow('no rows')
  })

  it('does not depend on the order of the rows', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...tableRows], { minLength: tableRows.length }), (rows) => {
        expect(ruMap(rows)).toEqual(ruMap(tableRows))
      }),
      { numRuns: 20 },
    )
  })

  it(
    'names a curve by the algorithm, by a choice that tells it, and by a job file only where one data set has ' +
      'several',
    () => {
      const named = (change: (row: StudyRow, place: number) => StudyRow['settings']) =>
        ruMaps(webViewRows.slice(0, 20).map((row, i) => ({ ...row, settings: change(row, i) })))[0].curves.map(
          ({ name }) => name,
        )
      expect(named(({ algorithm, k = 0 }) => ({ method: `${algorithm} for all`, 'privacy.k': k }))).toEqual([
        'coat for all',
        'pcta for all',
      ])
      expect(named(() => ({ job: 'one', 'privacy.suppression-limit': 0.1 }))).toEqual([
        'coat, suppression-limit 0.1',
        'pcta, suppression-limit 0.1',
      ])
      expect(named((_, i) => ({ job: i % 2 === 0 ? 'one' : 'two' }))).toContain('coat, job one')
    },
  )

  it('refuses a ceiling outside 0 to 1', () => {
    expect(() => ruMap(tableRows, { ceiling: 5 })).toThrow('the risk ceiling must be a number from 0 to 1; got 5')
  })
})
