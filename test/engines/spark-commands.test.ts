import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'vitest'
import { needs } from '../needs.ts'
import { commandPromises } from './database-commands.ts'
import { spark, sparkAddress } from './spark.ts'

describe('a real Spark', needs(spark), () => {
  commandPromises('Spark', {
    address: sparkAddress,
    async load(name, csv, folder) {
      const path = join(folder, `halftone_${name}.csv`)
      writeFileSync(path, csv)
      return { path, key: ['line'] }
    },
  })
})
