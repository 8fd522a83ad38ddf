import { describe } from 'vitest'
import { needs } from '../needs.ts'
import { commandPromises } from './database-commands.ts'
import { loadingPostgres, postgres } from './postgres.ts'

describe('a real PostgreSQL', needs(postgres), () => {
  commandPromises('PostgreSQL', loadingPostgres)
})
