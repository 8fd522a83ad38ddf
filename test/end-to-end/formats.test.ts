import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../../src/engines/engine.ts'
import { openLocalEngine } from '../../src/engines/open-engine.ts'
import type { Sql } from '../../src/sql/dialect.ts'
import { countClasses, type Files, inFolder, parseCsv, readRelease, runJob, writeFiles } from './workshop.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openLocalEngine({ threads: 1 })
})
afterAll(() => engine.close())

const execute = (statement: string): Promise<void> => engine.execute(statement as Sql)

/** Reads any file that Halftone wrote with DuckDB itself. */
async function readTable(file: string, columns: readonly string[]): Promise<Record<string, string | null>[]> {
  const texts = columns.map((column) => `CAST("${column}" AS VARCHAR) AS "${column}"`)
  const result = await engine.query(`SELECT ${texts.join(', ')} FROM '${file}'` as Sql)
  return Array.from({ length: result.rows }, (_, row) =>
    Object.fromEntries(columns.map((column) => [column, result.texts(column)[row]])),
  )
}

const header = ['id', 'age', 'city', 'note', 'income']
const rows = [
  ['1', '21', 'Ålesund', 'plain', 'low'],
  ['2', '22', 'Bø, Telemark', 'comma, blank', 'low'],
  ['3', '23', 'Ålesund', 'two\nlines', 'high'],
  ['4', '24', 'Bø, Telemark', 'a "quote"', 'low'],
  ['5', '41', '"Old" Town', 'semi;colon', 'high'],
  ['6', '42', '"Old" Town', 'bar|bar', 'high'],
  ['7', '43', 'Lyon', 'tab\ttab', 'low'],
  ['8', '44', 'Lyon', '  blanks around  ', 'high'],
  ['9', '90', 'Lyon', '', 'high'],
]
const taxonomy = JSON.stringify({
  name: 'Anywhere, "all"',
  children: [
    { name: 'North, cold', children: [{ name: 'Ålesund' }, { name: 'Bø, Telemark' }] },
    { name: 'South "warm"', children: [{ name: '"Old" Town' }, { name: 'Lyon' }] },
  ],
})

interface Written {
  readonly delimiter?: string
  readonly newline?: string
  readonly quoteAll?: boolean
  readonly names?: boolean
}

