import { expect, it } from 'vitest'
import type { Engine } from '../engines/engine.ts'
import { openLocalEngine } from '../engines/open-engine.ts'
import { sql } from '../sql/dialect.ts'
import { findWithin, relatePairs } from './relate-columns.ts'

it('relates rows in memory as the statements of a database do', async () => {
  const engine = await openLocalEngine({ threads: 1 })
  try {
    await engine.execute(
      sql`CREATE TEMP TABLE t AS SELECT DATE '2024-01-01' + CAST(n % 90 AS INTEGER) AS day, CASE WHEN n % 7 = 0 THEN
        NULL ELSE CAST(n % 3 + 1 AS VARCHAR) END AS month, n % 11 AS place, (n * 5) % 13 AS other, '?' AS none FROM
        range(500) AS r(n)`,
    )
    const database = { dialect: engine.dialect, query: engine.query.bind(engine) } as Partial<Engine> as Engine
    const source = { kind: 'table', table: ['t'] } as const
    const names = ['day', 'month', 'place', 'other', 'none']
    const pairs = names.flatMap((one) => names.map((other) => [one, other] as const))
    const [here, there] = [engine, database].map((each) =>
      relatePairs({ engine: each, source, missingValues: ['?', ''] }, pairs),
    )
    expect((await here).map((relation) => ({ ...relation }))).toEqual(await there)
    const request = { engine, source, missingValues: ['?', ''] }
    expect(
      await findWithin(request, [
        ['day', 'month'],
        ['day', 'place'],
        ['none', 'day'],
      ]),
    ).toEqual([false, false, true])
    await engine.execute(sql`CREATE TEMP TABLE u AS SELECT day, CAST(MONTH(day) AS VARCHAR) AS month FROM t`)
    expect(await findWithin({ ...request, source: { kind: 'table', table: ['u'] } }, [['day', 'month']])).toEqual([
      true,
    ])
  } finally {
    await engine.close()
  }
})
