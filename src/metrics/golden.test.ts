import { describe, expect, it } from 'vitest'
import { adult, adultProblem } from '../../test/adult.ts'
import { needs } from '../../test/needs.ts'
import { partitionOf } from '../../test/partitions.ts'
import { equalSettings, type Row, tableFromRows } from '../../test/small-tables.ts'
import { t8 } from '../../test/t8.ts'
import { t12 } from '../../test/t12.ts'
import { coarsestGrouping, finestGrouping, type Grouping, groupingFromStarts } from '../hierarchy/grouping.ts'
import { findMetric } from './index.ts'
import type { MetricSettings } from './metric.ts'
import { riskProfile } from './risk/profile.ts'
import { lossByColumn } from './utility/loss.ts'

describe('T12 at k = 3, row 12 suppressed', () => {
  const suppressed = partitionOf(t12.frequencies, t12.groupings, (size) => size < t12.k)
  const whole = partitionOf(t12.frequencies, t12.groupings)
  const settings = equalSettings(t12.hierarchies, { k: t12.k })
  const figure = (name: string, more: Partial<MetricSettings> = {}) =>
    findMetric(name).compute(suppressed, { ...settings, ...more })

  it('has LM 3/14 for work, 16/45 for education, mean 0.2849206349', () => {
    const [work, education] = lossByColumn(suppressed, settings)
    expect(work).toBeCloseTo(3 / 14, 14)
    expect(education).toBeCloseTo(16 / 45, 14)
    expect(figure('LM')).toBeCloseTo(0.2849206349, 10)
  })

  it('has CM 4/12; with costs Y→N 5, N→Y 1: 7/12 by majority, 5/12 by least cost', () => {
    const costs = [
      [0, 5],
      [1, 0],
    ]
    expect(figure('CM')).toBeCloseTo(4 / 12, 14)
    expect(figure('CM', { options: { CM: { costs } } })).toBeCloseTo(7 / 12, 14)
    expect(figure('CM', { options: { CM: { costs, assign: 'minimum-cost' } } })).toBeCloseTo(5 / 12, 14)
  })

  it('has DM 53, AECS 1.2222, suppression 1/12', () => {
    expect(figure('DM')).toBe(53)
    expect(figure('AECS')).toBeCloseTo(11 / 9, 14)
    expect(figure('suppression')).toBeCloseTo(1 / 12, 14)
  })

  it('has RM 0.5912380952 by variance, 0.6847826087 by absolute deviation', () => {
    expect(figure('RM')).toBeCloseTo(0.5912380952, 10)
    expect(figure('RM', { options: { RM: { deviation: 'absolute' } } })).toBeCloseTo(0.6847826087, 10)
  })

  it('has NWP 193/840 and NECD 3/11 when nothing is suppressed', () => {
    expect(findMetric('NWP').compute(whole, settings)).toBeCloseTo(193 / 840, 14)
    expect(findMetric('NECD').compute(whole, settings)).toBeCloseTo(3 / 11, 14)
  })
})

