/** The Spark that tests ask: its address is in HALFTONE_TEST_SPARK, which `npm run test:spark` sets. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Need } from '../needs.ts'
import type { DatabaseUnderTest } from './database-commands.ts'

export const sparkAddress = process.env['HALFTONE_TEST_SPARK'] ?? ''

export const spark: Need = {
  met: sparkAddress !== '',
  missing: 'no Spark: npm run test:spark starts one',
}

/** Where `start-spark.sh` keeps the numbers of its processes. */
const processes = join(process.env['HALFTONE_ENGINES'] ?? '/tmp/halftone-engines', 'spark', 'run')

export const startSpark = join(import.meta.dirname, 'start-spark.sh')

export function sparkProcess(name: 'connect' | 'worker1' | 'worker2'): number {
  return Number(readFileSync(join(processes, `${name}.pid`), 'utf8'))
}

/** A query of people in sixteen tasks that take some time each: there is a moment between the first and the last. */
export function slowPeople(rows: number): string {
  return `SELECT id, CAST(18 + id % 70 AS STRING) AS age, substr('abc', CAST(id * 7 % 3 AS INT) + 1, 1) AS town FROM range(0, ${rows}, 1, 16) WHERE length(sha2(repeat(CAST(id AS STRING), 500), 512)) = 128`
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
