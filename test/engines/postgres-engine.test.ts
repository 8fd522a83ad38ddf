import { describe } from 'vitest'
import { openLocalEngine } from '../../src/engines/open-engine.ts'
import { openPostgres } from '../../src/engines/postgres/postgres-engine.ts'
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
  recodingPromises('PostgreSQL', 'postgres', open)
})
