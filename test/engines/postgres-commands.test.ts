import { describe } from 'vitest'
import { postgresLibrary } from '../../src/engines/postgres/library.ts'
import { needs } from '../needs.ts'
import { commandPromises } from './database-commands.ts'
import { loadTable, postgres, postgresAddress } from './postgres.ts'

describe('a real PostgreSQL', needs(postgres), () => {
  commandPromises('PostgreSQL', {
    address: postgresAddress,
    async load(name, csv) {
      const { pg } = await postgresLibrary()
      const client = new pg.Client({ connectionString: postgresAddress })
      await client.connect()
      await loadTable(client, `halftone_${name}`, csv)
      await client.end()
      return { table: `halftone_${name}`, key: ['line'] }
    },
  })
})