describe('T8 at k = 2', () => {
  const settings = equalSettings(t8.hierarchies, { k: t8.k })

  it.each([
    [0, 0, 8, 1, 64],
    [0, 3, 8, 1, 64],
    [1, 0, 4, 0.571429, 40],
    [1, 1, 2, 0.432143, 34],
    [1, 2, 2, 0.657143, 34],
    [1, 3, 2, 0.732143, 34],
    [2, 0, 4, 0.75, 40],
    [2, 1, 2, 0.7, 34],
    [2, 2, 1, 0.9125, 57],
    [2, 3, 0, 1, 64],
  ])('node %i%i: %i rows suppressed, LM %f, DM %i', (age, zip, rows, loss, discernibility) => {
    const partition = partitionOf(t8.frequencies, t8.node(age, zip), (size) => size < t8.k)
    expect(partition.suppressedRows).toBe(rows)
    expect(findMetric('LM').compute(partition, settings)).toBeCloseTo(loss, 6)
    expect(findMetric('DM').compute(partition, settings)).toBe(discernibility)
  })

  // Ten people look like the first class (20s, 471*), six like the second (30s, 472*), one like none.
  const people: Row[] = [
    ...t8.rows.map((row) => ({ codes: row.codes })),
    ...Array.from({ length: 7 }, (_, i) => ({ codes: [i % 3, 1] })),
    ...Array.from({ length: 3 }, () => ({ codes: [4, 3] })),
    { codes: [7, 0] },
  ]
  const population = tableFromRows(t8.frequencies.columns, people)
  const partition = partitionOf(t8.frequencies, t8.node(1, 1), (size) => size < t8.k)

  it('node 11 has prosecutor risk 1/3, with populations 10 and 6 journalist 1/6 and marketer 0.1333', () => {
    expect(findMetric('prosecutor').compute(partition, settings)).toBeCloseTo(1 / 3, 14)
    expect(findMetric('marketer').compute(partition, settings)).toBeCloseTo(2 / 6, 14)
    expect(findMetric('journalist').compute(partition, settings)).toBeCloseTo(1 / 3, 14)
    expect(findMetric('journalist').compute(partition, { ...settings, population })).toBeCloseTo(1 / 6, 14)
    expect(findMetric('marketer').compute(partition, { ...settings, population })).toBeCloseTo((3 / 10 + 3 / 6) / 6, 14)
  })

  it('riskProfile has the same figures, in both conventions for suppressed rows', () => {
    const profile = riskProfile(partition, { population, threshold: 0.2 })
    expect(profile).toMatchObject({ rows: 8, releasedRows: 6, suppressedRows: 2, classes: 2, smallestClass: 3 })
    expect(profile.prosecutor).toEqual({
      highest: 1 / 3,
      average: 2 / 6,
      averageOfAllRows: 2 / 8,
      rowsAtRisk: 6,
      shareAtRisk: 1,
    })
    expect(profile.journalist.highest).toBeCloseTo(1 / 6, 14)
    expect(profile.journalist.average).toBeCloseTo(Math.max(2 / 16, 0.8 / 6), 14)
    expect(profile.journalist.rowsAtRisk).toBe(0)
    expect(profile.marketer).toBeCloseTo(0.8 / 6, 14)
    expect(profile.uniqueRows).toBe(0)
  })

  it('riskProfile of the raw table counts its uniques and has no risk when nothing is released', () => {
    const raw = partitionOf(t8.frequencies, t8.node(0, 0))
    expect(riskProfile(raw)).toMatchObject({ uniqueRows: 8, uniqueShare: 1, marketer: 1, prosecutor: { highest: 1 } })
    const nothing = partitionOf(t8.frequencies, t8.node(0, 0), () => true)
    expect(riskProfile(nothing)).toMatchObject({ marketer: 0, prosecutor: { highest: 0, average: 0, shareAtRisk: 0 } })
  })

  it('refuses a population with other columns', () => {
    const other = tableFromRows([{ name: 'age', size: 8 }], [])
    expect(() => findMetric('journalist').compute(partition, { ...settings, population: other })).toThrow(
      /the population must have the quasi-identifiers of the table/,
    )
  })
})

describe('Adult, 30,162 rows', needs(adult), () => {
  const read = () => {
    const { frequencies, hierarchies } = adultProblem()
    return {
      frequencies,
      hierarchies,
      settings: equalSettings(hierarchies),
      roots: hierarchies.map((hierarchy) => coarsestGrouping(hierarchy.values.length)),
      leaves: hierarchies.map((hierarchy) => finestGrouping(hierarchy.values.length)),
    }
  }

  it('all at root: CM 0.248922, LM 1', () => {
    const { frequencies, settings, roots } = read()
    const partition = partitionOf(frequencies, roots)
    expect(findMetric('CM').compute(partition, settings)).toBeCloseTo(0.248922, 6)
    expect(findMetric('LM').compute(partition, settings)).toBeCloseTo(1, 14)
  })

  it('nothing generalized: CM 0.072807 at k = 1; 14,021, 21,977, 25,769 rows suppressed at k = 2, 5, 10', () => {
    const { frequencies, settings, leaves } = read()
    const raw = partitionOf(frequencies, leaves)
    expect(raw.classes.count).toBe(18_109)
    expect(findMetric('CM').compute(raw, settings)).toBeCloseTo(0.072807, 6)
    expect(findMetric('uniques').compute(raw, settings)).toBe(14_021)
    const suppressed = [2, 5, 10].map((k) => partitionOf(frequencies, leaves, (size) => size < k).suppressedRows)
    expect(suppressed).toEqual([14_021, 21_977, 25_769])
  })

  it('the solution printed for k = 250: 18 groups, smallest 284, 5,510 wrong rows, CM 0.18268, LM 0.75311', () => {
    const { frequencies, hierarchies, settings, roots } = read()
    const groupings: Grouping[] = [...roots]
    const [age, , education, marital] = hierarchies
    groupings[0] = groupingFromStarts([0, age.values.indexOf('40')], age.values.length)
    groupings[2] = groupingFromStarts([0, 4, 7], education.values.length)
    groupings[3] = marital.levels.find((level) => level.grouping.groups === 3)!.grouping
    const partition = partitionOf(frequencies, groupings, (size) => size < 250)
    expect(partition).toMatchObject({ suppressedRows: 0, keptClasses: 18, smallestClass: 284 })
    expect(findMetric('CM').compute(partition, settings) * 30_162).toBeCloseTo(5510, 6)
    expect(findMetric('LM').compute(partition, settings)).toBeCloseTo(0.75311, 5)
    expect(findMetric('LM').compute(partition, settings) * 8).toBeCloseTo(6.0249, 4)
  })
})
