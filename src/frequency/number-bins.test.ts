import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../engines/engine.ts'
import { openLocalEngine } from '../engines/open-engine.ts'
import { masked } from '../ground/errors.ts'
import { parseNumber } from '../hierarchy/number.ts'
import { type Sql, sql } from '../sql/dialect.ts'
import { chooseBins } from './number-bins.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openLocalEngine({ threads: 1 })
})
afterAll(() => engine.close())

async function binsWith(text: string): Promise<unknown> {
  const more = sql`SELECT ${engine.dialect.literal(text)} AS number`
  const many = 'SELECT CAST(i AS VARCHAR) AS number FROM range(300000) AS numbers(i)' as Sql
  await engine.execute(engine.dialect.createTable('numbers', sql`${many} UNION ALL ${more}`))
  const hierarchy = { kind: 'number', endpoints: { list: [100, 200] } } as const
  const request = { quasiIdentifiers: [{ column: 'number', hierarchy }], missingValues: [''] }
  const [rule] = await chooseBins(engine, { kind: 'table', table: ['numbers'] }, request, {})
  return rule
}

describe('chooseBins(engine, source, request) of very many numbers', () => {
  it.each(['9007199254740991', '-9007199254740991', '1e300', '9007199254740993.0', '-1E17', ''])(
    'takes %j as parseNumber does',
    async (text) => {
      expect(text === '' || Number.isFinite(parseNumber(text))).toBe(true)
      expect(await binsWith(text)).toEqual({ list: [100, 200] })
    },
  )

  it.each(['9007199254740993', '-12345678901234567890', 'many'])('refuses %j by name', async (text) => {
    expect(parseNumber(text)).toBeNaN()
    await expect(binsWith(text)).rejects.toThrow(`column "number" is numeric but has the value ${masked(text)}`)
  })
})
