import { describe, expect, it } from 'vitest'
import type { RunResult } from '../../src/run.ts'
import { searchFacts } from './search-facts.ts'

const run = (more: Partial<RunResult>) => ({ value: 0.5, ...more }) as RunResult

describe('searchFacts(result)', () => {
  it('is silent where the search has nothing to tell', () => {
    expect(searchFacts(run({}))).toEqual([])
  })

  it('tells the bound', () => {
    const details = {
      lowerBound: 0.45,
    }
    expect(searchFacts(run({ details }))).toEqual([
      ['bound', 'none is below 0.45: a longer search could gain 0.05 at most'],
    ])
    expect(searchFacts(run({ details: { lowerBound: 0.5 } }))).toEqual([
      ['bound', 'proven: no recoding of its kind is better'],
    ])
    expect(searchFacts(run({ details: { 'lower bound, estimated': 0.2 } }))).toEqual([
      ['bound', 'none is below about 0.2, estimated from some rows: the gap is 0.3'],
    ])
  })
})
