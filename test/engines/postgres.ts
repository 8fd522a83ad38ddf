/** The PostgreSQL that tests ask: its address is in HALFTONE_TEST_POSTGRES, which `npm run test:engines` sets. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { postgresLibrary } from '../../src/engines/postgres/postgres-engine.ts'
import type { Need } from '../needs.ts'
import type { DatabaseUnderTest } from './database-commands.ts'

export const postgresAddress = process.env['HALFTONE_TEST_POSTGRES'] ?? ''

export const postgres: Need = {
  met: postgresAddress !== '',
  missing: 'no PostgreSQL: npm run test:engines starts one',
}

/** A table of texts with the lines of a CSV file, in an order of their own. `more` are columns before them, with their values. */
export async function loadTable(
  client: Client,
  table: string,
  csv: string,
  more: { readonly columns: string; readonly valuesOf: (line: number) => string } = {
    columns: '',
    valuesOf: () => '',
  },
): Promise<void> {
  const { copy } = await postgresLibrary()
  const [header, ...lines] = csv.trimEnd().split('\n')
  const columns = header.split(',').map((name) => `"${name}" text`)
  await client.query(`DROP TABLE IF EXISTS "${table}"; CREATE TABLE "${table}" (${more.columns}${columns.join(', ')})`)
  const written = lines.map((line, i) => `${more.valuesOf(i)}${line}\n`).reverse()
  const rows = copy.from(`COPY "${table}" FROM STDIN (FORMAT csv, NULL '\\N')`)
  await pipeline(Readable.from(written), client.query(rows))
}

/** For promises that both databases share. */
export const loadingPostgres: DatabaseUnderTest = {
  address: postgresAddress,
  async load(name, csv) {
    const { pg } = await postgresLibrary()
    const client = new pg.Client({ connectionString: postgresAddress })
    await client.connect()
    await loadTable(client, `halftone_${name}`, csv)
    await client.end()
    return { table: `halftone_${name}`, key: ['line'] }
  },
}
