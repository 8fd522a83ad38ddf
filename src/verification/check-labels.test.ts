import { expect, test } from 'vitest'
import { scratchTables } from '../../test/scratch-tables.ts'
import { verifyRows } from './verify-rows.ts'

const scratch = scratchTables()

/** Three rows of `a`, two of `b`; ANY covers all of them. */
const known = new Map([
  ['ANY', 5],
  ['a', 3],
  ['b', 2],
])
const labels = [{ column: 'code', rowsUnder: (label: string) => known.get(label) }]

test.each([
  ['ANY,ANY,ANY,ANY,ANY', undefined],
  ['a,a,a,b,b', undefined],
  ['a,a,a,*,?', undefined],
  ['AN,AN,AN,AN,AN', /"code" has "…" .*, which is no label of its hierarchy/],
  ['a,a,a,a,b', /"code" has "…" .* in 4 rows, and the data has 3 under it/],
])('a release with the labels %s', async (rows, wrong) => {
  const table = await scratch.open(`code\n${rows.replaceAll(',', '\n')}\n`)
  const { checks, verdict } = await verifyRows(table, {
    quasiIdentifiers: ['code'],
    requirements: [],
    suppressedGroup: 'exempt',
    labels,
  })
  const check = checks.find(({ name }) => name === 'labels')
  expect([verdict, check?.holds]).toEqual(wrong === undefined ? ['holds', true] : ['broken', false])
  if (wrong !== undefined) expect(check?.found).toMatch(wrong)
})
