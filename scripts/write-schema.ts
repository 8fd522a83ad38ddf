/** Writes the published JSON Schemas of the job file and of the study file. A test sees that they are up to date. */
import { writeFileSync } from 'node:fs'
import { jobJsonSchema, studyJsonSchema } from '../src/workbench.ts'

writeFileSync('docs/job.schema.json', jobJsonSchema())
writeFileSync('docs/study.schema.json', studyJsonSchema())
