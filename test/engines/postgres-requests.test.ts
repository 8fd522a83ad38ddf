/** Requests to a real PostgreSQL that a person may well make: names, queries, types, and no table at all. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonymize } from '../../src/anonymize.ts'
import { openLocalEngine } from '../../src/engines/open-engine.ts'
import { openPostgres, postgresLibrary } from '../../src/engines/postgres/postgres-engine.ts'
import { proposeJob } from '../../src/init/init.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import { openSource } from '../../src/sources/open-source.ts'
import type { Sql } from '../../src/sql/dialect.ts'
import { halftone } from '../end-to-end/workshop.ts'
import { needs } from '../needs.ts'
import { postgres, postgresAddress as server } from './postgres.ts'

const database = 'halftone_requests'
const address = server.replace(/\/postgres$/, `/${database}`)
const people = Array.from({ length: 60 }, (_, n) => [n, 20 + ((n * 7) % 30), 'FM'[n % 2], (n * 37) % 120, n % 4 === 0])

describe('a real PostgreSQL', needs(postgres), () => {
  let base: string
  let client: Client
  beforeAll(async () => {
    const { pg } = await postgresLibrary()
    const maker = new pg.Client({ connectionString: server })
    await maker.connect()
    await maker.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    await maker.query(`CREATE DATABASE ${database}`)
    await maker.end()
    client = new pg.Client({ connectionString: address })
    await client.connect()
    await client.query(
      'CREATE TABLE people (id int PRIMARY KEY, age int, sex text, hours int, ill boolean); CREATE TABLE "a ""b"".c" (n int)',
    )
    const rows = people.map(([id, age, sex, hours, ill]) => `(${id}, ${age}, '${sex}', ${hours}, ${ill})`)
    await client.query(`INSERT INTO people VALUES ${rows.join()}`)
    base = mkdtempSync(join(tmpdir(), 'halftone-requests-'))
    const lines = people.map((row) => row.join(','))
    writeFileSync(join(base, 'people.csv'), `id,age,sex,hours,ill\n${lines.join('\n')}\n`)
  })
  afterAll(async () => {
    await client.end()
    rmSync(base, { recursive: true, force: true })
  })

  const columnsWith = (kept: string) => ({
    id: { role: 'identifier' },
    age: { role: 'quasi-identifier', type: 'numeric' },
    sex: { role: 'quasi-identifier', order: ['F', 'M'] },
    [kept]: { role: 'other' },
    ill: { role: 'target' },
  })
  function planOf(name: string, data: object, more: object = {}) {
    const job = {
      version: 1,
      data,
      columns: columnsWith('hours'),
      privacy: { k: 3, 'suppression-limit': 0.2 },
      output: { release: `${name}/release.csv` },
      ...more,
    }
    writeFileSync(join(base, `${name}.json`), JSON.stringify(job))
    return readPlan(join(base, `${name}.json`))
  }

  it.each(['lattice', 'boxes', 'mondrian', 'kactus', 'top-down'])(
    'has the bytes of a release from a file where a kept column is an integer: %s',
    async (algorithm) => {
      const [there, here] = [`there-${algorithm}`, `here-${algorithm}`]
      await anonymize(planOf(there, { source: address, table: 'people' }, { algorithm }), { threads: 1 })
      await anonymize(planOf(here, { source: 'people.csv' }, { algorithm }), { threads: 1 })
      const bytes = (name: string) => readFileSync(join(base, name, 'release.csv'), 'utf8')
      expect(bytes(there)).toBe(bytes(here))
    },
  )

  it.each([
    ['table', 'public.quo"te', 'quotes'],
    ['table', 'elsewhere.public.people', 'data.table'],
    ['query', 'WITH gone AS (DELETE FROM people RETURNING *) SELECT * FROM gone', 'changes nothing'],
    ['query', 'SELECT no_such_function(age) AS age FROM people', 'data.query'],
    ['query', 'SELECT $1 AS age', 'data.query'],
    ['query', "SELECT CAST('secret' AS int) AS age", 'data.query'],
  ])('refuses data.%s: %s', async (key, value, words) => {
    const failure = await anonymize(planOf('refused', { source: address, [key]: value })).catch((error) => error)
    expect(failure).toMatchObject({ name: 'UserError', message: expect.stringContaining(words) })
    expect(failure.message).not.toContain('secret')
    expect((await client.query('SELECT 1 FROM people')).rowCount).toBe(people.length)
  })

  it.each(['ctid', 'xmin', 'rowid', 'order', 'tableoid'])(
    'takes a column %s of a query, released as it is',
    async (name) => {
      const query = `SELECT id, age, sex, hours AS "${name}", ill FROM people`
      for (const algorithm of ['lattice', 'kactus']) {
        const data = { source: address, query, key: ['id'] }
        const plan = planOf(`${name}-${algorithm}`, data, { columns: columnsWith(name), algorithm })
        expect((await anonymize(plan, { threads: 1 })).verification?.verdict).toBe('holds')
      }
    },
  )

  it('init without a table names the option, and the tables that there are', async () => {
    const { code, stderr } = await halftone(base, ['init', address])
    expect(code).toBe(2)
    expect(stderr).toContain('--table')
    expect(stderr).not.toContain('data.table')
    expect(stderr).toContain('public.people')
    expect(stderr).toContain('public."a ""b"".c"')
  })

  it('init asks for figures and shapes, and has no name of anybody', async () => {
    await client.query(
      "CREATE TABLE patients AS SELECT n AS id, 'Planted Person' || chr(97 + n % 26) || chr(97 + n / 26 % 26) AS who, 20 + n % 60 AS age, CASE n % 2 WHEN 0 THEN 'F' ELSE 'M' END AS sex FROM generate_series(1, 500) AS r(n)",
    )
    const engine = await openPostgres(address, openLocalEngine)
    const answers: string[] = []
    const asking = new Proxy(engine, {
      get: (own, key) => {
        if (key !== 'query')
          return typeof own[key as 'close'] === 'function' ? own[key as 'close'].bind(own) : Reflect.get(own, key)
        return async (statement: Sql) => {
          const answer = await own.query(statement)
          const texts = (column: string) => {
            const found = answer.texts(column)
            answers.push(...found.map(String))
            return found
          }
          return {
            ...answer,
            rows: answer.rows,
            texts,
            numbers: (c: string) => answer.numbers(c),
            integers: (c: string) => answer.integers(c),
          }
        }
      },
    })
    try {
      const request = { source: address, table: 'patients', base }
      const table = await openSource(request, asking)
      const proposal = await proposeJob(table, { source: request, job: join(base, 'patients.yaml') })
      expect(proposal.columns.map(({ role }) => role)).toEqual([
        'identifier',
        'identifier',
        'quasi-identifier',
        'quasi-identifier',
      ])
      expect(answers).toContain('F')
      expect(answers.join()).not.toContain('Planted')
    } finally {
      await engine.close()
    }
  })

  it('run prints the address of a released table as it is', async () => {
    planOf('inside', { source: address, table: 'people' }, { output: { table: 'public.released' } })
    const { code, stdout, stderr } = await halftone(base, ['run', 'inside.json'])
    expect([code, stderr.includes('our fault')]).toEqual([0, false])
    expect(stdout).toContain(`public.released of ${address.replace(/\/\/.*@/, '//')}`)
  })
})