function delimited(
  table: readonly (readonly string[])[],
  { delimiter = ',', newline = '\n', quoteAll = false, names = true }: Written = {},
): string {
  const field = (text: string) =>
    quoteAll || text.includes(delimiter) || /["\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  const lines = names ? [header, ...table] : table
  return lines.map((line) => line.map(field).join(delimiter) + newline).join('')
}

const jsonLines = rows
  .map(
    ([id, age, city, note, income]) =>
      `${JSON.stringify({ id, age: Number(age), city, note: note || null, income })}\n`,
  )
  .join('')

function job(source: string | readonly string[], data: object = {}, more: object = {}): string {
  return JSON.stringify({
    version: 1,
    data: { source, ...data },
    columns: {
      id: { role: 'identifier' },
      age: { role: 'quasi-identifier', type: 'numeric', levels: [10] },
      city: { role: 'quasi-identifier', taxonomy: 'city.json' },
      note: { role: 'other' },
      income: { role: 'target' },
    },
    privacy: { k: 2, ends: 'exact', 'suppressed-group': 'exempt' },
    output: { release: 'release.csv', order: 'source' },
    ...more,
  })
}

/** What every form of the table must become: the lattice keeps the cities, and the ages in tens; the last row is suppressed. */
const expected = rows.map(([, age, city, note, income]) =>
  age === '90'
    ? { age: '*', city: '*', note, income }
    : { age: age < '30' ? '[21,24]' : '[41,44]', city, note, income },
)

interface Form {
  readonly of: string
  readonly files: Files
  readonly source: string | readonly string[]
  readonly data?: object
}

const csv = delimited(rows)
const forms: readonly Form[] = [
  { of: 'commas', files: { 'p.csv': csv }, source: 'p.csv' },
  { of: 'tabs, by the name .tsv', files: { 'p.tsv': delimited(rows, { delimiter: '\t' }) }, source: 'p.tsv' },
  { of: 'tabs in a .csv', files: { 'p.csv': delimited(rows, { delimiter: '\t' }) }, source: 'p.csv' },
  { of: 'semicolons', files: { 'p.csv': delimited(rows, { delimiter: ';' }) }, source: 'p.csv' },
  { of: 'bars', files: { 'p.txt': delimited(rows, { delimiter: '|' }) }, source: 'p.txt' },
  { of: 'everything quoted', files: { 'p.csv': delimited(rows, { quoteAll: true }) }, source: 'p.csv' },
  { of: 'a byte order mark', files: { 'p.csv': `\uFEFF${csv}` }, source: 'p.csv' },
  {
    of: 'a byte order mark without names',
    files: { 'p.csv': `\uFEFF${delimited(rows, { names: false })}` },
    source: 'p.csv',
    data: { header },
  },
  { of: 'CRLF', files: { 'p.csv': delimited(rows, { newline: '\r\n' }) }, source: 'p.csv' },
  { of: 'no newline at the end', files: { 'p.csv': csv.trimEnd() }, source: 'p.csv' },
  { of: 'latin-1', files: { 'p.csv': Buffer.from(csv, 'latin1') }, source: 'p.csv', data: { encoding: 'latin-1' } },
  {
    of: 'utf-16',
    files: { 'p.csv': Buffer.from(`\uFEFF${csv}`, 'utf16le') },
    source: 'p.csv',
    data: { encoding: 'utf-16' },
  },
  {
    of: 'names in the job',
    files: { 'p.data': delimited(rows, { names: false }) },
    source: 'p.data',
    data: { header },
  },
  {
    of: 'a comma and a blank, with an empty line at the end',
    files: { 'p.data': `${delimited(rows, { delimiter: ', ' })}\n` },
    source: 'p.data',
  },
  { of: 'lines to skip', files: { 'p.csv': `made by hand\n\n${csv}` }, source: 'p.csv', data: { skip: 2 } },
  { of: 'another quote', files: { 'p.csv': csv.replaceAll('"', "'") }, source: 'p.csv', data: { quote: "'" } },
  { of: 'gzip', files: { 'p.csv.gz': gzipSync(csv) }, source: 'p.csv.gz' },
  {
    of: 'a glob of several files',
    files: {
      'parts/p-1.csv': delimited(rows.slice(0, 4)),
      'parts/p-2.csv': delimited(rows.slice(4)),
      'parts/q.csv': 'x\n1\n',
    },
    source: 'parts/p-*.csv',
  },
  {
    of: 'a list of files',
    files: { 'a.csv': delimited(rows.slice(0, 7)), 'b.csv': delimited(rows.slice(7)) },
    source: ['a.csv', 'b.csv'],
  },
  {
    of: 'names that look like globs and partitions',
    files: { 'k=10/p[1]*.csv': csv, 'k=10/p1x.csv': 'x\n1\n' },
    source: 'k=10/p[1]*.csv',
  },
  { of: 'JSON lines', files: { 'p.jsonl': jsonLines }, source: 'p.jsonl' },
  { of: 'JSON lines, compressed', files: { 'p.ndjson.gz': gzipSync(jsonLines) }, source: 'p.ndjson.gz' },
]

describe('anonymize reads every form of a table alike', () => {
  it.each(forms)('$of', async ({ files, source, data }) => {
    const unquoted = data !== undefined && 'quote' in data
    await inFolder({ 'city.json': taxonomy, ...files }, async (folder) => {
      if (unquoted) writeFiles(folder, { 'city.json': taxonomy.replaceAll('\\"', "'") })
      writeFiles(folder, { 'job.yaml': job(source, data) })
      const result = await runJob(folder)
      expect(result).toMatchObject({ outcome: 'found', rows: 9, suppressed: 1 })
      const released = readRelease(join(folder, 'release.csv'))
      expect(unquoted ? JSON.parse(JSON.stringify(released).replaceAll("'", '\\"')) : released).toEqual(expected)
    })
  })

  it('Parquet', async () => {
    await inFolder({ 'city.json': taxonomy, 'p.csv': csv, 'job.yaml': job('p.parquet') }, async (folder) => {
      const columns = "{'id': 'BIGINT', 'age': 'INTEGER', 'city': 'VARCHAR', 'note': 'VARCHAR', 'income': 'VARCHAR'}"
      await execute(
        `COPY (SELECT * FROM read_csv('${folder}/p.csv', columns = ${columns}, auto_detect = false, header = true)) TO '${folder}/p.parquet'`,
      )
      await runJob(folder)
      expect(readRelease(join(folder, 'release.csv'))).toEqual(expected)
    })
  })
})

describe('anonymize writes every form of a release alike', () => {
  const names = ['age', 'city', 'note', 'income']
  const known = expected.map((row) => ({ ...row, note: row.note === '' ? null : row.note }))
  it.each(['release.csv', 'release.tsv', 'release.csv.gz', 'release.tsv.gz', 'release.parquet'])(
    '%s',
    async (release) => {
      const files = {
        'city.json': taxonomy,
        'p.csv': csv,
        'job.yaml': job('p.csv', {}, { output: { release, order: 'source' } }),
      }
      await inFolder(files, async (folder) => {
        const result = await runJob(folder)
        expect(result.verification?.verdict).toBe('holds')
        const file = join(folder, release)
        if (!release.endsWith('.parquet')) expect(readRelease(file)).toEqual(expected)
        else expect(await readTable(file, names)).toEqual(known)
      })
    },
  )
})

describe('columns and rows of a release', () => {
  it('keeps the order of 5,000 rows and columns, and other columns to the letter, with two threads', async () => {
    const table = Array.from({ length: 5000 }, (_, i) => [
      `n${i}`,
      String(20 + ((i * 7) % 40)),
      `${i},${'x'.repeat(i % 5)}`,
    ])
    const text = ['number,age,other', ...table.map(([n, age, other]) => `${n},${age},"${other}"`)].join('\n')
    const own = {
      version: 1,
      data: { source: 'p.csv' },
      columns: {
        number: { role: 'other' },
        age: { role: 'quasi-identifier', type: 'numeric' },
        other: { role: 'sensitive' },
      },
      privacy: { k: 2, ends: 'exact', 'suppressed-group': 'exempt' },
      output: { release: 'release.csv', order: 'source' },
    }
    await inFolder({ 'p.csv': text, 'job.yaml': JSON.stringify(own) }, async (folder) => {
      await runJob(folder, { threads: 2 })
      const released = readFileSync(join(folder, 'release.csv'), 'utf8')
      expect(released.slice(0, released.indexOf('\n'))).toBe('number,age,other')
      expect(parseCsv(released)).toEqual(table.map(([number, age, other]) => ({ number, age, other })))
    })
  })

  it('unlisted columns: refused with the line to add, unless the job keeps them with a warning or drops them', async () => {
    const files = { 'city.json': taxonomy, 'p.csv': csv }
    const columns = {
      id: { role: 'identifier' },
      city: { role: 'quasi-identifier', taxonomy: 'city.json' },
      age: { role: 'quasi-identifier', type: 'numeric' },
    }
    await inFolder(files, async (folder) => {
      writeFiles(folder, { 'job.yaml': job('p.csv', { unlisted: 'keep' }, { columns }) })
      const kept = await runJob(folder)
      expect(kept.warnings.join()).toContain('note, income')
      expect(Object.keys(readRelease(join(folder, 'release.csv'))[0])).toEqual(['age', 'city', 'note', 'income'])
      writeFiles(folder, { 'job.yaml': job('p.csv', { unlisted: 'drop' }, { columns }) })
      expect((await runJob(folder, { force: true })).warnings).toEqual([])
      expect(Object.keys(readRelease(join(folder, 'release.csv'))[0])).toEqual(['age', 'city'])
      writeFiles(folder, { 'job.yaml': job('p.csv', {}, { columns }) })
      await expect(runJob(folder, { force: true })).rejects.toThrow(
        /does not name: note, income; name each under columns, for example "note: \{ role: identifier \}"/,
      )
    })
  })
})

/** A table of one quasi-identifier column `v` beside the row number. */
async function releaseOf(
  values: readonly string[],
  settings: object,
  {
    data = {},
    privacy = {},
    files = {},
    name = 'release.csv',
  }: { data?: object; privacy?: object; files?: Files; name?: string } = {},
): Promise<{ cells: string[]; result: Awaited<ReturnType<typeof runJob>> }> {
  const text = ['n,v', ...values.map((value, i) => `${i},${value}`)].join('\n')
  const own = {
    version: 1,
    data: { source: 'p.csv', ...data },
    columns: { n: { role: 'other' }, v: { role: 'quasi-identifier', ...settings } },
    privacy: { k: 2, ends: 'exact', 'suppressed-group': 'exempt', ...privacy },
    output: { release: name, order: 'source' },
  }
  return inFolder({ 'p.csv': `${text}\n`, 'job.yaml': JSON.stringify(own), ...files }, async (folder) => {
    const result = await runJob(folder)
    return { cells: readRelease(join(folder, name)).map((row) => row['v']), result }
  })
}

describe('values', () => {
  it('"7", "07", " 7" and "7.0" are one number', async () => {
    const { cells } = await releaseOf(['7', '07', ' 7', '7.0', '7e0', '8', '8'], { type: 'numeric' })
    expect(cells).toEqual(['7', '7', '7', '7', '7', '8', '8'])
  })

  it('negative numbers, decimals and large ones keep their digits', async () => {
    const values = ['-0.1', '-0.1', '-0', '0', '1e21', '1.0e+21', '0.30000000000000004', '.30000000000000004']
    const { cells } = await releaseOf(values, { type: 'numeric' })
    expect(cells).toEqual(['-0.1', '-0.1', '0', '0', '1e+21', '1e+21', '0.30000000000000004', '0.30000000000000004'])
  })

  it('texts with quotes, NUL bytes and letters of every kind are values like others', async () => {
    const order = ["it's", 'back\\slash', '-- no comment', 'nul\0byte', '日本', '🙂', '$1', "';DROP TABLE x"]
    const { cells } = await releaseOf([...order, ...order], { order })
    expect(cells).toEqual([...order, ...order])
  })

  it('dates: days, years, times of day cut off', async () => {
    const values = [
      '2004-03-17',
      '2004-03-18 10:00:00',
      '2004/03/17',
      '2004-07-01',
      '2001-01-01',
      '2001-12-31',
      '1990-01-01',
    ]
    const { cells } = await releaseOf(values, { type: 'date', levels: ['year', 'decade'] })
    expect(cells).toEqual(['2004', '2004', '2004', '2004', '2001', '2001', '*'])
    const decades = await releaseOf(
      values,
      { type: 'date', levels: ['decade'] },
      { privacy: { 'suppression-limit': 0 } },
    )
    expect(new Set(decades.cells)).toEqual(new Set(['ANY']))
    expect(decades.result.suppressed).toBe(0)
  })

  it('prefixes', async () => {
    const { cells } = await releaseOf(
      ['12345', '12346', '12399', '19999', '19998', '54321', '54322', '50000', '50001', '9'],
      {
        type: 'prefix',
        levels: [3, 1],
      },
    )
    expect(cells).toEqual(['123**', '123**', '123**', '199**', '199**', '543**', '543**', '500**', '500**', '*'])
  })

  it('ordered categories', async () => {
    const { cells } = await releaseOf(
      ['a', 'b', 'c', 'd', 'd'],
      { order: ['a', 'b', 'c', 'd'], levels: [2] },
      { privacy: { 'suppression-limit': 0 } },
    )
    expect(cells).toEqual(['[a,b]', '[a,b]', '[c,d]', '[c,d]', '[c,d]'])
  })
})

describe('missing values', () => {
  const tree = JSON.stringify({ name: 'Any', children: [{ name: 'a' }, { name: 'b' }] })
  const kinds: readonly { of: string; settings: object; values: readonly string[]; files?: Files }[] = [
    { of: 'tree', settings: { taxonomy: 'v.json' }, values: ['a', 'a', 'b', 'b'], files: { 'v.json': tree } },
    { of: 'number', settings: { type: 'numeric' }, values: ['3', '3', '5', '5'] },
    { of: 'number with endpoints', settings: { type: 'numeric', endpoints: [4] }, values: ['3', '3', '5', '5'] },
    { of: 'order', settings: { order: ['x', 'y'] }, values: ['x', 'x', 'y', 'y'] },
    { of: 'date', settings: { type: 'date' }, values: ['2001-01-01', '2001-01-01', '2002-02-02', '2002-02-02'] },
    { of: 'prefix', settings: { type: 'prefix' }, values: ['11', '11', '22', '22'] },
  ]

  it.each(kinds)('$of: category makes them a value of their own', async ({ settings, values, files }) => {
    const { cells, result } = await releaseOf([...values, '?', ''], settings, { data: { missing: 'category' }, files })
    expect(cells).toEqual([...values, '(missing)', '(missing)'])
    expect(result).toMatchObject({ rows: 6, missing: 0, suppressed: 0, classes: 3 })
  })

  it.each(kinds)(
    '$of: category, but too few of them: suppressed, or together with the others',
    async ({ settings, values, files }) => {
      const one = await releaseOf([...values, '?'], settings, { data: { missing: 'category' }, files })
      expect(one.cells).toEqual([...values, '*'])
      const all = await releaseOf([...values, '?'], settings, {
        data: { missing: 'category' },
        privacy: { 'suppression-limit': 0 },
        files,
      })
      expect(new Set(all.cells).size).toBe(1)
      expect(all.result).toMatchObject({ suppressed: 0 })
    },
  )

  it.each(kinds)('$of: drop leaves such rows out', async ({ settings, values, files }) => {
    const { cells, result } = await releaseOf([values[0], '?', ...values.slice(1), ''], settings, {
      data: { missing: 'drop' },
      files,
    })
    expect(cells).toEqual(values)
    expect(result).toMatchObject({ rows: 6, missing: 2 })
  })

  it('missing-values: other texts mean missing, and "?" does not', async () => {
    const { cells } = await releaseOf(
      ['a', 'a', 'NA', '-', '?', '?'],
      { order: ['a', '?'] },
      { data: { missing: 'drop', 'missing-values': ['NA', '-'] } },
    )
    expect(cells).toEqual(['a', 'a', '?', '?'])
  })

  it('NULLs of Parquet are missing', async () => {
    const own = {
      version: 1,
      data: { source: 'p.parquet', missing: 'category' },
      columns: { v: { role: 'quasi-identifier', type: 'numeric' } },
      privacy: { k: 2, ends: 'exact', 'suppressed-group': 'exempt' },
      output: { release: 'r.csv', order: 'source' },
    }
    await inFolder({ 'job.yaml': JSON.stringify(own) }, async (folder) => {
      await execute(`COPY (SELECT UNNEST([1, NULL, 1, NULL]) AS v) TO '${folder}/p.parquet'`)
      await runJob(folder)
      expect(readRelease(join(folder, 'r.csv')).map((row) => row['v'])).toEqual(['1', '(missing)', '1', '(missing)'])
    })
  })
})

describe('suppressed rows', () => {
  const values = ['1', '1', '1', '5', '9', '9']
  it('mask: stay in place with *', async () => {
    expect((await releaseOf(values, { type: 'numeric' })).cells).toEqual(['1', '1', '1', '*', '9', '9'])
  })

  it('drop: leave', async () => {
    const { cells, result } = await releaseOf(values, { type: 'numeric' }, { privacy: { 'suppressed-rows': 'drop' } })
    expect(cells).toEqual(['1', '1', '1', '9', '9'])
    expect(result.verification?.checks.every((check) => check.holds)).toBe(true)
  })

  it('group: enforce lets the suppressed rows be none or k', async () => {
    const { cells, result } = await releaseOf(
      values,
      { type: 'numeric' },
      { privacy: { 'suppressed-group': 'enforce' } },
    )
    const stars = cells.filter((cell) => cell === '*').length
    expect(stars === 0 || stars >= 2).toBe(true)
    expect(result.verification).toMatchObject({ verdict: 'holds', suppressedRows: stars })
  })

  it('all of them: every row masked, or an empty release', async () => {
    const far = ['1', '1000', '50']
    const settings = { order: far, levels: [1] }
    const all = await releaseOf(['1', '1000', '50', '50'], settings, { privacy: { k: 4 } })
    expect(new Set(all.cells).size).toBe(1)
  })
})

describe('large domains', () => {
  it('5,000 released groups in one column', async () => {
    const codes = Array.from({ length: 5000 }, (_, i) => `c${i}`)
    const root = {
      name: 'All',
      children: codes.map((code) => ({ name: `G-${code}`, children: [{ name: `${code}a` }, { name: `${code}b` }] })),
    }
    const values = codes.flatMap((code) => [`${code}a`, `${code}b`])
    const { cells, result } = await releaseOf(
      values,
      { taxonomy: 'v.json' },
      { files: { 'v.json': JSON.stringify(root) }, privacy: { 'suppression-limit': 0 } },
    )
    expect(result.classes).toBe(5000)
    expect(cells).toEqual(codes.flatMap((code) => [`G-${code}`, `G-${code}`]))
  })

  it('12 columns whose classes are more than 2^53', async () => {
    const columns = Array.from({ length: 12 }, (_, c) => `q${c}`)
    // 40 tuples of 60 possible values each, three rows of each; and 7 tuples with one row.
    const tuples = Array.from({ length: 47 }, (_, t) => columns.map((_, c) => String((t * (c + 3) * 7 + c) % 60)))
    const table = tuples.flatMap((tuple, t) => (t < 40 ? [tuple, tuple, tuple] : [tuple]))
    const order = Array.from({ length: 60 }, (_, v) => String(v))
    const own = {
      version: 1,
      data: { source: 'p.csv' },
      columns: Object.fromEntries(columns.map((column) => [column, { role: 'quasi-identifier', order, levels: [60] }])),
      privacy: { k: 3, 'suppression-limit': 0.1 },
      output: { release: 'release.csv', order: 'source' },
    }
    const text = [columns.join(','), ...table.map((tuple) => tuple.join(','))].join('\n')
    await inFolder({ 'p.csv': text, 'job.yaml': JSON.stringify(own) }, async (folder) => {
      const result = await runJob(folder)
      const released = readRelease(join(folder, 'release.csv'))
      expect(countClasses(released, columns)).toEqual({ sizes: new Array(40).fill(3), suppressed: 7 })
      expect(result).toMatchObject({ suppressed: 7, classes: 40 })
    })
  })
})

describe('numeric columns with more than 100,000 distinct values', () => {
  const size = 130_000
  // Every whole number below the size once, in a scattered order.
  const numbers = Array.from({ length: size }, (_, i) => (i * 7919) % size)
  const folderFiles = { 'p.csv': `v\n${numbers.join('\n')}\n` }
  const own = (settings: object, privacy: object = {}) => ({
    version: 1,
    data: { source: 'p.csv' },
    columns: { v: { role: 'quasi-identifier', type: 'numeric', ...settings } },
    privacy: { k: 2, ends: 'exact', 'suppression-limit': 0, ...privacy },
    output: { release: 'release.csv', order: 'source' },
  })

  async function labels(settings: object, privacy: object = {}): Promise<string[]> {
    return inFolder({ ...folderFiles, 'job.yaml': JSON.stringify(own(settings, privacy)) }, async (folder) => {
      await runJob(folder)
      return readFileSync(join(folder, 'release.csv'), 'utf8')
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.replaceAll('"', ''))
    })
  }

  it('endpoints: a list', async () => {
    const cells = await labels({ endpoints: [100, 60_000, 500_000] })
    const label = (v: number) => (v < 100 ? '[0,99]' : v < 60_000 ? '[100,59999]' : '[60000,129999]')
    expect(cells).toEqual(numbers.map(label))
  })

  it('endpoints: a number of quantiles', async () => {
    const cells = await labels({ endpoints: 3 })
    const counts = new Map<string, number>()
    for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1)
    expect(counts.size).toBe(4)
    for (const count of counts.values()) expect(Math.abs(count - size / 4)).toBeLessThanOrEqual(1)
    numbers.forEach((v, i) => {
      const [low, high] = cells[i].slice(1, -1).split(',').map(Number)
      if (v < low || v > high) throw new Error(`${v} is not in ${cells[i]}`)
    })
  })

  it('endpoints: a width, counted from its origin', async () => {
    const cells = await labels({ endpoints: { width: 1000, origin: 250 } })
    const label = (v: number) => {
      const from = Math.floor((v - 250) / 1000) * 1000 + 250
      return `[${Math.max(0, from)},${Math.min(size - 1, from + 999)}]`
    }
    expect(cells).toEqual(numbers.map(label))
  })

  it('levels of bins of a width start at multiples from the origin, as with few values', async () => {
    // The coarser level is forced: k is larger than a bin of 1,000.
    const cells = await labels(
      { endpoints: { width: 1000, origin: 250 }, levels: [4000] },
      { k: 1500, 'suppression-limit': 0.05, 'suppressed-group': 'exempt' },
    )
    const label = (v: number) => {
      const from = Math.floor((v - 250) / 4000) * 4000 + 250
      return `[${Math.max(0, from)},${Math.min(size - 1, from + 3999)}]`
    }
    numbers.forEach((v, i) => {
      if (cells[i] !== '*' && cells[i] !== label(v)) throw new Error(`${v} became ${cells[i]}, not ${label(v)}`)
    })
    expect(cells.filter((cell) => cell === '*').length).toBeLessThan(size * 0.05)
  })

  it('text among them is refused, and so are bins without number', async () => {
    await inFolder(
      { 'p.csv': `v\n${numbers.join('\n')}\nnan\n`, 'job.yaml': JSON.stringify(own({ endpoints: 3 })) },
      async (folder) => {
        await expect(runJob(folder)).rejects.toThrow('column "v" is numeric but has the value "n…" (3 characters)')
        writeFiles(folder, { 'job.yaml': JSON.stringify(own({})), 'p.csv': folderFiles['p.csv'] })
        await expect(runJob(folder)).rejects.toThrow('set endpoints to a number of quantiles')
        writeFiles(folder, { 'job.yaml': JSON.stringify(own({ endpoints: { width: 0.01 } })) })
        await expect(runJob(folder)).rejects.toThrow('choose a larger width')
      },
    )
  })

  it('an interval is shown by released rows only, also inside a bin', async () => {
    const text = ['v,w', ...numbers.map((v) => `${v},a`), '777777,b', '888888,b', '-5,b'].join('\n')
    const settings = {
      ...own({ endpoints: [1000] }),
      columns: {
        v: { role: 'quasi-identifier', type: 'numeric', endpoints: [1000] },
        w: { role: 'quasi-identifier', order: ['a', 'b'], levels: [1] },
      },
      privacy: { k: 4, ends: 'exact', 'suppressed-group': 'exempt' },
    }
    await inFolder({ 'job.yaml': JSON.stringify(settings) }, async (folder) => {
      writeFileSync(join(folder, 'p.csv'), text)
      const result = await runJob(folder)
      const found = new Set(readRelease(join(folder, 'release.csv')).map((row) => row['v']))
      expect(result.suppressed).toBe(3)
      expect(found).toEqual(new Set(['[0,999]', '[1000,129999]', '*']))
    })
  })
})
