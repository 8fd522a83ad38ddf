/** Baskets of items, from sample data to a verified release, and how far off counts are: npx tsx examples/baskets.ts FOLDER */
import { join } from 'node:path'
import { anonymize, readPlan, writeBasketsSample } from 'halftone'

const folder = process.argv[2] ?? 'example'
await writeBasketsSample(folder, { transactions: 2000, items: 200, seed: 1 }, { force: true })
const result = await anonymize(readPlan(join(folder, 'job.yaml')), { force: true })
console.log(`${result.verification?.verdict}: NCP ${result.metrics?.['NCP']}, ARE ${result.metrics?.['ARE']}`)
console.log(`risk ${result.risk?.before['smallest-support']} before, ${result.risk?.after['smallest-support']} after`)
