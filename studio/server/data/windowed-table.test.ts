import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSession, type Session } from '../session.ts'
import { openWindowed } from './windowed-table.ts'

const quoted = (cell: string) => `"${cell}"`

describe('openWindowed(session, request)', () => {
  let folder: string
  let session: Session
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'halftone-window-'))
    const lines = Array.from({ length: 5000 }, (_, i) => `${String(i).padStart(5, '0')},${i % 7 === 0 ? '' : i / 2}`)
    writeFileSync(join(folder, 'numbers.csv'), `code,half\n${lines.join('\n')}\n`)
    session = openSession({ folder })
  })
  afterAll(async () => {
    await session.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('answers any window with the cells of the file, in its order', async () => {
    const table = await openWindowed(session, { source: 'numbers.csv', base: folder })
    expect(table.columns.map(({ name }) => name)).toEqual(['code', 'half'])
    expect(table.rows).toBe(5000)
    expect(await table.window(0, 2)).toEqual({
      from: 0,
      of: 5000,
      places: [0, 1],
      rows: [
        ['00000', null],
        ['00001', '0.5'],
      ],
    })
    const { from, rows } = await table.window(4997, 100)
    expect(from).toBe(4997)
    expect(rows.map(([code]) => code)).toEqual(['04997', '04998', '04999'])
    await table.close()
  })

  it('sorts numbers as numbers and finds a text in any cell', async () => {
    const table = await openWindowed(session, { source: 'numbers.csv', base: folder })
    const last = await table.window(0, 2, { sort: 1, descending: true })
    expect(last.of).toBe(5000)
    expect(last.rows).toEqual([
      ['04999', '2499.5'],
      ['04997', '2498.5'],
    ])
    expect((await table.window(4999, 1, { sort: 1, descending: true })).rows[0][1]).toBe(null)
    const found = await table.window(0, 10, { contains: '2499' })
    expect(found).toMatchObject({ of: 2, places: [2499, 4999] })
    await table.close()
  })

  it('sorts and filters as a plain reading of the rows does, before and after all columns are ranked', async () => {
    const cells = ['7', '10', '[2,9]', '[12,20]', 'Ångström', 'b', '*', '', '-3']
    const lines = Array.from({ length: 400 }, (_, i) => [cells[(i * i) % 9], cells[(i * 5 + (i % 3)) % 9]])
    writeFileSync(join(folder, 'mixed.csv'), `one,two\n${lines.map((line) => line.map(quoted).join(',')).join('\n')}\n`)
    const table = await openWindowed(session, { source: 'mixed.csv', base: folder })
    const value = (text: string) => Number(/^\[(.*?),/.exec(text)?.[1] ?? text)
    const compare = (a: string, b: string) =>
      Number(Number.isNaN(value(a))) - Number(Number.isNaN(value(b))) ||
      (Number.isNaN(value(a)) ? 0 : value(a) - value(b)) ||
      Number(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    const expected = (sort?: 0 | 1, descending = false, contains = '', changed = false) =>
      lines
        .map((line, place) => ({ line, place }))
        .filter(({ line }) => line.some((cell) => cell !== '' && cell.toLowerCase().includes(contains)))
        .filter(({ line }) => !changed || line[0] !== line[1])
        .sort(({ line: a }, { line: b }) => {
          const [x, y] = sort === undefined ? ['', ''] : [a[sort], b[sort]]
          if (x === '' || y === '') return Number(x === '') - Number(y === '')
          return descending ? compare(y, x) : compare(x, y)
        })
        .map(({ place }) => place)
    for (let round = 0; round < 2; round++) {
      for (const contains of ['', '2', 'ång', 'zzz'])
        for (const sort of [undefined, 0, 1] as const)
          for (const descending of [undefined, true] as const)
            for (const changed of [undefined, true] as const) {
              if (sort === undefined && contains === '' && !changed) continue
              const view = { sort, descending, contains: contains || undefined, changed }
              const { places, rows, of } = await table.window(0, 1000, view)
              expect(places, JSON.stringify(view)).toEqual(expected(sort, descending, contains, changed))
              expect(of).toBe(places.length)
              expect(rows).toEqual(places.map((place) => lines[place].map((cell) => cell || null)))
            }
      await table.prepare?.(true)
    }
    await table.close()
  })

  it('gives no rows beyond the end, and never more than a thousand', async () => {
    const table = await openWindowed(session, { source: 'numbers.csv', base: folder })
    expect((await table.window(5000, 10)).rows).toEqual([])
    expect((await table.window(Number.NaN, 10)).rows).toEqual([])
    expect((await table.window(-5, 3)).rows).toHaveLength(3)
    expect((await table.window(0, 1e9)).rows).toHaveLength(1000)
    await table.close()
  })
})
