import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scratchTables } from '../../test/scratch-tables.ts'
import { someOf } from '../../test/thorough.ts'
import { makeRequirement } from '../requirements/index.ts'
import { type VerifyRowsRequest, verifyRows } from './verify-rows.ts'

const scratch = scratchTables()

async function verify(text: string, k: number, more: Partial<VerifyRowsRequest> = {}) {
  const table = await scratch.open(text)
  return verifyRows(table, {
    quasiIdentifiers: ['a', 'b'],
    requirements: [makeRequirement('k-anonymity', k)],
    suppressedGroup: 'exempt',
    ...more,
  })
}

describe('verifyRows on files that Halftone did not write', () => {
  const file = `a,b,c\n${'x,1,s\n'.repeat(4)}${'y,1,s\n'.repeat(2)}z,,s\nx,2,s\nx,2,s\n*,*,s\n`

  it('holds: figures without suppressed rows', async () => {
    expect(await verify(`a,b\n${'x,1\n'.repeat(3)}${'y,2\n'.repeat(2)}*,*\n`, 2)).toEqual({
      verdict: 'holds',
      rows: 6,
      suppressedRows: 1,
      classes: 2,
      smallestClass: 2,
      checks: [
        {
          name: 'k-anonymity',
          promise: expect.stringContaining('at least 1 other'),
          holds: true,
          found: 'smallest class 2, asked 2',
          witnesses: [],
        },
      ],
    })
  })

  it('broken: witnesses smallest first, then by their values; a missing value is a value', async () => {
    const { verdict, checks } = await verify(file, 3)
    expect(verdict).toBe('broken')
    expect(checks[0].found).toBe('3 of 4 classes have fewer than 3 rows; smallest class 1')
    expect(checks[0].witnesses).toEqual([
      { size: 1, values: { a: 'z', b: '' } },
      { size: 2, values: { a: 'x', b: '2' } },
      { size: 2, values: { a: 'y', b: '1' } },
    ])
  })

  it('a * in some columns only is a class like others', async () => {
    expect(await verify('a,b\n*,1\nx,1\nx,1\n', 2)).toMatchObject({
      verdict: 'broken',
      suppressedRows: 0,
      checks: [{ witnesses: [{ size: 1, values: { a: '*', b: '1' } }] }],
    })
  })

  it('suppressed rows count only where that is asked', async () => {
    const text = `a,b\n${'x,1\n'.repeat(3)}*,*\n`
    expect((await verify(text, 2)).verdict).toBe('holds')
    expect(await verify(text, 2, { suppressedGroup: 'enforce' })).toMatchObject({
      verdict: 'broken',
      checks: [{ witnesses: [{ size: 1, values: { a: '*', b: '*' } }] }],
    })
    expect((await verify('a,b\n*,*\n*,*\n', 2, { suppressedGroup: 'enforce' })).verdict).toBe('holds')
  })

  it('rows and columns that must be, or must not', async () => {
    expect((await verify(file, 1 + 1, { rows: 9 })).checks[1]).toMatchObject({
      name: 'rows',
      holds: false,
      found: '10 rows, expected 9',
    })
    expect((await verify(file, 2, { rows: 10 })).checks[1]).toMatchObject({ holds: true })
    expect((await verify(file, 2, { withoutColumns: ['name', 'c'] })).checks[1]).toMatchObject({
      name: 'identifiers',
      holds: false,
      found: 'c',
    })
    await expect(verify(file, 2, { quasiIdentifiers: ['aa'] })).rejects.toThrow('did you mean "a"?')
  })

  it('at most ten witnesses', async () => {
    const lines = Array.from({ length: 30 }, (_, i) => `v${String(i).padStart(2, '0')},1`)
    const { checks } = await verify(`a,b\n${lines.join('\n')}\n`, 2)
    expect(checks[0].witnesses.map(({ values }) => values['a'])).toEqual(
      lines.slice(0, 10).map((line) => line.slice(0, 3)),
    )
    expect(checks[0].found).toContain('30 of 30 classes')
  })

  it('equals a plain count on random files', async () => {
    const rows = fc.array(fc.tuple(fc.constantFrom('x', 'y', '*', ''), fc.constantFrom('1', '2', '*')), {
      minLength: 1,
      maxLength: 40,
    })
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 2, max: 5 }), async (table, k) => {
        const classes = new Map<string, number>()
        for (const row of table) classes.set(row.join(), (classes.get(row.join()) ?? 0) + 1)
        const suppressed = classes.get('*,*') ?? 0
        classes.delete('*,*')
        const sizes = [...classes.values()]
        const found = await verify(`a,b\n${table.map((row) => row.join()).join('\n')}\n`, k)
        expect(found).toMatchObject({
          rows: table.length,
          suppressedRows: suppressed,
          classes: sizes.length,
          smallestClass: sizes.length === 0 ? 0 : Math.min(...sizes),
          verdict: sizes.every((size) => size >= k) ? 'holds' : 'broken',
        })
      }),
      { numRuns: someOf(25), seed: 3 },
    )
  })
})
