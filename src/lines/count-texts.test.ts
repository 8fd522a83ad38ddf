import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratchTables } from '../../test/scratch-tables.ts'
import { profileRows } from '../frequency/profile-rows.ts'
import { openSource } from '../sources/open-source.ts'
import { countTexts } from './count-texts.ts'

const scratch = scratchTables()
const ROWS = 120_000
const names = ['few', 'none', 'late', 'id', 'texts']

function line(n: number): string {
  const texts = n % 9 === 0 ? 'NA' : `text ${(n * 7919) % 40_000}`
  return [n % 7 === 0 ? '?' : `v${n % 5}`, '', n < 60_000 ? 'sämé' : `v${n % 900}`, n, texts].join()
}

async function open(change = (text: string) => text) {
  const text = `${names}\n${Array.from({ length: ROWS }, (_, n) => `${line(n)}\n`).join('')}`
  const file = join(scratch.folder, 'texts.csv')
  writeFileSync(file, change(text))
  return openSource({ source: file, base: scratch.folder }, scratch.engine)
}

describe('countTexts of a plain file', () => {
  const count: typeof countTexts = (source, columns, missing, oneIn, run) =>
    countTexts(source, columns, missing, oneIn, { ...run, linesFrom: 0 } as typeof run)

  it('profiles as the engine does: few texts exactly, many by those that a hash draws', async () => {
    const { engine, source } = await open()
    const held = { source, first: source }
    const [byEngine, read] = [
      await profileRows(engine, held, names, ['?', '']),
      await profileRows(engine, held, names, ['?', ''], { countTexts: count }),
    ]
    expect(read.slice(0, 3)).toEqual(byEngine.slice(0, 3))
    expect(read[0]).toMatchObject({ rows: ROWS, missingCount: Math.ceil(ROWS / 7) })
    const [id, texts] = read.slice(3)
    expect(id).toMatchObject({ rows: ROWS, missingCount: 0, distinct: ROWS })
    expect(Math.abs((texts.distinct ?? 0) / 40_001 - 1)).toBeLessThan(0.1)
    expect(texts.counts[texts.values.indexOf('NA')]).toBe(Math.ceil(ROWS / 9))
    const counts = new Map<string, number>()
    for (let n = 0; n < ROWS; n++) {
      const text = line(n).split(',')[4]
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
    for (const [i, value] of texts.values.entries()) expect(texts.counts[i]).toBe(counts.get(value))
    expect(texts.values.length).toBeLessThan(4000)
  })

  it('counts every text of any columns, and leaves to the engine what is not plain or too long a list', async () => {
    const { source } = await open()
    const few = await count(source, [{ name: 'late' }, { name: 'few', frequent: ['v1'] }], ['?'], 64)
    expect(few?.rows).toBe(ROWS)
    expect(few?.columns[0].texts).toHaveLength(901)
    expect(few?.columns[1].texts).toContain('v1')
    expect(await count(source, [{ name: 'id' }], [], 64)).toBeUndefined()
    expect(await countTexts(source, [{ name: 'few' }], [], 64)).toBeUndefined()
    const quoted = await open((text) => text.replace('\nv1', '\n"v""1"'))
    expect(await count(quoted.source, [{ name: 'few' }], [], 64)).toBeUndefined()
  })
})
