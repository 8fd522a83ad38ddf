import type { DatabaseRecord } from '../engine.ts'

export const postgres: DatabaseRecord = {
  name: 'postgres',
  title: 'PostgreSQL',
  summary: 'Counted in the server, within one transaction; the release is a table there or a file here.',
  schemes: ['postgres', 'postgresql'],
  example: 'postgres://db.example/clinic',
  // Loaded on demand: most runs are about files.
  open: async (address, local) => (await import('./postgres-engine.ts')).openPostgres(address, local),
}
