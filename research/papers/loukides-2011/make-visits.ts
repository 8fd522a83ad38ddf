/** Writes the invented patients beside the jobs that read them: `npx tsx research/papers/loukides-2011/make-visits.ts`. */
import { join } from 'node:path'
import { SIZES, writeVisits } from './visits.ts'

for (const [name, size] of Object.entries(SIZES))
  await writeVisits(join(import.meta.dirname, name), { ...size, seed: 1 })
