import { describe, expect, test } from 'vitest'
import { searchProblem } from '../../test/promises/search.ts'
import { isCut } from '../../test/shown-ranges.ts'
import { numberHierarchy, tableFromRows, treeHierarchy } from '../../test/small-tables.ts'
import { randomFrom } from '../ground/random.ts'
import { coarsestGrouping, type Grouping, groupStarts } from '../hierarchy/grouping.ts'
import { groupLoss, type Hierarchy } from '../hierarchy/hierarchy.ts'
import { createEvaluator } from './evaluation.ts'
import { mergeCodes } from './merged-codes.ts'
import type { SearchProblem } from './search.ts'

/** 3 regions with 100, 5 and 70 places; and ages. */
const places = treeHierarchy('place', {
  name: 'all',
  children: [100, 5, 70].map((count, region) => ({
    name: `region ${region}`,
    children: Array.from({ length: count }, (_, i) => `place ${region}.${i}`),
  })),
})
const ages = numberHierarchy('age', [...Array(600).keys()])

function makeProblem(metric: string, hierarchies: readonly Hierarchy[] = [places, ages]): SearchProblem {
  const random = randomFrom(5)
  const sizes = hierarchies.map(({ column, values }) => ({ name: column, size: values.length }))
  const rows = Array.from({ length: 900 }, () => ({
    codes: sizes.map(({ size }) => random.integer(size)),
    categories: [random.integer(2)],
  }))
  const targets = { categories: [{ name: 'class', values: ['no', 'yes'] }] }
  return searchProblem({ frequencies: tableFromRows(sizes, rows, targets), hierarchies }, metric, 4)
}

describe('mergeCodes(problem)', () => {
  const { problem, widen } = mergeCodes(makeProblem('LM'))!

  test('merges the leaves of nodes with more than 64 of them, and the finest widths of a wide order', () => {
    expect(problem.hierarchies[0].values).toHaveLength(1 + 5 + 1)
    expect(problem.hierarchies[0].tree?.names).toEqual([
      'all',
      'region 0',
      'region 1',
      ...[...Array(5).keys()].map((i) => `place 1.${i}`),
      'region 2',
    ])
    expect(problem.hierarchies[1].values).toHaveLength(300)
    expect(problem.frequencies.rows).toBe(900)
    expect(problem.frequencies.combinations).toBeLessThan(900)
  })

  test('opens a tree of very many nodes where rows are, until there are 256 codes', () => {
    const deep = treeHierarchy('deep', {
      name: 'all',
      children: Array.from({ length: 20 }, (_, i) => ({
        name: `part ${i}`,
        children: Array.from({ length: 20 }, (_, j) => `leaf ${i}.${j}`),
      })),
    })
    const sizes = [{ name: 'deep', size: 400 }]
    // Parts 0 to 9 have ten rows for every one of the others.
    const rows = Array.from({ length: 2200 }, (_, i) => ({ codes: [i < 2000 ? i % 200 : 200 + (i % 200)] }))
    const posed = searchProblem({ frequencies: tableFromRows(sizes, rows), hierarchies: [deep] }, 'LM', 4)
    const [hierarchy] = mergeCodes(posed)!.problem.hierarchies
    expect(hierarchy.values.length).toBeLessThanOrEqual(256)
    expect(hierarchy.values.slice(0, 200)).toEqual(deep.values.slice(0, 200))
    expect(groupLoss(hierarchy, 255 - 8, 255 - 8)).toBeGreaterThan(0)
  })

  test('keeps losses, levels that differ, and cuts', () => {
    const [merged] = problem.hierarchies
    expect(groupLoss(merged, 0, 0)).toBe(groupLoss(places, 0, 99))
    expect(groupLoss(merged, 1, 1)).toBe(0)
    expect(groupLoss(merged, 0, 6)).toBe(1)
    expect(merged.levels.map(({ grouping }) => grouping.groups)).toEqual([7, 3, 1])
    const wide = widen(
      merged.levels
        .map(({ grouping }) => grouping)
        .slice(0, 1)
        .concat(problem.hierarchies[1].levels[2].grouping),
    )
    expect(isCut(places.tree!, wide[0])).toBe(true)
    expect(Array.from(groupStarts(wide[0]))).toEqual([0, 100, 101, 102, 103, 104, 105])
  })

  for (const metric of ['LM', 'CM', 'DM', 'suppression']) {
    test(`gives every recoding of merged codes the same ${metric} and suppressed rows as the whole problem does`, () => {
      const whole = makeProblem(metric)
      const merged = mergeCodes(whole)!
      const random = randomFrom(9)
      for (let i = 0; i < 30; i++) {
        const groupings = merged.problem.hierarchies.map((hierarchy): Grouping => {
          if (random.integer(4) === 0) return coarsestGrouping(hierarchy.values.length)
          return hierarchy.levels[random.integer(hierarchy.levels.length)].grouping
        })
        const { value, partition } = createEvaluator(merged.problem).evaluate(groupings)
        const { suppressedRows } = partition
        const wide = createEvaluator(whole).evaluate(merged.widen(groupings))
        expect(wide.value).toBe(value)
        expect(wide.partition.suppressedRows).toBe(suppressedRows)
      }
    })
  }

  test('is undefined where no column is wide, and for goals that look at single values', () => {
    expect(mergeCodes(makeProblem('LM', [numberHierarchy('age', [1, 2, 3])]))).toBeUndefined()
    expect(mergeCodes(makeProblem('entropy'))).toBeUndefined()
    expect(mergeCodes(makeProblem('NWP'))).toBeUndefined()
  })
})
