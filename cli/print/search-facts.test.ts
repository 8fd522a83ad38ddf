import { describe, expect, it } from 'vitest'
import type { RunResult } from '../../src/run.ts'
import { searchFacts, sparkline } from './search-facts.ts'

const run = (more: Partial<RunResult>) => ({ value: 0.5, ...more }) as RunResult

describe('sparkline(values)', () => {
  it('has its lowest bar at the lowest value and its highest at the highest', () => {
    expect(sparkline([3, 2, 1])).toBe('█▅▁')
    expect(sparkline([2, 2])).toBe('▁▁')
    expect(sparkline(Array.from({ length: 500 }, (_, i) => -i))).toHaveLength(32)
  })
})

describe('searchFacts(result)', () => {
  it('is silent where the search has nothing to tell', () => {
    expect(searchFacts(run({}))).toEqual([])
  })

  it('tells the way and the bound', () => {
    const convergence = [0.9, 0.6, 0.5].map((best, i) => ({ done: i * 10, best, distinct: i * 1000 }))
    const details = {
      lowerBound: 0.45,
    }
    expect(searchFacts(run({ convergence, details }))).toEqual([
      ['convergence', '0.9 █▃▁ 0.5, 2,000 different solutions met'],
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
