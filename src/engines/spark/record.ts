import type { DatabaseRecord } from '../engine.ts'
import { readAddress, TOKEN_VARIABLE } from './address.ts'

export const spark: DatabaseRecord = {
  name: 'spark',
  title: 'Spark',
  summary: 'Counted on the cluster, by Spark Connect; the release is a table there or a file here.',
  schemes: ['sc'],
  example: 'sc://spark.example:15002',
  variables: [TOKEN_VARIABLE],
  check: (address) => void readAddress(address, process.env),
  // Loaded on demand: most runs are about files.
  open: async (address, local) => (await import('./spark-engine.ts')).openSpark(address, local),
}
