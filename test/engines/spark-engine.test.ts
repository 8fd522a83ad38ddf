import { describe, expect, it } from 'vitest'
import { openLocalEngine } from '../../src/engines/open-engine.ts'
import { openSpark } from '../../src/engines/spark/spark-engine.ts'
import { sql } from '../../src/sql/dialect.ts'
import { needs } from '../needs.ts'
import { enginePromises } from '../promises/engine.ts'
import { recodingPromises } from '../promises/engine-recodings.ts'
import { statementPromises } from '../promises/engine-statements.ts'
import { spark, sparkAddress } from './spark.ts'

const open = () => openSpark(sparkAddress, () => openLocalEngine({ threads: 1 }))

describe('a real Spark', needs(spark), () => {
  enginePromises('Spark', {
    open,
    numbers: (size) => sql`(SELECT id AS n FROM range(${size})) AS counted`,
    endless: sql`SELECT COUNT(*) AS n FROM range(1000000000) AS a CROSS JOIN range(1000000) AS b WHERE (a.id + b.id) % 7 = 3`,
  })
  it('lists its tables by schema and name', async () => {
    const engine = await open()
    try {
      await engine.execute(sql`CREATE TABLE halftone_listed USING parquet AS SELECT 1 AS one`)
      expect(await engine.tables?.()).toContainEqual({ table: ['default', 'halftone_listed'], kind: 'table' })
    } finally {
      await engine.execute(sql`DROP TABLE IF EXISTS halftone_listed`)
      await engine.close()
    }
  })
  // A statement takes a quarter of a second there, however small.
  statementPromises('Spark', open, 3)
  recodingPromises('Spark', 'spark', open)
})
