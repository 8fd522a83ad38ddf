import { expect, it } from 'vitest'
import { faultsOf } from './checker.ts'
import { randomJob } from './random-job.ts'
import { tryJob } from './try-job.ts'

it('random jobs: nothing below k, no untrue label, no lost row, nothing of suppressed rows in a public file', async () => {
  const outcomes = new Set<string>()
  for (let seed = 1; seed <= 60; seed++) {
    const { outcome, faults } = await tryJob(randomJob(seed))
    outcomes.add(outcome)
    expect(faults, `seed ${seed}`).toEqual([])
  }
  expect(outcomes).toContain('found')
})

it('the checker finds what it looks for', () => {
  const columns = [
    { name: 'name', kind: 'identifier' },
    { name: 'row', kind: 'row-number' },
    { name: 'age', kind: 'number' },
    { name: 'ill', kind: 'other' },
  ] as const
  const table = {
    columns,
    rows: [
      ['Ada', '0', '30', 'yes'],
      ['Bob', '1', '31', 'no'],
      ['Cyril', '2', '9871', 'no'],
    ],
  }
  const asked = { public: [], k: 2, suppressedRows: 'mask', order: 'source' } as const
  const release = (rows: string) => ({ ...asked, release: `row,age,ill\n${rows}` })
  const good = '0,"[30,31]",yes\n1,"[30,31]",no\n2,*,no\n'
  expect(faultsOf(table, release(good))).toEqual([])
  expect(faultsOf(table, release(good.replace('1,"[30,31]"', '1,31')))).toHaveLength(2)
  expect(faultsOf(table, release(good.replaceAll('[30,31]', '[20,30]')))).toHaveLength(1)
  expect(faultsOf(table, release(good.replace('2,*,no\n', '')))).toEqual(['1 rows are lost'])
  expect(faultsOf(table, release(good.replace('1,"[30,31]",no', '1,"[30,31]",yes')))).toHaveLength(1)
  expect(faultsOf(table, { ...release(good), public: ['loss by 9871 of'] })).toEqual(['age: 9871 is in a public file'])
  expect(faultsOf(table, { ...release(good), public: ['thanks to Cyril'] })).toEqual([
    'name: Cyril is in a public file',
  ])
})
