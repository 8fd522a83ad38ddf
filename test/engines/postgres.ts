/** The PostgreSQL that tests ask: its address is in HALFTONE_TEST_POSTGRES, which `npm run test:engines` sets. */
import type { Need } from '../needs.ts'

export const postgresAddress = process.env['HALFTONE_TEST_POSTGRES'] ?? ''

export const postgres: Need = {
  met: postgresAddress !== '',
  missing: 'no PostgreSQL: npm run test:engines starts one',
}
