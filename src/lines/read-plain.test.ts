import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scratchTables } from '../../test/scratch-tables.ts'
import { someOf } from '../../test/thorough.ts'
import { type GroupedRows, type GroupRequest, groupRows, TooManyCombinations } from '../frequency/group-rows.ts'
import type { FileSource } from '../sql/dialect.ts'
import { open, type PlainRun, readPlainTuples } from './read-plain.ts'
import { readTuples } from './read-tuples.ts'

const scratch = scratchTables()
const always: PlainRun = { worthAThread: Number.POSITIVE_INFINITY }
/** Two readers that alternate in this thread: a real thread would start after everything is read. */
const byTwo: PlainRun = {
  worthAThread: 0,
  elsewhere: async (task) => (await open(undefined))(task, { stopped: () => false, pause: () => undefined }),
}
const names = ['a', 'b', 'c', 'd']
const anyCell = fc.oneof(
  fc.constantFrom('', 'x', 'y', '?', 'NA', ' x', 'x ', 'é', '日本', '10', '9.50', '#', "'", '\\', 'NULL'),
  fc.constantFrom('a,b', '|;', ',', 'é,\t;|', `${'long, '.repeat(9)}end`),
  fc.stringMatching(/^[a-z]{0,40}$/),
)
const anyTable = fc.record({
  rows: fc.array(fc.tuple(anyCell, anyCell, anyCell, anyCell), { minLength: 1, maxLength: 60 }),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  end: fc.constantFrom('\n', ''),
  quoted: fc.func(fc.boolean()),
  columns: fc.shuffledSubarray(names, { minLength: 1 }),
  keep: fc.option(fc.shuffledSubarray(names), { nil: undefined }),
  missingValues: fc.subarray(['?', 'NA', '']),
  run: fc.constantFrom(always, byTwo),
})

function listed({ counts, columns }: GroupedRows): string[] {
  const cells = (tuple: number) => columns.map(({ places, texts }) => (places[tuple] < 0 ? null : texts[places[tuple]]))
  return Array.from(counts, (count, tuple) => JSON.stringify([cells(tuple), count])).sort()
}

async function both(text: string, request: GroupRequest, { delimiter = ',', run = always } = {}) {
  const { engine } = scratch
  const source = await openFile(text, { delimiter })
  const lines = await readPlainTuples(engine, source, request, run)
  return { source, lines, engine: await groupRows(engine, source, { ...request, keep: undefined }) }
}

async function openFile(text: string, request = {}): Promise<FileSource> {
  const { source } = await scratch.open(text, request)
  if (source.kind !== 'files') throw new Error('no file')
  return source
}

