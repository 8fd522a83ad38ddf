/** The floor: DuckDB copies a CSV file to a CSV file, in order or sorted by all columns. Started by whole-job.ts. */
import { availableParallelism } from 'node:os'
import { printMeasured } from './measured.ts'

const [order, input, output] = process.argv.slice(2)
// Both sides include loading and starting the engine.
await printMeasured(async () => {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const options = { threads: String(availableParallelism()), memory_limit: '1GB' }
  const connection = await (await DuckDBInstance.create(':memory:', options)).connect()
  await connection.run(
    `COPY (FROM read_csv('${input}')${order === 'sorted' ? ' ORDER BY ALL' : ''}) TO '${output}' (HEADER)`,
  )
  return {}
})
