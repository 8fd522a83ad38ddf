/** The floor: a statement that DuckDB runs by itself, such as a copy. Started by whole-job.ts and cliffs.ts. */
import { availableParallelism } from 'node:os'
import { printMeasured } from './measured.ts'

const [statement] = process.argv.slice(2)
// Both sides include loading and starting the engine.
await printMeasured(async () => {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const options = { threads: String(availableParallelism()), memory_limit: '1GB' }
  const connection = await (await DuckDBInstance.create(':memory:', options)).connect()
  await connection.run(statement)
  return {}
})
