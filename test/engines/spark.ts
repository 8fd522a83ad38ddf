/** The Spark that tests ask: its address is in HALFTONE_TEST_SPARK, which `npm run test:spark` sets. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Need } from '../needs.ts'
import type { DatabaseUnderTest } from './database-commands.ts'

export const sparkAddress = process.env['HALFTONE_TEST_SPARK'] ?? ''

export const spark: Need = {
  met: sparkAddress !== '',
  missing: 'no Spark: npm run test:spark starts one',
}

/** For promises that both databases share. */
export const loadingSpark: DatabaseUnderTest = {
  address: sparkAddress,
  async load(name, csv, folder) {
    const path = join(folder, `halftone_${name}.csv`)
    writeFileSync(path, csv)
    return { path, key: ['line'] }
  },
}
