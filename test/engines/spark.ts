/** The Spark that tests ask: its address is in HALFTONE_TEST_SPARK, which `npm run test:spark` sets. */
import type { Need } from '../needs.ts'

export const sparkAddress = process.env['HALFTONE_TEST_SPARK'] ?? ''

export const spark: Need = {
  met: sparkAddress !== '',
  missing: 'no Spark: npm run test:spark starts one',
}
