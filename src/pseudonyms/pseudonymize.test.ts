import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../engines/engine.ts'
import { openLocalEngine } from '../engines/open-engine.ts'
import { openSource } from '../sources/open-source.ts'
import type { Table } from '../sources/table.ts'
import { sql } from '../sql/dialect.ts'
import type { PseudonymFormat } from '../sql/scans.ts'
import { type KeyFile, makeKeyFile } from './key-file.ts'
import type { PlannedKeyed, PlannedPseudonym, PlannedShift } from './plan-keyed.ts'
import { pseudonymize } from './pseudonymize.ts'

let folder: string
let engine: Engine
let key: KeyFile
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'halftone-pseudonyms-'))
  engine = await openLocalEngine({ threads: 2 })
  key = makeKeyFile(join(folder, 'a.key'))
})
afterAll(async () => {
  await engine.close()
  rmSync(folder, { recursive: true })
})

const named = () => ({ key: key.file, named: 'a.key', scope: '' })
const pseudonym = (settings: Partial<PlannedPseudonym> = {}): PlannedPseudonym => ({
  kind: 'pseudonym',
  ...named(),
  format: 'hex',
  length: 16,
  ...settings,
})
const shift = (settings: Partial<PlannedShift> = {}): PlannedShift => ({
  kind: 'shift',
  ...named(),
  by: 'id',
  days: 30,
  ...settings,
})

