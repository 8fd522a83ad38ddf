import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataRoutes } from '../data/routes.ts'
import { openSession, type Session } from '../session.ts'
import type { Examined, HierarchyProposal } from './api.ts'
import { hierarchyRoutes } from './routes.ts'

describe('hierarchyRoutes(session)', () => {
  let folder: string
  let session: Session
  let app: Hono
  let data: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halftone-hierarchies-'))
    const rows = Array.from({ length: 60 }, (_, i) => `${20 + (i % 30)},${['red', 'green', 'blue'][i % 3]},"${i},5"`)
    writeFileSync(join(folder, 'people.csv'), `age,colour,costs\n${rows.join('\n')}\n`)
    session = openSession({ folder, threads: 2 })
    app = new Hono()
    app.onError((error, context) => context.json({ error: error.message, kind: error.name }, 400))
    app.route('/data', dataRoutes(session))
    app.route('/', hierarchyRoutes(session))
    ;({ id: data } = await post<{ id: string }>('/data/open', { path: 'people.csv' }))
  })
  afterAll(async () => {
    await session.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function post<T = { error: string }>(path: string, body: unknown): Promise<T> {
    const headers = { 'content-type': 'application/json' }
    return (await (await app.request(path, { method: 'POST', body: JSON.stringify(body), headers })).json()) as T
  }
  const tree = { name: '*', children: [{ name: 'red' }, { name: 'green' }] }

  it('POST /save writes all trees or none, in the form of their names, and only inside of the folder', async () => {
    const good = { path: 'trees/colour.json', tree }
    for (const bad of [
      { path: '../colour.json', tree },
      { path: 'trees/colour.exe', tree },
      { path: 'trees/bad.json', tree: { children: [] } },
    ])
      expect((await post('/save', { base: '', trees: [good, bad] })).error).toMatch(/outside|\.json or \.csv|a name/)
    expect(existsSync(join(folder, 'trees'))).toBe(false)
    const trees = [good, { path: 'trees/colour.csv', tree }]
    expect(await post('/save', { base: '', trees })).toEqual({ saved: ['trees/colour.json', 'trees/colour.csv'] })
    expect(readFileSync(join(folder, 'trees/colour.csv'), 'utf8')).toBe('red;*\ngreen;*\n')
    expect(readdirSync(join(folder, 'trees')).sort()).toEqual(['colour.csv', 'colour.json'])
    expect(await post('/read', { base: 'trees', path: 'colour.json' })).toEqual({ tree })
  })

  it('POST /examine is the doctor: what is uncovered, which levels there are', async () => {
    const settings = { taxonomy: 'trees/colour.json' }
    const { findings } = await post<Examined>('/examine', { data, column: 'colour', settings, tree, missing: 'none' })
    expect(findings).toMatchObject([{ severity: 'error', kind: 'uncovered', values: [{ value: 'blue', count: 20 }] }])
    const numeric = { type: 'numeric', endpoints: [30, 40] }
    expect(await post('/examine', { data, column: 'age', settings: numeric, missing: 'none' })).toMatchObject({
      findings: [],
      starts: [20, 30, 40],
      levels: [
        { name: 'bins', groups: 3, labels: ['[20,29]', '[30,39]', '[40,49]'] },
        { name: 'width 20', groups: 2 },
        { name: 'all', groups: 1, labels: expect.any(Array) },
      ],
    })
    // Labels as they will be released: ends are public unless the job wants them exact.
    const ends = { people: 10, search: 'boxes' }
    const { levels } = await post<Examined>('/examine', { data, column: 'age', settings: { type: 'numeric' }, ends })
    expect(levels[0].labels.some((label) => /^(≤|≥|\[\d+,\d+\])/.test(label))).toBe(true)
    expect(levels[0].groups).toBeLessThanOrEqual(6)
    const commas = { data, column: 'costs', settings: { type: 'numeric' } }
    expect((await post<Examined>('/examine', { ...commas, decimal: ',' })).findings).toEqual([])
    expect((await post<Examined>('/examine', commas)).findings).toMatchObject([
      { severity: 'error', message: expect.stringContaining('How it is read') },
    ])
    const { findings: wrong } = await post<Examined>('/examine', { data, column: 'age', settings: {}, missing: 'none' })
    expect(wrong).toMatchObject([{ severity: 'error', kind: 'settings' }])
  })

  it('POST /propose starts any kind from the values; a tree never takes the name of another', async () => {
    const ask = (column: string, kind?: string, taken: string[] = []) =>
      post<HierarchyProposal>('/propose', { data, column, base: '', taken, kind })
    expect((await ask('age')).settings).toEqual({ type: 'numeric' })
    expect((await ask('colour')).settings).toEqual({ taxonomy: 'taxonomies/colour.json' })
    expect((await ask('colour', 'tree', ['taxonomies/colour.json'])).settings).toEqual({
      taxonomy: 'taxonomies/colour-2.json',
    })
    expect((await ask('colour', 'order')).settings).toEqual({ order: ['blue', 'green', 'red'] })
    expect((await ask('age', 'order')).settings.order?.slice(0, 3)).toEqual(['20', '21', '22'])
    expect((await ask('colour', 'plain')).settings).toEqual({ type: 'category' })
  })

  it('POST /import reads a tree of either form', async () => {
    expect(await post('/import', { name: 'colour.csv', text: 'red;*\ngreen;*\n' })).toEqual({ tree })
    expect(await post('/import', { name: 'colour.json', text: JSON.stringify(tree) })).toEqual({ tree })
    expect((await post('/import', { name: 'colour.json', text: '[]' })).error).toContain('the root must be')
  })
})
