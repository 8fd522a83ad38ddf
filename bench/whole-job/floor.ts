/** The floor: DuckDB copies a CSV file to a CSV file. Run by whole-job.ts in a process of its own. */
import { availableParallelism } from 'node:os'
import { DuckDBInstance } from '@duckdb/node-api'
import { printMeasured } from './measured.ts'

const [input, output] = process.argv.slice(2)
const instance = await DuckDBInstance.create(':memory:', {
  threads: String(availableParallelism()),
  memory_limit: '1GB',
})
const connection = await instance.connect()
await printMeasured(async () => {
  await connection.run(`COPY (FROM read_csv('${input}')) TO '${output}' (HEADER)`)
  return {}
})
