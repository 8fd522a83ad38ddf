import { describe } from 'vitest'
import { needs } from '../needs.ts'
import { basketPromises } from './database-baskets.ts'
import { loadingSpark, spark } from './spark.ts'

describe('a real Spark', needs(spark), () => {
  basketPromises('Spark', loadingSpark, { released: 'default.halftone_released_baskets', slow: true })
})
