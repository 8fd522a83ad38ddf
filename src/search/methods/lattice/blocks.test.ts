import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anySearchProblem, quietRun } from '../../../../test/promises/search.ts'
import { someOf } from '../../../../test/thorough.ts'
import { randomFrom } from '../../../ground/random.ts'
import { searchLattice } from '../../index.ts'
import { makeLadders } from '../../levels/ladder.ts'
import { boundByBlocks } from './blocks.ts'
import { Ledger } from './ledger.ts'
import type { Course } from './looks.ts'
import { openViews } from './view.ts'

test('boundByBlocks is at most the least value of all nodes, and with one block it is that value', () => {
  let proven = 0
  return fc
    .assert(
      fc.asyncProperty(
        anySearchProblem({ columns: 4, codes: 5, rows: 24 }, ['LM', 'NWP'], [0, 0.1, 0.3, 1]),
        fc.integer({ min: 1, max: 12 }),
        async (problem, mostNodes) => {
          const result = await searchLattice.search(problem, {}, quietRun)
          if (result.outcome !== 'found') return
          const ladders = makeLadders(problem.hierarchies, undefined)
          const course: Course = {
            ladders,
            views: openViews(problem, ladders),
            ledger: new Ledger(ladders),
            random: randomFrom(1),
            pace: { due: () => false, rest: async () => true },
            progress: () => {},
          }
          const bound = await boundByBlocks(course, mostNodes)
          expect(bound).toBeLessThanOrEqual(result.value)
          if (!Number.isFinite(bound)) return
          expect(await boundByBlocks(course, 1e6)).toBeCloseTo(result.value, 9)
          if (bound > 0.01) proven++
        },
      ),
      { numRuns: someOf(100) },
    )
    .then(() => expect(proven).toBeGreaterThan(5))
})