async function openRows(rows: readonly Readonly<Record<string, unknown>>[]): Promise<Table> {
  const file = join(folder, 'rows.jsonl')
  writeFileSync(file, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`)
  return openSource({ source: file, base: folder, ours: true }, engine)
}

async function cells(
  rows: readonly Readonly<Record<string, unknown>>[],
  columns: Readonly<Record<string, PlannedKeyed>>,
  column: string,
): Promise<readonly (string | null)[]> {
  const planned = Object.entries(columns).map(([name, keyed]) => ({ name, keyed }))
  const { table } = await pseudonymize(await openRows(rows), { columns: planned, missingValues: ['?'] })
  const { dialect } = engine
  const text = dialect.text(dialect.identifier(column))
  return (await engine.query(sql`SELECT ${text} AS x FROM ${dialect.scan(table.source)}`)).texts('x')
}

function expectedDigest(text: string, purpose = 'pseudonym ', keyFile: KeyFile = key): Buffer {
  return createHmac('sha256', keyFile.derive(purpose)).update(text, 'utf8').digest()
}

function expected(text: string, format: PseudonymFormat, length: number): string {
  const digest = expectedDigest(text)
  if (format === 'hex') return digest.toString('hex').slice(0, length)
  if (format === 'digits') {
    const first = 10n ** BigInt(length - 1)
    return String((BigInt(`0x${digest.toString('hex').slice(0, 28)}`) % (9n * first)) + first)
  }
  const [consonants, vowels] = ['bdfghjklmnprstvz', 'aiou']
  return Array.from({ length }, (_, i) => {
    const word = digest.readUInt16BE(2 * i)
    return `${consonants[word >> 12]}${vowels[(word >> 10) & 3]}${consonants[(word >> 6) & 15]}${vowels[(word >> 4) & 3]}${consonants[word & 15]}`
  }).join('-')
}

describe('pseudonymize(table, plan)', () => {
  it.each([
    ['hex', 16],
    ['hex', 64],
    ['digits', 18],
    ['digits', 11],
    ['words', 4],
    ['words', 16],
  ] as const)('%s of length %i are HMAC-SHA-256 of the text', async (format, length) => {
    const texts = fc.sample(fc.string({ unit: 'grapheme', minLength: 1 }), { numRuns: 40, seed: 7 })
    const ids = [...texts.filter((text) => text !== '?'), '7', 'Müller 🦊', "O'Neil"]
    const found = await cells(
      ids.map((id) => ({ id })),
      { id: pseudonym({ format, length }) },
      'id',
    )
    expect(found).toEqual(ids.map((id) => expected(id, format, length)))
  })

  it(
    'the same value has the same pseudonym in another file, column and type; another key or scope gives ' + 'another',
    async () => {
      const [text] = await cells([{ id: '4711' }], { id: pseudonym() }, 'id')
      expect(await cells([{ patient: 4711 }], { patient: pseudonym() }, 'patient')).toEqual([text])
      const other = makeKeyFile(join(folder, 'b.key'))
      expect(await cells([{ id: '4711' }], { id: pseudonym({ key: other.file }) }, 'id')).not.toEqual([text])
      expect(await cells([{ id: '4711' }], { id: pseudonym({ scope: 'study' }) }, 'id')).not.toEqual([text])
    },
  )

  it('what is missing stays missing, and two tables of one engine keep their own keys', async () => {
    const found = await cells([{ id: 'a' }, { id: null }, { id: '?' }, { id: '' }], { id: pseudonym() }, 'id')
    expect(found).toEqual([expected('a', 'hex', 16), null, null, null])
  })

  it('two people with one pseudonym are refused with the length to set', async () => {
    const rows = Array.from({ length: 3000 }, (_, id) => ({ id }))
    await expect(cells(rows, { id: pseudonym({ length: 4 }) }, 'id')).rejects.toThrow(
      /3000 different values but only 29\d\d pseudonyms of 4 digits \(16 bits\): .* set length: 11 or more/,
    )
    await expect(cells(rows, { id: pseudonym({ format: 'words', length: 1 }) }, 'id')).rejects.toThrow(/set length: 3/)
  })

  it('dates move by the keyed days of their person, none by 0, the time of day stays', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => ({
      id: `p${i % 150}`,
      at: i % 2 === 0 ? '2024-02-28' : '2023-12-31T23:59:00Z',
    }))
    const moved = await cells(rows, { at: shift({ days: 3 }) }, 'at')
    const seen = new Set<number>()
    rows.forEach(({ id, at }, i) => {
      const place = Number.parseInt(expectedDigest(id, 'shift ').toString('hex').slice(0, 12), 16) % 6
      const days = place < 3 ? place - 3 : place - 2
      seen.add(days)
      const date = new Date(Date.parse(at.slice(0, 10)) + days * 86_400_000).toISOString().slice(0, 10)
      expect(moved[i]).toBe(`${date}${at.slice(10)}`)
    })
    expect([...seen].sort((a, b) => a - b)).toEqual([-3, -2, -1, 1, 2, 3])
    const [german] = await cells([{ id: 'p0', at: '28.02.2024' }], { at: shift({ days: 3, format: '%d.%m.%Y' }) }, 'at')
    expect(german?.split('.').reverse().join('-')).toBe(moved[0])
  })

  it('refuses a date that most people share, because it gives their shifts away', async () => {
    const constant = Array.from({ length: 9 }, (_, i) => ({ id: `p${i}`, at: '2024-02-28' }))
    await expect(cells(constant, { at: shift() }, 'at')).rejects.toThrow(
      /9 of 9 dates that people have in column "at" are the same one.* give "at" role: identifier/,
    )
    const half = constant.map(({ id, at }, i) => ({ id, at: i % 2 === 0 ? `2023-01-0${i + 1}` : at }))
    expect(await cells(half, { at: shift() }, 'at')).toHaveLength(9)
    expect(await cells([constant[0], constant[0]], { at: shift() }, 'at')).toHaveLength(2)
  })

  it('dates that cannot be read, or have no person, are refused; the format that would fit is named', async () => {
    await expect(cells([{ id: 'a', at: '28.02.2024' }], { at: shift() }, 'at')).rejects.toThrow(
      /1 values of column "at" are no dates of the form year-month-day.* set format: "%d.%m.%Y"/,
    )
    await expect(cells([{ id: 'a', at: '2024-02-30' }], { at: shift() }, 'at')).rejects.toThrow(/no dates of the form/)
    await expect(cells([{ id: '', at: '2024-02-28' }], { at: shift() }, 'at')).rejects.toThrow(
      /1 rows have a date in "at" but nobody in "id"/,
    )
    expect(
      await cells(
        [
          { id: '', at: '' },
          { id: 'a', at: null },
        ],
        { at: shift() },
        'at',
      ),
    ).toEqual([null, null])
  })

  it('another key than that of the earlier release, and an engine elsewhere, are refused', async () => {
    await expect(cells([{ id: 'a' }], { id: pseudonym({ fingerprint: 'other' }) }, 'id')).rejects.toThrow(
      /another key than that of the earlier release/,
    )
    const table = await openRows([{ id: 'a' }])
    const { holdKey: _, ...elsewhere } = { dialect: engine.dialect, version: 'PostgreSQL 16', holdKey: undefined }
    await expect(
      pseudonymize(
        { ...table, engine: elsewhere as unknown as Engine },
        { columns: [{ name: 'id', keyed: pseudonym() }], missingValues: [] },
      ),
    ).rejects.toThrow(/does not leave this machine, and PostgreSQL 16 would have to be given it; export/)
  })
})
