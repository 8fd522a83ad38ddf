import { describe, expect, it } from 'vitest'
import type { Engine } from '../../src/engines/engine.ts'
import { openLocalEngine } from '../../src/engines/open-engine.ts'
import { openPostgres } from '../../src/engines/postgres/postgres-engine.ts'
import { groupRows } from '../../src/frequency/group-rows.ts'
import { sql } from '../../src/sql/dialect.ts'
import { needs } from '../needs.ts'
import { enginePromises } from '../promises/engine.ts'
import { recodingPromises } from '../promises/engine-recodings.ts'
import { statementPromises } from '../promises/engine-statements.ts'
import { postgres, postgresAddress } from './postgres.ts'

const open = () => openPostgres(postgresAddress, () => openLocalEngine({ threads: 1 }))

describe('a real PostgreSQL', needs(postgres), () => {
  enginePromises('PostgreSQL', {
    open,
    numbers: (size) => sql`generate_series(CAST(0 AS bigint), CAST(${size - 1} AS bigint)) AS counted(n)`,
    endless: sql`SELECT COUNT(*) AS n FROM generate_series(1, 1000000000) AS a(x) WHERE x % 7 = 3`,
    nulBytes: false,
  })
  statementPromises('PostgreSQL', open)

  it('groupRows: more combinations than may travel are refused before any of them does', async () => {
    const engine = await open()
    const few: Engine = new Proxy(engine, {
      get: (own, name) => {
        const value: unknown = Reflect.get(own, name, own)
        return name === 'mostCombinations' ? 6 : typeof value === 'function' ? value.bind(own) : value
      },
    })
    const source = {
      kind: 'table',
      table: ['x'],
      query: 'SELECT CAST(n AS text) AS n FROM generate_series(1, 7) AS x(n)',
    } as const
    const request = { columns: [{ column: 'n' }], missingValues: [] }
    await expect(groupRows(few, source, request)).rejects.toThrow('7 different combinations')
    await engine.close()
  })
  recodingPromises('PostgreSQL', 'postgres', open)
})
