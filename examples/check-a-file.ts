/** The risk of a raw file, and whether a release keeps its promise; works on any file: npx tsx examples/check-a-file.ts FOLDER */
import { join } from 'node:path'
import { anonymize, assessRisk, makeRequirement, readPlan, verifyRelease, writeCensusSample } from 'halftone'

const base = process.argv[2] ?? 'example'
await writeCensusSample(base, { rows: 2000, seed: 1 }, { force: true })
await anonymize(readPlan(join(base, 'job.yaml')), { force: true })

const quasiIdentifiers = ['age', 'sex', 'race', 'marital-status', 'education', 'workclass', 'occupation', 'country']
const risk = await assessRisk({ source: { source: 'census.csv', base }, quasiIdentifiers, missingValues: ['?', ''] })
console.log(`raw: ${risk.uniqueRows} of ${risk.rows} rows are the only ones of their kind`)

for (const k of [10, 1000]) {
  const requirements = [makeRequirement('k-anonymity', k)]
  const { verdict, checks } = await verifyRelease({
    source: { source: 'out/release.csv', base },
    quasiIdentifiers,
    requirements,
  })
  const witnesses = checks.flatMap((check) => check.witnesses)
  console.log(`release, k = ${k}: ${verdict}, ${witnesses.length} witnesses`)
}
