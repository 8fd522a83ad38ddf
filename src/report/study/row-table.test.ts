import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowsFromCsv } from '../../../test/study-rows.ts'
import { rowsToCsv } from './row-table.ts'
import type { StudyRow } from './study-row.ts'

const row: StudyRow = {
  run: '01',
  settings: { 'privacy.k': 5, algorithm: 'pcta merge=literal', 'algorithm.local': true },
  data: 'a, b.csv',
  kind: 'items',
  algorithm: 'pcta',
  k: 5,
  seed: 1,
  outcome: 'found',
  optimal: false,
  rows: 10,
  missing: 0,
  metrics: { ARE: 0.25 },
  risks: { 'smallest-support': 0.2 },
}
const failed: StudyRow = {
  run: '02',
  settings: {},
  data: 'a, b.csv',
  kind: 'items',
  algorithm: 'coat',
  seed: 2,
  outcome: 'failed',
  error: 'no such "column";\nthere is another',
  metrics: {},
  risks: {},
}

describe('rowsToCsv(rows)', () => {
  it('has a column for each setting, figure, metric and risk', () => {
    expect(rowsToCsv([row])).toBe(
      'run,point,setting privacy.k,setting algorithm,setting ' +
        'algorithm.local,data,kind,algorithm,k,seed,outcome,optimal,error,rows,missing,suppressed,combinations,classes,smallestClass,evaluations,utility ' +
        'ARE,risk smallest-support\n' +
        '01,,5,pcta merge=literal,true,"a, b.csv",items,pcta,5,1,found,false,,10,0,,,,,,0.25,0.2\n',
    )
  })
})

describe('rowsToCsv(rows), read again', () => {
  it('gives back what was written', () => {
    expect(rowsFromCsv(rowsToCsv([row, failed]))).toEqual([row, failed])
  })

  it('gives back any words, numbers and texts', () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.boolean(),
      fc.constantFrom('5', 'true', '"x"', ''),
    )
    const figures = fc.dictionary(fc.stringMatching(/^[A-Za-z .0-9]{1,8}$/), fc.double())
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            run: fc.constantFrom('1', '2'),
            settings: fc.dictionary(fc.stringMatching(/^[a-z.]{1,5}$/), word),
            data: fc.string(),
            algorithm: fc.string(),
            seed: fc.nat(),
            metrics: figures,
            risks: figures,
          }),
        ),
        (parts) => {
          // −0 is written as 0.
          const rows = JSON.parse(JSON.stringify(parts), (_, value) => (value === null ? Number.NaN : value)).map(
            (part: object) => ({ ...part, kind: 'columns', outcome: 'found' }),
          )
          expect(rowsFromCsv(rowsToCsv(rows))).toEqual(rows)
        },
      ),
    )
  })
})
