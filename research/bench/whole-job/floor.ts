/** The floor: DuckDB copies a CSV file to a CSV file, in its order or sorted by all columns. Run by whole-job.ts in a process of its own. */
import { availableParallelism } from 'node:os'
import { printMeasured } from './measured.ts'

const [order, input, output] = process.argv.slice(2)
// Loading and starting the engine belongs to both sides.
await printMeasured(async () => {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const options = { threads: String(availableParallelism()), memory_limit: '1GB' }
  const connection = await (await DuckDBInstance.create(':memory:', options)).connect()
  await connection.run(
    `COPY (FROM read_csv('${input}')${order === 'sorted' ? ' ORDER BY ALL' : ''}) TO '${output}' (HEADER)`,
  )
  return {}
})
