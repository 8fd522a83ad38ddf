import { describe } from 'vitest'
import { needs } from '../needs.ts'
import { commandPromises } from './database-commands.ts'
import { loadingSpark, spark } from './spark.ts'

describe('a real Spark', needs(spark), () => {
  commandPromises('Spark', loadingSpark)
})
