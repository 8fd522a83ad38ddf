import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enginePromises } from '../../../test/promises/engine.ts'
import { statementPromises } from '../../../test/promises/engine-statements.ts'
import { UserError } from '../../ground/errors.ts'
import { type Sql, sql } from '../../sql/dialect.ts'
import type { Engine } from '../engine.ts'
import { openDuckDB } from './duckdb-engine.ts'

enginePromises('DuckDB', {
  open: () => openDuckDB({ threads: 1 }),
  numbers: (size) => sql`range(${size}) AS counted(n)`,
  endless: sql`SELECT COUNT(*) AS n FROM range(100000000) AS a(x), range(100000000) AS b(y) WHERE x * y % 7 = 3`,
})
statementPromises('DuckDB', () => openDuckDB({ threads: 2 }))

describe('DuckDB in the process', () => {
  let engine: Engine
  let folder: string
  beforeAll(async () => {
    engine = await openDuckDB({ threads: 1 })
    folder = mkdtempSync(join(tmpdir(), 'halftone-test-'))
  })
  afterAll(async () => {
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('query: integers of every width', async () => {
    const types = ['TINYINT', 'UTINYINT', 'SMALLINT', 'USMALLINT', 'INTEGER']
    const columns = types.map((type) => `CAST(v AS ${type}) AS ${type}`)
    const result = await engine.query(`SELECT ${columns} FROM (VALUES (1), (NULL), (100)) AS t(v)` as Sql)
    for (const type of types) expect(result.integers(type)).toEqual(Int32Array.of(1, -1, 100))
    const wide = ['UINTEGER', 'BIGINT', 'UBIGINT', 'FLOAT', 'DOUBLE']
    const numbers = await engine.query(
      `SELECT ${wide.map((type) => `CAST(v AS ${type}) AS ${type}`)} FROM (VALUES (3000000000), (NULL)) AS t(v)` as Sql,
    )
    for (const type of wide) expect(numbers.numbers(type)).toEqual(Float64Array.of(3_000_000_000, Number.NaN))
  })

  it('describe: columns and kinds of a Parquet file; files with other columns are refused by name', async () => {
    const [a, b] = [join(folder, 'a.parquet'), join(folder, 'b.parquet')]
    await engine.execute(`COPY (SELECT 1 AS n, 'x' AS t, DATE '2001-02-03' AS d, true AS b, [1] AS l) TO '${a}'` as Sql)
    await engine.execute(`COPY (SELECT 'x' AS other) TO '${b}'` as Sql)
    const reader = { name: 'read_parquet', options: {} }
    const columns = await engine.describe({ kind: 'files', files: [a], format: 'reader', reader })
    expect(columns.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'n number',
      't text',
      'd date',
      'b boolean',
      'l list',
    ])
    const both = { kind: 'files', files: [a, b], format: 'reader', reader } as const
    await expect(engine.query(sql`SELECT * FROM ${engine.dialect.scan(both)}`)).rejects.toThrow(
      /b\.parquet has other columns/,
    )
  })

  it('errors of files do not quote their lines', async () => {
    const file = join(folder, 'ragged.csv')
    writeFileSync(file, 'a,b\n1,2\nsecret,3,4\n')
    const csv = {
      delimiter: ',',
      quote: '"',
      headerLine: true,
      columns: ['a', 'b'],
      skip: 0,
      encoding: 'utf-8',
    } as const
    const error = await engine
      .query(sql`SELECT a, b FROM ${engine.dialect.scan({ kind: 'files', files: [file], format: 'csv', csv })}`)
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UserError)
    expect((error as Error).message).toMatch(/line 3 has 3 fields/)
    expect((error as Error).message).not.toContain('secret')
  })

  it(
    'openDuckDB makes a folder for what does not fit memory, and close removes it; the next one has its ' + 'own',
    async () => {
      const before = process.env['TMPDIR']
      process.env['TMPDIR'] = folder
      try {
        const small = await openDuckDB({ threads: 1, memory: '100MB' })
        const [made] = readdirSync(folder).filter((name) => name.startsWith('halftone-engine-'))
        expect(existsSync(join(folder, made))).toBe(true)
        const rows = await small.query(
          sql`SELECT COUNT(*) AS n FROM (SELECT n, random() AS r FROM range(3000000) AS t(n) ORDER BY r) AS sorted`,
        )
        expect(rows.numbers('n')[0]).toBe(3_000_000)
        await small.close()
        expect(existsSync(join(folder, made))).toBe(false)
        const next = await openDuckDB({ threads: 1, memory: '100MB' })
        expect((await next.query(sql`SELECT current_setting('temp_directory') AS place`)).texts('place')).toEqual([
          next.folder,
        ])
        await next.close()
      } finally {
        if (before === undefined) delete process.env['TMPDIR']
        else process.env['TMPDIR'] = before
      }
    },
  )

  it('openDuckDB after another engine: nothing of that one is there, whether it went well or failed', async () => {
    const options = { threads: 1, memory: '90MB' }
    const work: ((engine: Engine) => Promise<unknown>)[] = [
      async () => {},
      (engine) => engine.query('SELECT no_such_function()' as Sql).catch(() => {}),
    ]
    for (const task of work) {
      const first = await openDuckDB(options)
      await first.execute(first.dialect.createTable('kept', sql`SELECT 1 AS n`))
      await first.uploadDictionary('letters', ['a', 'b'])
      await first.holdKey?.('secret', Buffer.from('key'))
      await task(first)
      await first.close()
      const next = await openDuckDB(options)
      const left = await next.query(
        sql`SELECT (SELECT COUNT(*) FROM duckdb_types() WHERE type_name = 'letters') AS types, (SELECT COUNT(*) FROM
          duckdb_tables()) AS tables, COALESCE(CAST(getvariable('secret inner') AS VARCHAR), 'none') AS held`,
      )
      expect([left.numbers('types')[0], left.numbers('tables')[0], left.texts('held')[0]]).toEqual([0, 0, 'none'])
      await next.close()
    }
  })

  it.each([
    ['64MB', 32e6],
    ['1.5 GB', 0.75e9],
    ['1GiB', 2 ** 29],
  ])('room for rows is half of the memory: %s', async (memory, room) => {
    const limited = await openDuckDB({ threads: 1, memory })
    expect(limited.room).toBe(room)
    await limited.close()
  })

  it.each([{ threads: 0 }, { threads: 1.5 }, { memory: '' }, { memory: '-1GB' }, { memory: '12' }])(
    'openDuckDB(%o) is refused',
    async (options) => {
      await expect(openDuckDB(options)).rejects.toThrow(UserError)
    },
  )
})
