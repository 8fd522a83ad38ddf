import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseBaskets } from '../../test/baskets/parse-baskets.ts'
import type { Engine } from '../engines/engine.ts'
import { openLocalEngine } from '../engines/open-engine.ts'
import { openSource } from '../sources/open-source.ts'
import type { SourceRequest } from '../sources/table.ts'
import type { Baskets } from './baskets.ts'
import { type ItemsLayout, readSourceBaskets } from './engine-baskets.ts'

let engine: Engine
let folder: string

beforeAll(async () => {
  engine = await openLocalEngine({ threads: 2 })
  folder = mkdtempSync(join(tmpdir(), 'halftone-test-'))
})

afterAll(async () => {
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
})

async function read(
  text: string,
  layout: Partial<ItemsLayout>,
  emptyBaskets: 'fail' | 'keep' | 'drop' = 'fail',
  request: Partial<SourceRequest> = {},
) {
  writeFileSync(join(folder, 'any.csv'), text)
  const table = await openSource({ source: 'any.csv', base: folder, ...request }, engine)
  const whole: ItemsLayout = { column: 'items', cells: 'text', missingValues: [], ...layout }
  return readSourceBaskets(engine, table.source, whole, { emptyBaskets })
}

function spelled({ items, offsets, codes, count }: Baskets): string[] {
  return Array.from({ length: count }, (_, row) =>
    Array.from(codes.subarray(offsets[row], offsets[row + 1]), (code) => items[code]).join(' '),
  )
}

describe('readSourceBaskets', () => {
  it(
    'lines: as the parser in memory reads them: repeats, runs of blanks, quotes, an empty line, carriage ' + 'returns',
    async () => {
      for (const text of ['b a  a\n\n"x, y;z|\n10 9\n', 'b a\r\n\r\nc\r\n', 'a\tb \n c', '2 10 9\n10\n']) {
        const { baskets, read: count } = await read(text, {}, 'keep', { format: 'transactions' })
        const expected = parseBaskets(text, { emptyBaskets: 'keep' })
        expect(spelled(baskets)).toEqual(spelled(expected))
        expect(baskets).toMatchObject({ items: expected.items, empty: expected.empty, repeats: expected.repeats })
        expect(count).toBe(expected.count)
      }
    },
  )

  it('a cell of items: separator, missing values, and where baskets stand when empty ones are dropped', async () => {
    const text = 'id,items\n1,a; b;b\n2,\n3,?\n4,c d\n'
    const layout = { separator: ';', missingValues: ['?'] }
    const { baskets, read: count, places } = await read(text, layout, 'drop')
    expect(spelled(baskets)).toEqual(['a b', 'c d'])
    expect(count).toBe(4)
    expect(places).toEqual(Int32Array.of(0, 3))
    await expect(read(text, layout, 'fail')).rejects.toThrow(/basket 2 has no items/)
  })

  it('a row per person and item: people in the order of their first row', async () => {
    const text = 'who,items\nz,b\na,red wine\nz,a\na,b\nq,\nz,a\n'
    const { baskets } = await read(text, { per: 'who', cells: 'one' }, 'keep')
    expect(spelled(baskets)).toEqual(['a b', 'b red wine', ''])
    expect(baskets).toMatchObject({ repeats: 1, empty: 1 })
    await expect(read('who,items\n,b\n', { per: 'who', cells: 'one' })).rejects.toThrow(/"who" .* empty in some rows/)
  })

  it('a list in JSON', async () => {
    const text = '{"items": ["a b", "c"]}\n{"items": ["c"]}\n'
    const { baskets } = await read(text, { cells: 'list' }, 'fail', { format: 'json' })
    expect(baskets.items).toEqual(['a b', 'c'])
    expect(baskets.count).toBe(2)
  })

  it('nothing but empty baskets is refused', async () => {
    await expect(read('\n\n', {}, 'keep', { format: 'transactions' })).rejects.toThrow(/no item in any basket/)
  })
})
