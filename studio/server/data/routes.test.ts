import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTaxonomy } from '../../../src/hierarchy/taxonomy/read-taxonomy.ts'
import { initJob } from '../../../src/init/init.ts'
import { readJob } from '../../../src/plan/job.ts'
import { sampleCensus } from '../../../src/sample/index.ts'
import { openSession, type Session } from '../session.ts'
import type { DataProfile, OpenAnswer, ProposeAnswer } from './api.ts'
import { dataRoutes } from './routes.ts'

describe('dataRoutes(session)', () => {
  let folder: string
  let elsewhere: string
  let session: Session
  let app: Hono
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'halftone-data-'))
    elsewhere = mkdtempSync(join(tmpdir(), 'halftone-elsewhere-'))
    writeFileSync(join(folder, 'census.csv'), [...sampleCensus({ rows: 4000, seed: 2 })].join(''))
    writeFileSync(join(folder, 'job.yaml'), 'version: 1\ndata: { source: census.csv }\ncolumns: {}\n')
    writeFileSync(join(folder, 'baskets.txt'), 'a b c\na b\nc\n\na c d\n')
    mkdirSync(join(folder, 'taxonomies'))
    writeFileSync(join(folder, 'taxonomies/sex.json'), '{"name":"*","children":[{"name":"F"},{"name":"M"}]}')
    writeFileSync(join(elsewhere, 'secret.csv'), 'a\n1\n')
    symlinkSync(join(elsewhere, 'secret.csv'), join(folder, 'link.csv'))
    session = openSession({ folder, threads: 2 })
    app = new Hono()
    app.onError((error, context) => context.json({ error: error.message, kind: error.name }, 400))
    app.route('/', dataRoutes(session))
  })
  afterAll(async () => {
    await session.close()
    for (const path of [folder, elsewhere]) rmSync(path, { recursive: true, force: true })
  })

  async function post<T>(path: string, body: unknown): Promise<T> {
    const headers = { 'content-type': 'application/json' }
    return (await (await app.request(path, { method: 'POST', body: JSON.stringify(body), headers })).json()) as T
  }
  const open = (path: string) => post<OpenAnswer & { error?: string }>('/open', { path })

  it('GET /files tells data, jobs and trees apart, and shows no links and no releases', async () => {
    mkdirSync(join(folder, 'out/private'), { recursive: true })
    const written = ['release.csv', 'release.tidy.csv', 'release.manifest.json', 'private/release.recoding.csv']
    for (const name of written) writeFileSync(join(folder, 'out', name), '{}')
    expect(await (await app.request('/files')).json()).toEqual([
      expect.objectContaining({ path: 'baskets.txt', kind: 'data' }),
      expect.objectContaining({ path: 'census.csv', kind: 'data' }),
      expect.objectContaining({ path: 'job.yaml', kind: 'job' }),
      expect.objectContaining({ path: 'taxonomies/sex.json', kind: 'taxonomy' }),
    ])
  })

  it.each(['../census.csv', '/etc/passwd', 'link.csv'])(
    'POST /open refuses %s, outside of the folder',
    async (path) => {
      expect((await open(path)).error).toContain('outside the folder')
    },
  )

  it('POST /open refuses a job whose data lie outside, also by a glob', async () => {
    const job = { version: 1, columns: {}, privacy: { k: 2 }, output: { release: 'out.csv' } }
    for (const source of [join(elsewhere, 'secret.csv'), 'li*.csv']) {
      const { error } = await post<{ error: string }>('/open', { job: { ...job, data: { source } }, base: '' })
      expect(error).toContain('outside the folder')
    }
  })

  it.each([
    [
      'holiday.png',
      Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
      'holiday.png is a picture (PNG), not delimited text',
    ],
    ['sheet.xls', Buffer.from('\xd0\xcf\x11\xe0', 'latin1'), 'sheet.xls is an office document, not delimited text'],
    ['renamed.csv', Buffer.from('%PDF-1.7\n'), 'renamed.csv is a PDF, not delimited text'],
    ['noise.csv', Buffer.from('a,"b\r"c\n1,2\r3,"4"5\n"'), 'noise.csv'],
  ])('POST /open names %s in what it says', async (name, bytes, sentence) => {
    writeFileSync(join(folder, name), bytes)
    expect((await open(name)).error).toContain(sentence)
    rmSync(join(folder, name))
  })

  it('POST /open reads a file as it is asked to, and the proposed job says so', async () => {
    writeFileSync(join(folder, 'latin.csv'), Buffer.from('München|31\nKöln|42\nKöln|42\n', 'latin1'))
    expect(await open('latin.csv')).toMatchObject({ rows: 2 })
    const reading = { encoding: 'latin-1', delimiter: '|', header: ['town', 'age'] }
    const opened = await post<OpenAnswer>('/open', { path: 'latin.csv', reading })
    expect(opened).toMatchObject({ rows: 3, columns: [{ name: 'town' }, { name: 'age' }] })
    const { job } = await post<ProposeAnswer>(`/${opened.id}/propose`, {})
    expect(job.data).toMatchObject(reading)
    const lines = { encoding: 'latin-1', format: 'transactions' }
    const baskets = await post<OpenAnswer>('/open', { path: 'latin.csv', reading: lines })
    expect(baskets).toMatchObject({ rows: 3 })
    expect((await post<ProposeAnswer>(`/${baskets.id}/propose`, {})).job.data).toMatchObject(lines)
    rmSync(join(folder, 'latin.csv'))
  })

  it('POST /open refuses to read a file in a way that there is not', async () => {
    const wrong = await post<{ error: string }>('/open', { path: 'census.csv', reading: { encoding: 'ebcdic' } })
    expect(wrong.error).toContain('data.encoding')
    const stray = await post<{ error: string }>('/open', { path: 'census.csv', reading: { colour: 'red' } })
    expect(stray.error).toContain('colour')
    const elsewhereNamed = { path: 'census.csv', reading: { source: join(elsewhere, 'secret.csv') } }
    expect(await post<OpenAnswer>('/open', elsewhereNamed)).toMatchObject({ name: 'census.csv' })
  })

  it('POST /ID/propose is what halftone init writes; a tree that is there keeps its name', async () => {
    const { id } = await open('census.csv')
    const { job, trees, columns } = await post<ProposeAnswer>(`/${id}/propose`, {})
    const made = await initJob({
      source: { source: 'census.csv', base: folder },
      job: join(folder, 'other', 'job.yaml'),
      force: false,
    })
    const written = readJob(readFileSync(made.job, 'utf8'), 'job.yaml')
    expect({ ...job, data: { ...job.data, source: '../census.csv' } }).toEqual({
      ...written,
      columns: { ...written.columns, sex: { role: 'quasi-identifier', taxonomy: 'taxonomies/sex-2.json' } },
    })
    expect(columns.map(({ reason }) => reason)).toEqual(made.columns.map(({ reason }) => reason))
    for (const { path, tree } of trees) {
      const file = join(folder, 'other', path.replace('-2', ''))
      expect(tree, path).toEqual(readTaxonomy(readFileSync(file, 'utf8'), file))
    }
  })

  it('GET /ID/profile counts what the rows hold', async () => {
    const { id, rows } = await open('census.csv')
    const profile = (await (await app.request(`/${id}/profile`)).json()) as DataProfile
    const age = profile.columns.find(({ name }) => name === 'age')
    expect(age?.type).toBe('number')
    const ages = readFileSync(join(folder, 'census.csv'), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => Number(line.split(',')[2]))
    expect(age?.distinct).toBe(new Set(ages).size)
    for (const { low, high, count } of age?.histogram?.bins ?? [])
      expect(count).toBe(ages.filter((age) => age >= low && age < high).length)
    for (const { histogram } of profile.columns)
      if (histogram !== undefined) expect(histogram.bins.reduce((sum, { count }) => sum + count, 0)).toBe(rows)
  })

  it('POST /ID/risk: a later question ends an earlier one of the same file', async () => {
    const { id } = await open('census.csv')
    const all = ['age', 'birth-date', 'sex', 'race', 'education', 'postcode', 'occupation', 'country']
    const [first, second] = await Promise.all([
      post<{ kind: string }>(`/${id}/risk`, { quasiIdentifiers: all }),
      post<{ kind: string }>(`/${id}/risk`, { quasiIdentifiers: ['sex'] }),
    ])
    expect(first.kind).toBe('CancelledError')
    expect(second).toMatchObject({ kind: 'columns', risk: { rows: 4000, classes: 2 } })
  })

  it('POST /ID/items counts baskets, empty ones too', async () => {
    const { id, rows } = await open('baskets.txt')
    expect(rows).toBe(5)
    expect(await post(`/${id}/items`, {})).toMatchObject({
      baskets: 5,
      empty: 1,
      items: 4,
      occurrences: 9,
      longest: 3,
      top: [
        { value: 'a', count: 3 },
        { value: 'c', count: 3 },
        { value: 'b', count: 2 },
        { value: 'd', count: 1 },
      ],
      supports: {
        bins: [
          { low: 1, count: 1 },
          { low: 2, count: 1 },
          { low: 3, count: 2 },
        ],
      },
    })
  })

  it('POST /upload keeps files of one name side by side, and takes no path', async () => {
    const send = (name: string, body: string) =>
      app.request(`/upload?name=${encodeURIComponent(name)}`, { method: 'POST', body })
    const paths: unknown[] = []
    for (const [name, body] of [
      ['a.csv.gz', '1'],
      ['a.csv.gz', '2'],
      ['../../b.csv', '3'],
      ['..', '4'],
    ] as const)
      paths.push(await (await send(name, body)).json())
    expect(paths).toEqual([
      { path: 'uploads/a.csv.gz' },
      { path: 'uploads/a-2.csv.gz' },
      { path: 'uploads/b.csv' },
      expect.objectContaining({ error: 'an upload needs the name of its file' }),
    ])
    expect(readdirSync(join(folder, 'uploads')).sort()).toEqual(['a-2.csv.gz', 'a.csv.gz', 'b.csv'])
    expect(readFileSync(join(folder, 'uploads/a.csv.gz'), 'utf8')).toBe('1')
  })

  it('POST /open keeps no upload that cannot be opened, and every one that can', async () => {
    const send = async (name: string, body: string): Promise<{ path: string }> =>
      (await app.request(`/upload?name=${name}`, { method: 'POST', body })).json() as never
    const bad = await send('header-only.csv', 'a,b\n')
    expect(existsSync(join(folder, bad.path))).toBe(true)
    expect(await post('/open', bad)).toMatchObject({ error: expect.stringContaining('no rows') })
    expect(existsSync(join(folder, bad.path))).toBe(false)
    const good = await send('good.csv', 'a,b\n1,2\n')
    const { id } = await post<{ id: string }>('/open', good)
    await post(`/${id}/propose`, {})
    // A file that was used once stays, even if it breaks later.
    writeFileSync(join(folder, good.path), 'a,b\n')
    expect(await post('/open', good)).toMatchObject({ error: expect.stringContaining('no rows') })
    expect(existsSync(join(folder, good.path))).toBe(true)
  })

  it('says so when a file is no longer open', async () => {
    const answer = await app.request('/d0/rows')
    expect(await answer.json()).toMatchObject({ error: expect.stringContaining('no longer open') })
  })
})
