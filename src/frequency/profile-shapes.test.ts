import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../engines/engine.ts'
import { openLocalEngine } from '../engines/open-engine.ts'
import { type Sql, sql } from '../sql/dialect.ts'
import { profileShapes } from './profile-shapes.ts'

let engine: Engine
const statements: string[] = []
beforeAll(async () => {
  engine = await openLocalEngine({ threads: 1 })
  await engine.execute(
    sql`CREATE TEMP TABLE people AS SELECT 'Jörg Ma' || chr(CAST(97 + n % 26 AS INTEGER)) || CASE WHEN n % 3 = 0 THEN
      'y' ELSE '' END || ' Smith' || CASE WHEN n % 2 = 0 THEN 'son' ELSE '' END AS who, '0' || CAST(1000 + n AS VARCHAR)
      AS code, CASE WHEN n % 10 = 0 THEN 'NA' ELSE CAST(n * 1.5 AS VARCHAR) END AS pay, CASE WHEN n % 2 = 0 THEN 'F'
      ELSE 'M' END AS sex, lpad(CAST(1 + n % 28 AS VARCHAR), 2, '0') || '/' || lpad(CAST(1 + n % 12 AS VARCHAR), 2, '0')
      || '/19' || CAST(10 + n % 89 AS VARCHAR) AS born, md5(CAST(n AS VARCHAR)) AS token, CAST(NULL AS VARCHAR) AS
      nothing FROM range(80) AS r(n)` as Sql,
  )
})
afterAll(() => engine.close())

describe('profileShapes', () => {
  it('gives categories, shapes and figures by one statement, and no name', async () => {
    const asking = new Proxy(engine, {
      get: (target, key) =>
        key === 'query'
          ? (statement: Sql) => {
              statements.push(statement)
              return target.query(statement)
            }
          : Reflect.get(target, key),
    })
    const columns = ['who', 'code', 'pay', 'sex', 'born', 'token', 'nothing']
    const missing = { values: ['?', ''], words: ['na'] }
    const profiles = await profileShapes(asking, { kind: 'table', table: ['people'] }, columns, missing)
    expect(statements).toHaveLength(1)
    const [who, code, pay, sex, born, token, nothing] = profiles
    expect(sex).toEqual({ name: 'sex', rows: 80, values: ['F', 'M'], counts: [40, 40], missingCount: 0, distinct: 2 })
    expect(who).toMatchObject({ shown: 'shapes', rows: 80, numbers: { count: 0 } })
    expect([...new Set(who.values)].toSorted()).toEqual([
      'Xxxx Xxx Xxxxx',
      'Xxxx Xxx Xxxxxxxx',
      'Xxxx Xxxx Xxxxx',
      'Xxxx Xxxx Xxxxxxxx',
    ])
    expect(new Set(code.values)).toEqual(new Set(['01111']))
    expect(code).toMatchObject({ distinct: 80, numbers: { count: 80, whole: 80, low: 1000, high: 1079 } })
    expect(pay.numbers).toEqual({ count: 72, whole: 32, low: 1.5, high: 118.5 })
    expect(pay.values).toContain('NA')
    // The largest first and second parts: the first is a day.
    expect(new Set(born.values.filter((value) => value.startsWith('1') || value.startsWith('2')))).toContain(
      '28/12/1111',
    )
    expect(token.values.every((value) => /^[1a0]{32}$/.test(value))).toBe(true)
    expect(nothing).toEqual({ name: 'nothing', rows: 80, values: [], counts: [], missingCount: 80, distinct: 0 })
  })
})