describe('readPlainTuples(file)', () => {
  it('answers what the engine answers, and every row by its tuple and its texts', async () => {
    await fc.assert(
      fc.asyncProperty(anyTable, async ({ rows, end, quoted, columns, keep, missingValues, ...options }) => {
        const { delimiter } = options
        const write = (cells: readonly string[], row: number) =>
          cells.map((cell, i) => (cell.includes(delimiter) || quoted(row, i) ? `"${cell}"` : cell)).join(delimiter)
        const text = `${[names.join(delimiter), ...rows.map(write)].join('\n')}${end}`
        const request = { columns: columns.map((column) => ({ column })), keep, missingValues }
        const { lines, engine } = await both(text, request, options)
        if (lines === undefined) throw new Error('it was left to the engine')
        expect(listed(lines)).toEqual(listed(engine))
        for (const [i, { texts }] of lines.columns.entries())
          expect([...texts].sort()).toEqual([...engine.columns[i].texts].sort())
        expect(lines.held?.tuples.length).toBe(keep === undefined ? undefined : rows.length)
        rows.forEach((cells, row) => {
          const cell = (column: string) => cells[names.indexOf(column)]
          for (const { column, places, texts } of lines.held?.kept ?? [])
            expect(texts[places[row]]).toBe(cell(column) === '' ? null : cell(column))
          const tuple = lines.held?.tuples[row]
          if (tuple === undefined) return
          const isMissing = (value: string) => value === '' || missingValues.includes(value)
          columns.forEach((column, i) => {
            const { places, texts } = lines.columns[i]
            expect(places[tuple] < 0 ? null : texts[places[tuple]]).toBe(isMissing(cell(column)) ? null : cell(column))
          })
        })
      }),
      { numRuns: someOf(60) },
    )
  })

  it('reads more texts, tuples and rows than are held at first, by one reader and by two', async () => {
    const row = (i: number) => `v${i % 5000},${(i * 7919) % 300_007},${['x', '', '?', 'y'][i % 4]}\n`
    const text = `a,b,c\n${Array.from({ length: 270_000 }, (_, i) => row(i % 12_000)).join('')}`
    const columns = ['b', 'c', 'a'].map((column) => ({ column }))
    const request = { columns, keep: ['c'], missingValues: ['?'] }
    const { source, lines, engine } = await both(text, request)
    const two = await readPlainTuples(scratch.engine, source, request, byTwo)
    if (lines === undefined || two === undefined) throw new Error('it was left to the engine')
    const expected = listed(engine)
    expect(listed(lines)).toEqual(expected)
    expect(listed(two)).toEqual(expected)
    const rowsOf = ({ columns: [b, , a], held }: GroupedRows) =>
      Array.from(held?.tuples ?? [], (tuple, at) => {
        const [kept] = held?.kept ?? []
        return [a.texts[a.places[tuple]], b.texts[b.places[tuple]], kept.texts[kept.places[at]]].join()
      })
    for (const found of [lines, two]) expect(`a,b,c\n${rowsOf(found).join('\n')}\n` === text).toBe(true)
  })

  it('leaves to the engine whatever is not plain', async () => {
    const { engine, folder } = scratch
    const request = { columns: [{ column: 'a' }, { column: 'b' }], keep: ['a'], missingValues: [] }
    const plain = 'a,b\n1,2\n3,4\n'
    const source = await openFile(plain)
    if (source.csv === undefined) throw new Error('no file')
    const { csv } = source
    const read = (bytes: string | Buffer, more = {}, asked: Partial<GroupRequest> = {}) => {
      writeFileSync(join(folder, 'any.csv'), bytes)
      return readPlainTuples(engine, { ...source, ...more }, { ...request, ...asked }, always)
    }
    expect(await read(plain)).toBeDefined()
    const texts = [
      'a,b\n1,"2""3"\n',
      'a,b\n1,"2"3\n',
      'a,b\n"1,2\n3,4"\n',
      'a,b\n1,"\n',
      'a,b\n1,2"\n',
      'a,b\r\n1,2\r\n',
      'a,b\n1,2\n3,4\r',
      'a,b\n1,2\n\n',
      'a,b\n\n1,2\n',
    ]
    texts.push(
      'a,b\n1\n',
      'a,b\n1,2,3\n',
      'a,b\n1,2\n3',
      'a,b\n1,\0\n',
      'a,b\n',
      'a,b',
      '\ufeffa,b\n1,2\n',
      '"a",b\n1,2\n',
    )
    texts.push('a\n1\n', 'a,b\n1,\ufeff2\n', `a,b\n1,${'x'.repeat(2 << 20)}\n`)
    for (const text of texts) expect([text.slice(0, 20), await read(text)]).toEqual([text.slice(0, 20), undefined])
    expect(await read(Buffer.from('a,b\n1,\xe9\n', 'latin1'))).toBeUndefined()
    const many = `a,b\n${Array.from({ length: 1100 }, (_, i) => `${i},${i}\n`).join('')}`
    expect(await read(many)).toBeDefined()
    const most = `a,b\n${Array.from({ length: 66_000 }, (_, i) => `${i},1\n`).join('')}`
    expect(await read(most)).toBeUndefined()
    expect(await read(most, {}, { keep: undefined })).toBeUndefined()
    for (const more of [
      { csv: { ...csv, skip: 1 } },
      { csv: { ...csv, headerLine: false } },
      { csv: { ...csv, encoding: 'latin-1' } },
      { csv: { ...csv, delimiter: '::' } },
      { csv: { ...csv, delimiter: ' ' } },
      { csv: { ...csv, quote: '§' } },
      { csv: { ...csv, quote: '' } },
      { csv: { ...csv, ours: { nullText: '', types: [] } } },
      { files: [...source.files, ...source.files] },
      { numbers: { decimal: ',', columns: ['a'] } },
      { keyed: [{ column: 'a' }] },
      { format: 'lines' },
    ])
      expect([more, await read(plain, more)]).toEqual([more, undefined])
    const bins = { columns: [{ column: 'a', rule: { list: [2] } }] }
    expect(await read(plain, {}, bins)).toBeUndefined()
    expect(await read(plain, {}, { columns: [{ column: 'z' }] })).toBeUndefined()
    writeFileSync(join(folder, 'any.csv'), plain)
    expect(await readTuples(engine, source, request, { linesFrom: 0 })).toBeDefined()
    expect(await readTuples(engine, source, request)).toBeUndefined()
    expect(
      await readTuples({ ...engine, folder: undefined } as never, source, request, { linesFrom: 0 }),
    ).toBeUndefined()
  })

  it(
    'refuses a file that is not plain at its beginning or its end, also by two threads, and hears a ' + 'cancel',
    async () => {
      const { engine, folder } = scratch
      const lines = Array.from({ length: 3000 }, (_, i) => `${i % 7},${i % 3}\n`).join('')
      const request = { columns: [{ column: 'a' }], missingValues: [] }
      for (const text of [`a,b\n${lines}1",2\n`, `a,b\n1",2\n${lines}`]) {
        const source = await openFile(text)
        for (const run of [byTwo, { worthAThread: 0 }])
          expect(await readPlainTuples(engine, source, request, run)).toBeUndefined()
      }
      const source = await openFile(`a,b\n${lines}`)
      const elsewhere = () => Promise.reject(new Error('the thread has ended'))
      expect(await readPlainTuples(engine, source, request, { ...byTwo, elsewhere })).toBeUndefined()
      expect((await readPlainTuples(engine, source, request, { worthAThread: 0 }))?.counts.length).toBe(7)
      const signal = AbortSignal.abort()
      for (const worthAThread of [0, Number.POSITIVE_INFINITY])
        await expect(readPlainTuples(engine, source, request, { worthAThread, signal })).rejects.toThrow()
      expect(readFileSync(join(folder, 'any.csv'), 'utf8')).toBe(`a,b\n${lines}`)
    },
  )

  it('refuses more combinations than may be answered, with their number', async () => {
    const source = await openFile('a,b\n1,2\n3,4\n5,6\n')
    const request = { columns: [{ column: 'a' }], missingValues: [], most: 2 }
    await expect(readPlainTuples(scratch.engine, source, request, always)).rejects.toThrow(
      new TooManyCombinations(3, 2),
    )
  })

  it('tells about how many lines repeat, and that all may where only the middle of long lines differs', async () => {
    const request = { columns: [{ column: 'a' }], missingValues: [] }
    const repeats = async (line: (row: number) => string) => {
      const lines = Array.from({ length: 20_000 }, (_, row) => line(row))
      return (await both(`a,b\n${lines.join('\n')}\n`, request)).lines?.repeats
    }
    const long = 'always the same and so on'
    expect(await repeats((row) => `${row % 7},${row}`)).toBeLessThan(0.01)
    expect(await repeats((row) => `${row % 7},${row} ${long} ${long}`)).toBeLessThan(0.01)
    expect(await repeats((row) => `${(row >> 1) % 7},${row >> 1}`)).toBeCloseTo(0.5, 1)
    expect(await repeats((row) => `${row % 7},"${long} ${row} ${long}"`)).toBeGreaterThan(0.9)
  })
})
