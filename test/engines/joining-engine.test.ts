import { sql } from '../../src/sql/dialect.ts'
import { enginePromises } from '../promises/engine.ts'
import { statementPromises } from '../promises/engine-statements.ts'
import { openJoining } from './joining-engine.ts'

enginePromises('A joining dialect', {
  open: () => openJoining({ threads: 1 }),
  numbers: (size) => sql`(SELECT UNNEST(range(${size})) AS n) AS counted`,
  endless: sql`SELECT COUNT(*) AS n FROM range(100000000000) AS a(i) WHERE i % 7 = 3`,
})
statementPromises('A joining dialect', () => openJoining({ threads: 1 }))
