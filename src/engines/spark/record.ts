import type { DatabaseRecord } from '../engine.ts'

export const spark: DatabaseRecord = {
  name: 'spark',
  title: 'Spark',
  summary: 'Counted on the cluster, by Spark Connect; the release is a table there or a file here.',
  schemes: ['sc'],
  example: 'sc://spark.example:15002',
  // Loaded on demand: most runs are about files.
  open: async (address, local) => (await import('./spark-engine.ts')).openSpark(address, local),
}
