import { describe } from 'vitest'
import { needs } from '../needs.ts'
import { basketPromises } from './database-baskets.ts'
import { loadingPostgres, postgres } from './postgres.ts'

describe('a real PostgreSQL', needs(postgres), () => {
  basketPromises('PostgreSQL', loadingPostgres, { released: 'public.halftone_released_baskets' })
})
