/** Writes the published JSON Schemas of the job file and of the study file. A test sees that they are up to date. */
import { writeFileSync } from 'node:fs'
import { jobJsonSchema } from '../src/plan/job.ts'
import { studyJsonSchema } from '../src/study/study-schema.ts'

writeFileSync('docs/job.schema.json', jobJsonSchema())
writeFileSync('docs/study.schema.json', studyJsonSchema())
