import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anySearchProblem, quietRun, searchProblem, searchPromises } from '../../../../test/promises/search.ts'
import { anyHierarchy, decideGrouping } from '../../../../test/random-problems.ts'
import { orderHierarchy, tableFromRows, treeHierarchy } from '../../../../test/small-tables.ts'
import { t8 } from '../../../../test/t8.ts'
import { t12 } from '../../../../test/t12.ts'
import { someOf } from '../../../../test/thorough.ts'
import { UserError } from '../../../ground/errors.ts'
import { type Grouping, groupStarts } from '../../../hierarchy/grouping.ts'
import { utilityLoss } from '../../../metrics/utility/loss.ts'
import { createEvaluator } from '../../evaluation.ts'
import { searchExhaustive } from '../../index.ts'
import { countGroupings, enumerateGroupings } from './exhaustive.ts'

searchPromises(searchExhaustive, {
  exceptions: [{ promise: 'exhaustive', reason: 'it would be compared with itself' }],
})

const spell = ({ codeGroups }: Grouping): string => {
  let bits = ''
  for (let code = 1; code < codeGroups.length; code++) bits += codeGroups[code] - codeGroups[code - 1]
  return bits
}

describe('enumerateGroupings(hierarchy)', () => {
  test('lists the nine cuts of work class', () => {
    expect([...enumerateGroupings(t12.hierarchies[0])].map(spell)).toEqual(
      '0000000 0100110 0100111 0111110 0111111 1100110 1100111 1111110 1111111'.split(' '),
    )
    expect(countGroupings(t12.hierarchies[0])).toBe(9n)
  })

  test('lists every division of an order', () => {
    expect([...enumerateGroupings(orderHierarchy('o', ['a', 'b', 'c']))].map(spell)).toEqual(['00', '01', '10', '11'])
    expect([...enumerateGroupings(orderHierarchy('o', ['a']))].map(spell)).toEqual([''])
  })

  test('takes a node with one child for its child', () => {
    const chain = treeHierarchy('c', { name: '*', children: [{ name: 'x', children: ['a', 'b'] }] })
    expect([...enumerateGroupings(chain)].map(spell)).toEqual(['0', '1'])
    expect(countGroupings(chain)).toBe(2n)
  })

  test('gives each grouping that decisions can make exactly once, bits ascending, and as many as counted', () => {
    fc.assert(
      fc.property(anyHierarchy(5, ['tree', 'number', 'order']), (hierarchy) => {
        const bits = [...enumerateGroupings(hierarchy)].map(spell)
        expect(bits).toEqual([...new Set(bits)].sort())
        expect(countGroupings(hierarchy)).toBe(BigInt(bits.length))
        const decided = new Set<string>()
        for (let number = 0; number < 2 ** 9; number++) {
          const decisions = Array.from({ length: 9 }, (_, i) => (number >> i) & 1)
          decided.add(spell(decideGrouping(hierarchy, decisions)))
        }
        expect(new Set(bits)).toEqual(decided)
      }),
    )
  })
})

describe('searchExhaustive.search(problem)', () => {
  test('finds the best ordered partition of T8 for DM, 16, among all 4,096', async () => {
    const hierarchies = t8.hierarchies.map((hierarchy) => orderHierarchy(hierarchy.column, hierarchy.values))
    const problem = searchProblem({ frequencies: t8.frequencies, hierarchies }, 'DM', 2)
    const result = await searchExhaustive.search(problem, {}, quietRun)
    expect(result).toMatchObject({ outcome: 'found', optimal: true, value: 16, evaluations: 2 ** 12 })
  })

  test('takes the first of the ordering (value, LM, suppressed rows, bits) over all recodings', async () => {
    await fc.assert(
      fc.asyncProperty(
        anySearchProblem({ columns: 2, codes: 4, rows: 14 }, ['LM', 'CM', 'DM', 'AECS']),
        async (problem) => {
          const result = await searchExhaustive.search(problem, {}, quietRun)
          const all: { bits: string; starts: string; key: number[] }[] = []
          const evaluator = createEvaluator(problem)
          const [first, second] = problem.hierarchies
          for (const a of enumerateGroupings(first)) {
            for (const b of second === undefined ? [undefined] : enumerateGroupings(second)) {
              const groupings = b === undefined ? [a] : [a, b]
              const { acceptable, value, partition } = evaluator.evaluate(groupings)
              const loss = utilityLoss.compute(partition, problem.goal.terms[0].settings)
              const rounded = [value, loss].map((figure) => Math.round(figure * 1e9))
              const bits = groupings.map(spell).join('')
              const starts = groupings.map((grouping) => groupStarts(grouping).join()).join('|')
              if (acceptable) all.push({ bits, starts, key: [...rounded, partition.suppressedRows] })
            }
          }
          if (all.length === 0) {
            expect(result.outcome).toBe('none-exists')
            return
          }
          all.sort((x, y) => {
            for (let i = 0; i < x.key.length; i++) if (x.key[i] !== y.key[i]) return x.key[i] - y.key[i]
            return x.bits < y.bits ? -1 : 1
          })
          if (result.outcome !== 'found') throw new Error(result.outcome)
          expect(result.groupings.map((grouping) => groupStarts(grouping).join()).join('|')).toBe(all[0].starts)
        },
      ),
      { numRuns: someOf(60) },
    )
  })

  test('refuses a space larger than its limit and says how large it is', async () => {
    const hierarchies = [
      orderHierarchy(
        'age',
        Array.from({ length: 72 }, (_, i) => String(i)),
      ),
      t12.hierarchies[0],
    ]
    const sizes = hierarchies.map((hierarchy) => ({ name: hierarchy.column, size: hierarchy.values.length }))
    const frequencies = tableFromRows(sizes, [{ codes: [0, 0] }])
    const search = searchExhaustive.search(searchProblem({ frequencies, hierarchies }, 'LM', 2), {}, quietRun)
    await expect(search).rejects.toThrow(UserError)
    await expect(search).rejects.toThrow(
      'algorithm exhaustive looks at no more than 1,000,000 recodings; this problem has about 2.1e22 (age ' +
        'about 2.3e21 · work 9); raise',
    )
    const small = searchProblem(t12, 'LM', 3)
    await expect(searchExhaustive.search(small, { limit: 294_911 }, quietRun)).rejects.toThrow(
      'this problem has 294,912',
    )
  })

  test('stops in the middle when the signal fires, and gives the best so far', async () => {
    const controller = new AbortController()
    const seen: number[] = []
    const result = await searchExhaustive.search(
      searchProblem(t12, 'LM', 3),
      {},
      {
        ...quietRun,
        signal: controller.signal,
        progress: ({ done, total }) => {
          expect(total).toBe(294_912)
          seen.push(done)
          controller.abort()
        },
      },
    )
    expect(result).toMatchObject({ outcome: 'cancelled', best: { value: expect.any(Number) } })
    expect(seen[0]).toBeGreaterThan(0)
    expect(seen[0]).toBeLessThan(294_912)
  })
})
