/** From sample data to a verified release in a folder of your choice: npx tsx examples/anonymize-a-table.ts FOLDER */
import { join } from 'node:path'
import { anonymize, readPlan, writeCensusSample } from 'halftone'

const folder = process.argv[2] ?? 'example'
await writeCensusSample(folder, { rows: 2000, seed: 1 }, { force: true })
const result = await anonymize(readPlan(join(folder, 'job.yaml')), { force: true })
console.log(
  `${result.outcome}, ${result.verification?.verdict}: LM ${result.metrics?.['LM']}, ${result.suppressed} of ${result.rows} rows suppressed`,
)
