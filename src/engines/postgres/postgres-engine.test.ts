/** Tests without a server; test/engines/ checks the promises of an engine. */
import { describe, expect, it } from 'vitest'
import { UserError } from '../../ground/errors.ts'
import { sql } from '../../sql/dialect.ts'
import { postgresDialect } from '../../sql/postgres.ts'
import { openLocalEngine } from '../open-engine.ts'
import { openPostgres } from './postgres-engine.ts'
import { translateError } from './translate-error.ts'

const failure = (address: string) => openPostgres(address, openLocalEngine).catch((error: unknown) => error)

describe('openPostgres(address)', () => {
  it.each([
    'postgres://ann:planted@db.example/clinic',
    'postgres://db.example/clinic?password=planted',
    'postgres://db.example/clinic?sslmode=require&SSLPassword=planted',
  ])('refuses a password in %s, and does not repeat it', async (address) => {
    const error = await failure(address)
    expect(error).toBeInstanceOf(UserError)
    expect(String(error)).toContain('PGPASSWORD')
    expect(JSON.stringify(error) + String(error)).not.toContain('planted')
  })

  it('says when nobody answers', async () => {
    expect(await failure('postgres://127.0.0.1:1/clinic')).toMatchObject({
      message: expect.stringContaining('does not answer'),
      path: 'data.source',
    })
  })
})

it.each([
  ['28P01', 'password'],
  ['3D000', 'no such database'],
  ['42P01', 'no such table'],
  ['0A000', 'data.query'],
  ['42501', 'does not allow'],
  ['53100', 'no room left'],
  ['57P01', 'connection to PostgreSQL was lost'],
])('translateError: %s is something that a person can put right', (code, words) => {
  const error = translateError(Object.assign(new Error('of the server'), { code }))
  expect(error).toBeInstanceOf(UserError)
  expect(String(error)).toContain(words)
})

describe('postgresDialect', () => {
  it('reads a table by its columns in the form that is the same on every engine', () => {
    const columns = [
      { name: 'town', type: 'character varying', kind: 'text' },
      { name: 'age', type: 'integer', kind: 'number' },
    ]
    expect(postgresDialect.scan({ kind: 'table', table: ['public', 'a "b"'], columns })).toBe(
      '(SELECT CAST("town" AS text) COLLATE "C" AS "town", "age" FROM "public"."a ""b""") AS halftone_table',
    )
    expect(() => postgresDialect.scan({ kind: 'files', files: ['/a.csv'], format: 'csv' })).toThrow(UserError)
  })

  it('numbers rows by their key, and without one by all that they hold', () => {
    const source = { kind: 'table', table: ['people'] } as const
    expect(postgresDialect.rowNumber({ ...source, key: ['id', 'day'] })).toBe(
      '(row_number() OVER (ORDER BY "id", "day") - 1)',
    )
    expect(postgresDialect.rowNumber(source)).toContain('CAST(halftone_table AS text)')
  })

  it('makes tables of the session alone', () => {
    expect(postgresDialect.createTable('own', sql`SELECT 1`)).toBe(
      'DROP TABLE IF EXISTS pg_temp."own"; CREATE TEMPORARY TABLE "own" AS SELECT 1',
    )
  })
})
