/** Writes the JSON Schemas of job and study files. A test checks that they are current. */
import { writeFileSync } from 'node:fs'
import { jobJsonSchema } from '../src/plan/job.ts'
import { studyJsonSchema } from '../src/study/study-schema.ts'

writeFileSync('docs/job.schema.json', jobJsonSchema())
writeFileSync('docs/study.schema.json', studyJsonSchema())
