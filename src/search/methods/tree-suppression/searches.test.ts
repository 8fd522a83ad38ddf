import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classesSearchPromises } from '../../../../test/promises/classes-search.ts'
import { quietRun } from '../../../../test/promises/search.ts'
import { orderHierarchy, tableFromRows } from '../../../../test/small-tables.ts'
import { someOf } from '../../../../test/thorough.ts'
import { makeRequirement } from '../../../requirements/index.ts'
import { requireKAnonymity } from '../../../requirements/k-anonymity/k-anonymity.ts'
import { makeGoal } from '../../goal.ts'
import type { SearchProblem } from '../../search.ts'
import { searchKactus, searchKactus2 } from './kactus.ts'
import { searchKadet } from './kadet.ts'

const tree = { prune: fc.boolean(), target: fc.constantFrom('class', 'illness') }
const filling = {
  ...tree,
  'lost-rows': fc.constantFrom('drop', 'borrow'),
}

classesSearchPromises(searchKadet, fc.record(tree))
classesSearchPromises(searchKactus, fc.record(filling))
classesSearchPromises(searchKactus2, fc.record({ ...filling, 'swapping-threshold': fc.constantFrom(0, 0.5, 1) }))

test('searchKactus(problem) with RM in its goal says that it follows categories alone', async () => {
  const rows = Array.from({ length: 12 }, (_, i) => ({ codes: [i % 2], categories: [i % 2], numbers: [i] }))
  const frequencies = tableFromRows([{ name: 'a', size: 2 }], rows, {
    categories: [{ name: 'class', values: ['no', 'yes'] }],
    numbers: ['pay'],
  })
  const hierarchies = [orderHierarchy('a', ['x', 'y'])]
  const asked = (metric: string): SearchProblem => ({
    frequencies,
    hierarchies,
    requirements: [requireKAnonymity(2)],
    suppressionLimit: 1,
    suppressedGroup: 'exempt',
    goal: makeGoal({ metric }, { frequencies, hierarchies, weights: [1], k: 2 }),
  })
  const warnings = async (metric: string) => {
    const result = await searchKactus.search(asked(metric), {}, quietRun)
    return result.outcome === 'found' ? result.details?.['warnings'] : result.outcome
  }
  expect(await warnings('RM')).toEqual([expect.stringContaining('the goal has RM: it is neither sought nor measured')])
  expect(await warnings('CM')).toBeUndefined()
})

describe.each([searchKadet, searchKactus, searchKactus2])('$name with l-diversity', (record) => {
  const values = ['cold', 'flu', 'hiv']
  const row = fc.record({ codes: fc.tuple(fc.nat(2), fc.nat(2)), categories: fc.tuple(fc.nat(2)) })
  const diverse = (column: string) =>
    makeRequirement('l-diversity', { column, l: 2, kind: 'distinct' }, [{ name: column, role: 'target' }])

  function pose(rows: { codes: number[]; categories: number[] }[], column: string): SearchProblem {
    const sizes = ['a', 'b'].map((name) => ({ name, size: 3 }))
    const categories = [{ name: 'illness', values }]
    const frequencies = tableFromRows(sizes, rows, { categories, sensitive: ['illness'] })
    const hierarchies = ['a', 'b'].map((name) => orderHierarchy(name, ['x', 'y', 'z']))
    return {
      frequencies,
      hierarchies,
      requirements: [requireKAnonymity(3), diverse(column)],
      suppressionLimit: 1,
      suppressedGroup: 'exempt',
      goal: makeGoal({ metric: 'CM' }, { frequencies, hierarchies, weights: [1, 1], k: 3 }),
    }
  }

  test('gives every output at least two values of the target', () =>
    fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 6, maxLength: 80 }), async (rows) => {
        const result = await record.search(pose(rows, 'illness'), {}, quietRun)
        if (result.outcome !== 'found') throw new Error(`ended ${result.outcome}`)
        const { cells, moves, outputs } = result.decision
        const seen = Array.from({ length: outputs.count }, () => new Set<number>())
        for (let i = 0; i < moves.count; i++) {
          if (moves.output[i] >= 0) seen[moves.output[i]].add((cells.target as ArrayLike<number>)[moves.cell[i]])
        }
        for (const illnesses of seen) expect(illnesses.size).toBeGreaterThanOrEqual(2)
      }),
      { numRuns: someOf(60) },
    ))

  test('refuses a model on another column', async () => {
    const rows = Array.from({ length: 9 }, (_, i) => ({ codes: [i % 3, 0], categories: [i % 3] }))
    await expect(record.search(pose(rows, 'ward'), {}, quietRun)).rejects.toThrow(
      'keeps k and models on its target, illness; the job also asks for l-diversity',
    )
  })
})
