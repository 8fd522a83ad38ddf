/** A work limit ends every search at the same point, on any machine and with any number of threads. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBaskets } from '../../test/baskets/parse-baskets.ts'
import { anySearchProblem, mediumProblem } from '../../test/promises/search.ts'
import { balancedTree } from '../hierarchy/tree.ts'
import { requireKmAnonymity } from '../requirements/items/km-anonymity.ts'
import { type StepRun, searchRun, withinLimits } from '../run.ts'
import { allSearches } from './index.ts'
import { itemSearches } from './items-index.ts'
import type { SearchDetails, SearchProblem, SearchRun } from './search.ts'
import { evaluationWork, limitWork } from './work.ts'

type Search = (run: SearchRun) => Promise<{ readonly outcome: string; readonly details?: SearchDetails }>

async function measureWork(search: Search): Promise<number> {
  const most = 1e9
  const work = limitWork(most, () => {})
  await search(searchRun({ seed: 1 }, { work }))
  return most - work.left()
}

/** A clock that is late at some readings and not at others. */
function unevenClock(): () => number {
  let time = 0
  let looks = 0
  return () => (time += looks++ % 7 === 3 ? 60 : 0.01)
}

async function expectSameEnd(search: Search): Promise<void> {
  const all = await measureWork(search)
  expect(all).toBeGreaterThan(0)
  const within = (workLimit: number, run: StepRun) =>
    withinLimits({ workLimit }, run, (limited) => search(searchRun({ seed: 1 }, limited)))
  const first = await within(all / 2, { threads: 1 })
  expect(first).toMatchObject({ outcome: 'out-of-budget', details: { stopped: 'work limit' } })
  expect(await within(all / 2, { threads: 1, now: unevenClock() })).toEqual(first)
  expect(await within(all / 2, { threads: 2 })).toEqual(first)
}

function problemWithTarget(): SearchProblem {
  const sizes = { columns: 4, codes: 6, fewestRows: 60, rows: 80 }
  return fc.sample(anySearchProblem(sizes, ['CM'], [1]), { numRuns: 1, seed: 5 })[0]
}

describe('half of the work', () => {
  const searches = allSearches.filter(({ name }) => name !== 'exhaustive')
  it.each(searches)('$name', async ({ name, search }) => {
    const problem = /^ka/.test(name) ? problemWithTarget() : mediumProblem(name === 'k-optimize' ? 'DM' : 'LM', 5)
    await expectSameEnd((run) => search(problem, {}, run) as ReturnType<Search>)
  })

  it.each(itemSearches)('$name', async ({ search }) => {
    const lines = Array.from({ length: 300 }, (_, row) =>
      Array.from({ length: 8 }, (_, i) => `i${(row * 31 + i * i * (1 + (row % 11))) % 120}`).join(' '),
    )
    const baskets = parseBaskets(lines.join('\n'))
    const requirement = requireKmAnonymity(baskets, 5, 2)
    const problem = { baskets, requirement, suppressionLimit: 0, tree: balancedTree(baskets.items, 3) }
    await expectSameEnd((run) => search(problem, {}, run) as ReturnType<Search>)
  })
})

it('an evaluation costs more with more combinations and columns', () => {
  const small = mediumProblem('LM', 5)
  const twice = { ...small, hierarchies: [...small.hierarchies, ...small.hierarchies] }
  expect(evaluationWork(twice)).toBeGreaterThan(evaluationWork(small))
})
