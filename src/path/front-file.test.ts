import { describe, expect, it } from 'vitest'
import type { SearchProblem, SearchResult } from '../search/search.ts'
import { frontFileOf } from './front-file.ts'

const problem = { hierarchies: [{ column: 'age' }, { column: 'a,b' }] } as unknown as SearchProblem
const point = { value: 0.5, NWP: 0.5, NECD: 0.1, effectiveK: 3, suppressed: 0, classes: 2, endpoints: ['01', '1'] }

describe('frontFileOf(problem, result)', () => {
  it('has a row per point and marks the released one', () => {
    const front = [
      { ...point, objectives: { LM: 0.5, k: 3 } },
      { ...point, objectives: { LM: 0.7, k: 5 }, effectiveK: 5 },
    ]
    const result = { outcome: 'found', details: { front, chosen: 2 } } as unknown as SearchResult
    expect(frontFileOf(problem, result)).toBe(
      [
        'point,released,objective LM,objective k,value,NWP,NECD,k,suppressed,classes,endpoints age,"endpoints a,b"',
        '1,no,0.5,3,0.5,0.5,0.1,3,0,2,01,1',
        '2,yes,0.7,5,0.5,0.5,0.1,5,0,2,01,1',
        '',
      ].join('\n'),
    )
  })

  it('is absent where there is no front', () => {
    expect(frontFileOf(problem, { outcome: 'found' } as unknown as SearchResult)).toBeUndefined()
  })
})
