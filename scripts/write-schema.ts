/** Writes the published JSON Schema of the job file. A test sees that it is up to date. */
import { writeFileSync } from 'node:fs'
import { jobJsonSchema } from '../src/index.ts'

writeFileSync('docs/job.schema.json', jobJsonSchema())
