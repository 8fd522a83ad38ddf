import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { processMark } from '../ground/workers/living.ts'
import { anonymizeRows, type RowsJob } from './anonymize-rows.ts'

const people = Array.from({ length: 40 }, (_, i) => ({
  name: `Person ${i}`,
  age: 20 + (i % 8),
  born: new Date(Date.UTC(2000 + (i % 2), 0, 1)),
  income: i % 3 === 0 ? null : 1000.5 * (i % 5),
  member: i % 2 === 0,
}))
const job: RowsJob = {
  columns: {
    name: { role: 'identifier' },
    age: { role: 'quasi-identifier', type: 'numeric' },
    born: { role: 'quasi-identifier', type: 'date' },
    income: { role: 'other' },
    member: { role: 'other' },
  },
  privacy: { k: 5 },
}
const leftovers = () => readdirSync(tmpdir()).filter((name) => name.includes(`rows-${processMark()}`))

describe('anonymizeRows(rows, job)', () => {
  it('gives released rows that hold, with manifest and recoding, and leaves no file behind', async () => {
    const { rows = [], verdict, manifest, recoding, result } = await anonymizeRows(people, job, { threads: 1 })
    expect(rows.length).toBe(40)
    const classes = new Map<string, number>()
    for (const { age, born, ...rest } of rows) {
      classes.set(`${age} ${born}`, (classes.get(`${age} ${born}`) ?? 0) + 1)
      expect(Object.keys(rest)).toEqual(['income', 'member'])
      expect(typeof rest['member']).toBe('boolean')
    }
    expect(Math.min(...classes.values())).toBeGreaterThanOrEqual(5)
    const sum = (cells: readonly unknown[]) => cells.reduce((total: number, cell) => total + Number(cell), 0)
    expect(sum(rows.map((row) => row['income']))).toBe(sum(people.map((row) => row.income)))
    expect(rows.filter((row) => row['income'] === null).length).toBe(14)
    // Some incomes are one person's.
    expect(verdict).toBe('amber')
    expect(manifest).toMatchObject({ seed: 1, verification: { verdict: 'holds' } })
    expect(recoding?.kind).toBe('columns')
    expect(result).toMatchObject({ outcome: 'found', rows: 40 })
    expect(JSON.stringify(result)).not.toContain(tmpdir())
    expect(leftovers()).toEqual([])
  })

  it(
    'a name that only a late row has is a column like the others, and one that the job does not know is ' + 'refused',
    async () => {
      const late = [...people, { ...people[0], email: 'a@b.example' }]
      await expect(anonymizeRows(late, job)).rejects.toThrow(/rows has columns that the job does not name: email/)
      const wider: RowsJob = { ...job, columns: { ...job.columns, email: { role: 'identifier' } } }
      expect((await anonymizeRows(late, wider)).rows?.length).toBe(41)
      expect(leftovers()).toEqual([])
    },
  )

  it('items, by class, none that exists, and what is wrong', async () => {
    const baskets = people.map(({ age }) => ({ bought: age % 2 === 0 ? ['tea', 'milk'] : ['tea'] }))
    const { rows } = await anonymizeRows(baskets, {
      columns: { bought: { role: 'items' } },
      privacy: { km: { k: 5, m: 2 } },
    })
    expect(new Set(rows?.map((row) => row['bought']))).toEqual(new Set(['milk tea', 'tea']))
    expect((await anonymizeRows(people, { ...job, algorithm: 'mondrian' })).rows?.length).toBe(40)
    const strict: RowsJob = {
      ...job,
      columns: { ...job.columns, member: { role: 'sensitive' } },
      privacy: { k: 5, 'l-diversity': { column: 'member', l: 3 }, 'suppression-limit': 0 },
    }
    const none = await anonymizeRows(people, strict)
    expect([none.rows, none.result.outcome, none.result.reason]).toEqual([undefined, 'none-exists', expect.any(String)])
    await expect(anonymizeRows([], job)).rejects.toThrow(/no rows/)
    await expect(anonymizeRows(people, { ...job, privacy: { k: 1 } })).rejects.toThrow(
      /privacy.k must be a whole number of at least 2; got 1/,
    )
    const odd = [{ age: { years: 3 } as unknown as string }]
    await expect(anonymizeRows(odd, job)).rejects.toThrow(/column "age" holds an object/)
    expect(leftovers()).toEqual([])
  })
})
