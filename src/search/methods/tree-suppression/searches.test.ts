import fc from 'fast-check'
import { expect, test } from 'vitest'
import { classesSearchPromises } from '../../../../test/promises/classes-search.ts'
import { quietRun } from '../../../../test/promises/search.ts'
import { orderHierarchy, tableFromRows } from '../../../../test/small-tables.ts'
import { requireKAnonymity } from '../../../requirements/k-anonymity/k-anonymity.ts'
import { makeGoal } from '../../goal.ts'
import type { SearchProblem } from '../../search.ts'
import { searchKactus } from './kactus.ts'
import { searchKactus2 } from './kactus-2.ts'
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
