/**
 * Inputs as a careless person or an attacker would give them: what to type, with which files, and what must come of it. `refused`: one
 * sentence with the thing, the rule, the value (masked where it is data) and the remedy, exit code 2, nothing written. `released`: a
 * release that another reader finds right. Generated, so that a new rule is a line here and not a folder of files.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { cities, type Files, people, peopleFiles, peopleJob } from '../end-to-end/workshop.ts'
import { thorough } from '../thorough.ts'

export interface Hostile {
  readonly title: string
  readonly files: Files
  /** After `halftone`; `run job.yaml` when absent. */
  readonly words?: readonly string[]
  /** `either`: what is left of the file may still be a table. */
  readonly outcome: 'refused' | 'released' | 'either'
  /** What files alone cannot be: pipes, links, folders. */
  readonly make?: (folder: string) => void
  /** Values of the data that must not stand in a message. */
  readonly secrets?: readonly string[]
  /** Columns that must not be in the release. */
  readonly without?: readonly string[]
  readonly quasiIdentifiers?: readonly string[]
  readonly rows?: number
}

/** `parquet`: the people as a Parquet file. */
export function corpus(parquet: Uint8Array): Hostile[] {
  return [
    ...cutFiles(),
    ...wrongCells(),
    ...oddNames(),
    ...wrongKeys(),
    ...wrongDocuments(),
    ...wrongTaxonomies(),
    ...wrongFormats(),
    ...wrongBaskets(),
    ...wrongWords(),
    ...brokenParquet(Buffer.from(parquet)),
    ...longCells(),
    ...noFiles(),
    ...(thorough ? hugeFiles() : []),
  ]
}

const refused = (title: string, files: Files, more: Partial<Hostile> = {}): Hostile => ({
  title,
  files: { ...peopleFiles, ...files },
  outcome: 'refused',
  ...more,
})
const quasiIdentifiers = ['age', 'sex', 'city']

/** A workbook whose only sheet is this; `size` is what its list of contents says of it, which is not believed. */
function workbook(sheet: Uint8Array, size = sheet.length): Uint8Array {
  const bytes = Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': sheet }))
  // 24 bytes into the entry of the list, which begins PK 1 2.
  bytes.writeUInt32LE(size, bytes.indexOf('PK\x01\x02') + 24)
  return bytes
}

/** A copy that ended too early: refused where the last row lacks a field, else taken for what it is. */
function cutFiles(): Hostile[] {
  const lines = people.trimEnd().split('\n')
  return Array.from({ length: 20 }, (_, i) => people.slice(0, people.length - 2 - i)).map((text) => {
    const last = text.slice(text.lastIndexOf('\n') + 1)
    const whole = last === '' || (last.split(',').length === 5 && last.split(',')[4] !== '')
    const rows = text.trimEnd().split('\n').length - 1
    const empty = last.split(',').length === 5 && last.split(',')[4] === ''
    return {
      title: `a file cut ${people.length - text.length} bytes before its end`,
      files: { ...peopleFiles, 'people.csv': text },
      outcome: whole || empty ? 'released' : 'refused',
      quasiIdentifiers,
      rows,
      secrets: [lines[lines.length - 1].split(',')[0]],
    }
  })
}

const cells = [
  'NaN',
  'Infinity',
  '-Infinity',
  '1e999',
  '0x1F',
  '१२३४',
  '12;5',
  '--512',
  '512-',
  '1_000',
  '\u200b1234',
  '∞∞∞∞',
  '1/2/3',
  'null',
  'undefined',
  "1234'); DROP TABLE x;--",
  '=1234+1',
  '<script>alert(1)</script>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text itself
  '${1234}',
  '%s%s%n',
  '../../etc/passwd',
  '\u202e4321',
  '😀😀😀😀',
  'A'.repeat(5000),
  '[20,30]',
  '{Oslo,Lyon}',
  '*****',
  '(missing)',
  '1234,5'.replace(',', '\u066b'),
  '٣٤٥٦',
] as const

/** A value that a column cannot have: refused, and not said aloud. */
function wrongCells(): Hostile[] {
  const columns = {
    age: (cell: string) => `Zoe,${cell},F,Oslo,low`,
    sex: (cell: string) => `Zoe,30,${cell},Oslo,low`,
    city: (cell: string) => `Zoe,30,F,${cell},low`,
  }
  return Object.entries(columns).flatMap(([column, row]) =>
    cells
      .slice(0, column === 'age' ? 30 : 15)
      .map((cell) =>
        refused(
          `${column} is ${JSON.stringify(cell.slice(0, 30))}`,
          { 'people.csv': `${people}${row(`"${cell}"`)}\n` },
          { secrets: [cell, 'Zoe'] },
        ),
      ),
  )
}

const names = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'prototype',
  'select',
  'row',
  'halftone-release',
  "it's",
  'a b',
  'a;b',
  'a.b',
  'columns.age',
  '*',
  '?',
  '%',
  '$1',
  '\\',
  'α',
  '😀',
  '0',
  '-1',
  'true',
  'null',
  '~',
  '#',
  '- x',
  '{x}',
  '[x]',
  'x'.repeat(300),
] as const

/** Names are data: the same table under any names is released alike; each name once as a quasi-identifier and every other as an identifier. */
function oddNames(): Hostile[] {
  return names.flatMap((first, i): Hostile[] => {
    if (i % 2 === 1) return []
    const given = new Map([
      ['age', first],
      ['sex', names[(i + 1) % names.length]],
      ['name', names[(i + 2) % names.length]],
    ])
    const named = (own: string) => given.get(own) ?? own
    const header = 'name,age,sex,city,income'
      .split(',')
      .map((own) => `"${named(own)}"`)
      .join()
    const job = JSON.parse(peopleJob()) as { columns: Record<string, object> }
    // As text: a key __proto__ in an object literal is none.
    const columns = Object.entries(job.columns).map(
      ([own, settings]) => `${JSON.stringify(named(own))}:${JSON.stringify(settings)}`,
    )
    const text = JSON.stringify({ ...job, columns: {} }).replace('"columns":{}', () => `"columns":{${columns.join()}}`)
    return [
      {
        title: `columns named ${[...given.values()].map((name) => JSON.stringify(name.slice(0, 20))).join(', ')}`,
        files: { ...peopleFiles, 'people.csv': people.replace(/^.*\n/, () => `${header}\n`), 'job.yaml': text },
        outcome: 'released',
        quasiIdentifiers: quasiIdentifiers.map(named),
        without: [named('name')],
        rows: 12,
      },
    ]
  })
}

const wrong = [null, -1, 0, 1.5, 1e9, '', 'x', '__proto__', true, [], {}, [null], 'a\u0000b'] as const

/** Each key of a job with values that are none for it; in brackets those that are. */
const keys: Readonly<Record<string, readonly unknown[]>> = {
  version: [],
  'data.source': [],
  'data.format': [],
  'data.delimiter': [],
  'data.quote': ['x'],
  'data.skip': [0],
  'data.header': [true],
  'data.missing': [],
  'data.missing-values': [[]],
  'data.encoding': [],
  'data.decimal': [],
  'data.unlisted': [],
  'columns.age.role': [],
  'columns.age.type': [],
  'columns.age.endpoints': [],
  'columns.age.domain': [],
  'columns.age.weight': [1.5, 1e9],
  'columns.age.levels': [],
  'columns.sex.order': [],
  'columns.city.taxonomy': [],
  'privacy.k': [],
  'privacy.requirements': [],
  'privacy.suppression-limit': [0],
  'privacy.suppressed-rows': [],
  'privacy.suppressed-group': [],
  'privacy.l-diversity': [],
  'privacy.t-closeness': [],
  'utility.workload': [{}],
  goal: [],
  algorithm: [],
  'algorithm.name': [],
  seed: [0, 1e9],
  'limits.time': [1.5, 1e9],
  // Names of files to write.
  'output.release': ['x', '__proto__'],
  'output.order': [],
  'output.spreadsheet-safe': [true],
}

/** Values that name a file which then is not there, or is the folder itself, are refused later, for that. */
function wrongKeys(): Hostile[] {
  return Object.entries(keys).flatMap(([key, right]) =>
    wrong
      .filter((value) => !right.some((own) => JSON.stringify(own) === JSON.stringify(value)))
      .map((value) => refused(`${key}: ${JSON.stringify(value)}`, { 'job.yaml': withKey(key, value) })),
  )
}

function withKey(key: string, value: unknown): string {
  const job = JSON.parse(peopleJob())
  const path = key.split('.')
  let place = job
  for (const part of path.slice(0, -1)) {
    if (typeof place[part] !== 'object' || place[part] === null)
      place[part] = part === 'algorithm' ? { name: 'lattice' } : {}
    place = place[part]
  }
  place[path[path.length - 1]] = value
  return JSON.stringify(job)
}

/** Documents that are none. */
function wrongDocuments(): Hostile[] {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
    .split('')
    .map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[i]}`).join()}]\n`)
    .join('')}`
  const texts: Readonly<Record<string, string | Uint8Array>> = {
    nothing: '',
    blanks: '  \n\n',
    'a number': '7\n',
    'a text': 'run\n',
    null: 'null\n',
    'an unclosed quote': 'version: "1\n',
    'an unclosed list': 'version: [1\n',
    'a tab for blanks': 'data:\n\tsource: people.csv\n',
    'two documents': `${peopleJob()}\n---\nversion: 1\n`,
    'a tag of a language': 'version: !!js/function "function(){}"\n',
    'a merge of nothing': '<<: *none\nversion: 1\n',
    'aliases that unfold to millions': `${bomb}version: 1\n`,
    'a key as a number and as a text': `{"version":1,"columns":{1:{"role":"other"},"1":{"role":"identifier"}}}`,
    'thirty thousand columns': `version: 1\ncolumns:\n${Array.from({ length: 30_000 }, (_, i) => `  c${i}: {role: other}\n`).join('')}`,
    '700 quasi-identifiers': peopleJob({
      columns: Object.fromEntries(
        Array.from({ length: 700 }, (_, i) => [`c${i}`, { role: 'quasi-identifier', type: 'numeric' }]),
      ),
    }),
    'a key twice': peopleJob().replace('"version"', '"version":1,"version"'),
    'ten thousand levels': `${'['.repeat(10_000)}${']'.repeat(10_000)}\n`,
    'a hundred thousand levels below a key': `{"version":1,"columns":${'['.repeat(1e5)}${']'.repeat(1e5)}}`,
    'ten thousand levels of lists, by dashes': `columns: \n  ${'- '.repeat(10_000)}x\n`,
    'three million characters': `${peopleJob()}\n${'# x\n'.repeat(750_000)}`,
    'itself, by an alias': 'version: 1\ncolumns: &all\n  age: *all\n',
    'bytes that are no text': Uint8Array.from({ length: 400 }, (_, i) => (i * 97) % 256),
    'UTF-16': Buffer.from(peopleJob(), 'utf16le'),
    'a picture': Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'),
    'a zero byte': `version: 1\0\n`,
    'JSON cut off': peopleJob().slice(0, -20),
    'a key that is a list': '? [a, b]\n: 1\n',
  }
  return [
    ...Object.entries(texts).map(([what, text]) => refused(`a job that is ${what}`, { 'job.yaml': text })),
    refused('no job at all', {}, { words: ['run', 'nowhere.yaml'] }),
    refused('a folder for a job', {}, { words: ['run', '.'] }),
    refused('a job that is the data', {}, { words: ['run', 'people.csv'] }),
  ]
}

function wrongTaxonomies(): Hostile[] {
  const leaf = (name: unknown) => ({ name })
  const texts: Readonly<Record<string, string | Uint8Array>> = {
    nothing: '',
    null: 'null',
    'a list': '[]',
    'a number': '7',
    'no name': JSON.stringify({ children: [leaf('Oslo')] }),
    'a name that is a number': JSON.stringify({ name: 1, children: [leaf('Oslo')] }),
    'no children': JSON.stringify({ name: 'Europe', children: [] }),
    'children that are a text': JSON.stringify({ name: 'Europe', children: 'Oslo' }),
    'one that lacks a city': cities.replace('"Lyon"', '"Nice"'),
    'a leaf twice': cities.replace('"Lyon"', '"Oslo"'),
    'a group named like a leaf': cities.replace('"Norway"', '"Oslo"'),
    'cut off': cities.slice(0, -5),
    'a picture': Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'),
    '200 levels': `${'{"name":"a","children":['.repeat(200).replace(/"a"/g, () => `"a${Math.floor(Math.random() * 1e9)}"`)}{"name":"Oslo"}${']}'.repeat(200)}`,
    'an unknown key': cities.replace('"name"', '"nom"'),
  }
  return [
    ...Object.entries(texts).map(([what, text]) => refused(`a taxonomy that is ${what}`, { 'city.json': text })),
    refused('a taxonomy that is 17 MB', { 'city.json': ' '.repeat(17e6) }),
    refused('a taxonomy of 300,000 lines', {
      'city.csv': 'Oslo;Norway;*\n'.repeat(300_000),
      'job.yaml': peopleJob({ columns: { city: { role: 'quasi-identifier', taxonomy: 'city.csv' } } }),
    }),
    refused('a key that is 20,000 bytes', {
      'own.key': 'ab'.repeat(10_000),
      'job.yaml': peopleJob({ columns: { name: { role: 'pseudonym', key: 'own.key' } } }),
    }),
  ]
}

function wrongFormats(): Hostile[] {
  const packed = gzipSync(people)
  const lines = people
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => {
      const [name, age, sex, city, income] = row.split(',')
      return JSON.stringify({ name, age: Number(age), sex, city, income })
    })
  const of = (source: string, content: string | Uint8Array, what: string): Hostile =>
    refused(what, { [source]: content, 'job.yaml': peopleJob({ data: { source } }) }, { secrets: ['Jo,', 'Lou'] })
  const signatures = [
    '\x89PNG\r\n',
    '\xff\xd8\xff\xe0',
    'GIF89a',
    '%PDF-1.7',
    'PK\x03\x04',
    'ARROW1\0\0',
    'SQLite format 3\0',
    '\x28\xb5\x2f\xfd',
    'BZh9',
    '\xfd7zXZ\0',
    'PAR1',
    '\x7fELF',
  ]
  return [
    ...Array.from({ length: 12 }, (_, i) =>
      of('p.csv.gz', packed.subarray(0, Math.floor((packed.length * (i + 1)) / 13)), `gzip cut at ${i + 1}/13`),
    ),
    ...Array.from({ length: 6 }, (_, i) => {
      const bytes = Buffer.from(packed)
      bytes[bytes.length - 8 + i] ^= 0xff
      return of('p.csv.gz', bytes, `gzip with byte ${i} of its end changed`)
    }),
    ...signatures.map((text) =>
      of('p.csv', Buffer.from(text.padEnd(64, '\0'), 'latin1'), `csv that begins ${JSON.stringify(text)}`),
    ),
    ...[0x00, 0xff].map((byte) => {
      const bytes = Buffer.alloc(1000, byte)
      bytes.write('PAR1')
      bytes.writeUInt32LE(900, 992)
      bytes.write('PAR1', 996)
      return of('p.parquet', bytes, `parquet with a footer of bytes ${byte}`)
    }),
    of('p.xlsx', workbook(new Uint8Array(101e6)), 'a workbook that unpacks to 101 MB'),
    of('p.xlsx', workbook(new Uint8Array(101e6), 5000), 'a workbook that unpacks to more than it says'),
    of('p.xlsx', workbook(strToU8(`<sheetData>${'A'.repeat(3e6)}`)), 'a workbook with a text of 3 MB'),
    of('p.xlsx', workbook(strToU8('<a>'.repeat(1e6))), 'a workbook of tags in tags'),
    of(
      'p.xlsx',
      workbook(strToU8('<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"/></row>')),
      'a workbook with a cell far away',
    ),
    of('p.csv', `${people}${'A'.repeat(9e6)}\n`, 'csv with a last line of 9 MB'),
    of('p.csv', people.replace('Cy', `${'A'.repeat(18e6)}\nCy`), 'csv with a line of 18 MB'),
    of('p.csv', `${people}${'\n'.repeat(9e6)}`, 'csv with 9 million empty lines'),
    of(
      'p.csv.gz',
      gzipSync(`${people}${'\n'.repeat(9e6)}`, { level: 1 }),
      'gzip that unpacks to 9 million empty lines',
    ),
    of('p.csv', `${'A'.repeat(20_000)},${people}`, 'csv with a name of 20,000 characters'),
    of('p.jsonl', `{"name":"${'A'.repeat(3e6)}"}\n`, 'JSON lines with an object of 3 MB'),
    of('p.json', `[{"name":[${'{},'.repeat(1e6)}{}]}]`, 'a list of JSON with an object of 3 MB'),
    of('p.json', `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join()}}`, 'JSON with 60,000 keys'),
    of('p.jsonl.gz', gzipSync(`{"name":"${'A'.repeat(9e6)}`, { level: 1 }), 'gzip that unpacks to JSON without an end'),
    of('p.jsonl.gz', gzipSync(`{"name":"x"}\n${'\n'.repeat(9e6)}`, { level: 1 }), 'gzip of JSON and empty lines'),
    of('p.csv.gz', gzipSync(`${people}${'A'.repeat(9e6)}\n`, { level: 1 }), 'gzip that unpacks to a line of 9 MB'),
    of('p.csv.gz', gzipSync(gzipSync(people)), 'gzip in gzip'),
    of('p.csv', `${Array.from({ length: 150_000 }, (_, i) => `c${i}`).join()}\n`, 'csv with 150,000 columns'),
    of('p.csv', `${Array.from({ length: 4001 }, (_, i) => `c${i}`).join()}\n`, 'csv with 4,001 columns'),
    of('p.csv', people.replace('age', '\ufeffage'), 'csv with a byte order mark in a name'),
    of(
      'p.jsonl',
      `${lines[0]}\n{"name":${'['.repeat(1e5)}${']'.repeat(1e5)}}\n${lines[1]}\n`,
      'lines of JSON with 100,000 brackets',
    ),
    of('p.jsonl', `${'{"name":'.repeat(1e5)}1${'}'.repeat(1e5)}\n`, 'JSON lines with 100,000 braces'),
    of('p.jsonl', `{"name":${'['.repeat(50_000)}${']'.repeat(50_000)}}\n`, 'JSON lines with 50,000 brackets'),
    of('p.jsonl', `${lines.join('\n')}\n{"age":1,"age":2}\n`, 'JSON lines with a key twice'),
    ...['', 'PAR1', 'PAR1PAR1', people, `PAR1${'x'.repeat(50)}`, `PAR1${'x'.repeat(50)}PAR1`].map((text, i) =>
      of('p.parquet', text, `parquet that is none (${i})`),
    ),
    ...[
      '',
      '7\n',
      '[1]\n',
      'null\n',
      '{"age": }\n',
      '{"age": 1\n',
      '{age: 1}\n',
      `${lines.join('\n')}\n{"age"`,
      `${lines.join('\n')}\nx\n`,
    ].map((text, i) => of('p.jsonl', text, `json lines that are none (${i})`)),
    ...['', 'PK', 'PK\x03\x04', people].map((text, i) => of('p.xlsx', text, `a workbook that is none (${i})`)),
    refused('two byte order marks', { 'people.csv': `\ufeff\ufeff${people}` }),
    refused('UTF-16 that was not announced', { 'people.csv': Buffer.from(people, 'utf16le') }),
    refused(
      'a zero byte in a row',
      { 'people.csv': people.replace('42,F,Bergen', '42,F,Ber\0gen') },
      { secrets: ['Ber\0gen'] },
    ),
    refused('no header', { 'people.csv': people.replace(/^.*\n/, '') }),
    refused('a header only', { 'people.csv': people.slice(0, people.indexOf('\n') + 1) }),
    refused('two columns of a name', { 'people.csv': people.replace('income', 'age') }),
    refused('a column without a name', { 'people.csv': people.replace(',sex,', ',,') }),
    ...[1, 2, 3, 7].map((more) =>
      refused(
        `${more} fields too many`,
        { 'people.csv': `${people}Zoe,30,F,Oslo,low${',x'.repeat(more)}\n` },
        { secrets: ['Zoe'] },
      ),
    ),
    ...[1, 2, 3].map((less) =>
      refused(
        `${less} fields too few`,
        { 'people.csv': `${people}${'Zoe,30,F,Oslo,low'.split(',').slice(0, -less).join()}\nYan,30,F,Oslo,low\n` },
        { secrets: ['Zoe', 'Yan'] },
      ),
    ),
    refused('a quote that stays open', { 'people.csv': `${people}Zoe,30,F,Oslo,"low\n` }, { secrets: ['Zoe'] }),
    refused('lines that end in two ways', { 'people.csv': people.replace('\nBo', '\r\nBo') }),
  ]
}

function wrongBaskets(): Hostile[] {
  const job = (more: object = {}, privacy: object = { km: { k: 2, m: 2 } }) =>
    JSON.stringify({
      version: 1,
      data: { source: 'b.txt', format: 'transactions' },
      columns: {},
      privacy,
      output: { release: 'out/release.txt' },
      ...more,
    })
  const baskets = 'ale bun\nale bun\nale cod\nale cod\n'
  const of = (title: string, text: string, own: Files = {}, secrets: readonly string[] = []): Hostile => ({
    title: `baskets: ${title}`,
    files: { 'b.txt': baskets, 'job.yaml': text, ...own },
    outcome: 'refused',
    secrets,
  })
  return [
    of('nothing', job(), { 'b.txt': '' }),
    of('a basket without items', job(), { 'b.txt': `${baskets}\nale\n` }),
    of('k of 1', job({}, { km: { k: 1, m: 2 } })),
    of('m of 0', job({}, { km: { k: 2, m: 0 } })),
    of('m of 11', job({}, { km: { k: 2, m: 11 } })),
    of('more than there are', job({}, { km: { k: 5, m: 1 } })),
    of('no policy', job({}, { k: 2, constraints: 'none.txt' })),
    of('a policy of nothing', job({}, { k: 2, constraints: 'p.txt' }), { 'p.txt': '' }),
    of('a policy of items that nobody has', job({}, { k: 2, constraints: 'p.txt' }), { 'p.txt': 'zzz yyy\n' }),
    of('both models', job({}, { k: 2, km: { k: 2, m: 2 }, constraints: 'p.txt' }), { 'p.txt': 'ale\n' }),
    of('a search for tables', job({ algorithm: 'lattice' })),
    of('a goal of tables', job({ goal: 'classification' })),
    of('groups that nobody has', job({ algorithm: 'coat', utility: { constraints: 'u.txt' } }), { 'u.txt': 'zzz\n' }),
    of('a policy of 17 MB', job({}, { k: 2, constraints: 'p.txt' }), { 'p.txt': 'ale bun\n'.repeat(2_200_000) }),
    of('a basket of 10,001 items', job(), {
      'b.txt': `${Array.from({ length: 10_001 }, (_, i) => `i${i}`).join(' ')}\n`,
    }),
    of('a picture', job(), { 'b.txt': Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') }),
  ]
}

/** What to type, and what not. */
function wrongWords(): Hostile[] {
  const lines: readonly (readonly string[])[] = [
    ['nothing-such'],
    ['run', 'job.yaml', 'more'],
    ['run', 'job.yaml', '--nothing'],
    ['run', 'job.yaml', '--k', 'ten'],
    ['run', 'job.yaml', '--k', '1'],
    ['run', 'job.yaml', '--k', '-5'],
    ['run', 'job.yaml', '--k', '1e9'],
    ['run', 'job.yaml', '--seed', '-1'],
    ['run', 'job.yaml', '--time-limit', 'soon'],
    ['run', 'job.yaml', '--algorithm', '__proto__'],
    ['verify'],
    ['verify', 'nowhere.csv', '--qi', 'age', '--k', '2'],
    ['verify', 'people.csv'],
    ['verify', 'people.csv', '--qi', 'age'],
    ['verify', 'people.csv', '--k', '2'],
    ['verify', 'people.csv', '--qi', 'nobody', '--k', '2'],
    ['verify', 'people.csv', '--qi', '__proto__', '--k', '2'],
    ['verify', 'people.csv', '--qi', 'age', '--k', '0'],
    ['verify', 'people.csv', '--qi', 'age', '--k', '2', '--delimiter', '"'],
    ['verify', 'people.csv', '--qi', 'age', '--k', '2', '--l-diversity', 'income'],
    ['verify', 'people.csv', '--qi', 'age', '--k', '2', '--l-diversity', 'nobody=2'],
    ['verify', 'people.csv', '--qi', 'age', '--k', '2', '--t-closeness', 'income=7'],
    ['verify', '.', '--qi', 'age', '--k', '2'],
    ['risk', 'people.csv'],
    ['risk', 'people.csv', '--qi', 'nobody'],
    ['risk', 'people.csv', '--qi', 'age', '--threshold', '2'],
    ['risk', 'nowhere.csv', '--qi', 'age'],
    ['apply', 'people.csv', 'people.csv', '--output', 'new.csv'],
    ['apply', 'nowhere.json', 'people.csv', '--output', 'new.csv'],
    ['apply', 'city.json', 'people.csv', '--output', 'new.csv'],
    ['apply', 'job.yaml', 'people.csv', '--output', 'new.csv'],
    ['evaluate', 'people.csv'],
    ['evaluate', 'nowhere.csv', '--job', 'job.yaml'],
    ['study', 'nowhere.yaml'],
    ['study', 'job.yaml'],
    ['study', 'people.csv'],
    ['list', 'nothing'],
    ['sample', 'nothing', '--output', 'new'],
    ['sample', 'census', '--rows', '0', '--output', 'new'],
    ['sample', 'census', '--rows', 'many', '--output', 'new'],
    ['init', 'nowhere.csv'],
    ['init', '.'],
    ['init', 'city.json'],
    ['init', 'people.csv', '--output', 'people.csv', '--force'],
    ['studio', 'more', 'words'],
  ]
  return lines.map((words) => refused(`halftone ${words.join(' ')}`, {}, { words, secrets: [] }))
}

/** A file that is Parquet at both ends: what it says of itself is wrong, or its pages are. */
function brokenParquet(good: Buffer): Hostile[] {
  const length = good.readUInt32LE(good.length - 8)
  const footer = good.length - 8 - length
  const of = (title: string, outcome: Hostile['outcome'], change: (bytes: Buffer) => void): Hostile => {
    const bytes = Buffer.from(good)
    change(bytes)
    const files = { ...peopleFiles, 'p.parquet': bytes, 'job.yaml': peopleJob({ data: { source: 'p.parquet' } }) }
    return { title: `parquet: ${title}`, files, outcome, secrets: ['Lou'], rows: 12, quasiIdentifiers }
  }
  return [
    of('as it should be', 'released', () => {}),
    ...[0, 1, length - 1, length + 1, good.length, 0x7fffffff, 0xffffffff].map((says) =>
      of(`a footer that says it has ${says} bytes`, 'refused', (bytes) => bytes.writeUInt32LE(says, bytes.length - 8)),
    ),
    ...[0x00, 0x7f, 0xff].flatMap((byte) =>
      Array.from({ length: 12 }, (_, i) =>
        of(`byte ${byte} in the footer (${i})`, 'either', (bytes) => {
          bytes[footer + Math.floor((length * (i + 0.5)) / 12)] = byte
        }),
      ),
    ),
    ...Array.from({ length: 8 }, (_, i) =>
      of(`bytes 255 in its pages (${i})`, 'either', (bytes) => {
        bytes.fill(255, 4 + Math.floor(((footer - 4) * i) / 8), 8 + Math.floor(((footer - 4) * i) / 8))
      }),
    ),
  ]
}

/** Cells on which a careless regular expression would not end. */
function longCells(): Hostile[] {
  const cells = {
    '1…x': `${'1'.repeat(2e5)}x`,
    blanks: ' '.repeat(2e5),
    '[,…': `[${','.repeat(2e5)}`,
    'a@…': `a@${'.a'.repeat(1e5)}!`,
  }
  return Object.entries(cells).flatMap(([name, cell]) => {
    const table = `${people}Zoe,"${cell}",F,Oslo,low\n`
    const job = peopleJob({ columns: { age: { role: 'quasi-identifier', type: 'date' } } })
    return [
      refused(`an age of 200,000 characters ${name}`, { 'people.csv': table }, { secrets: ['Zoe'] }),
      refused(`a date of 200,000 characters ${name}`, { 'people.csv': table, 'job.yaml': job }, { secrets: ['Zoe'] }),
    ]
  })
}

/** What stands where a file should be. */
function noFiles(): Hostile[] {
  if (process.platform === 'win32') return []
  const pipe = (folder: string) => void execFileSync('mkfifo', [join(folder, 'p.csv')])
  const source = (own: string) => ({ 'job.yaml': peopleJob({ data: { source: own } }) })
  // Beside the folder: who lists that would follow the links.
  const circle = (folder: string) => {
    const all = join(folder, '..', 'circle')
    if (existsSync(all)) return
    mkdirSync(all)
    for (const name of ['one', 'two', 'three']) symlinkSync('.', join(all, name))
    symlinkSync('self.csv', join(all, 'self.csv'))
  }
  return [
    refused('a pipe for data', source('p.csv'), { make: pipe }),
    refused('a pipe to verify', {}, { make: pipe, words: ['verify', 'p.csv', '--qi', 'age', '--k', '2'] }),
    refused('a pipe for a job', {}, { make: pipe, words: ['run', 'p.csv'] }),
    refused(
      'a pipe for a recoding',
      {},
      { make: pipe, words: ['apply', 'p.csv', 'people.csv', '--output', 'new.csv'] },
    ),
    refused('a folder for data', source('../circle'), { make: circle }),
    refused('a device for data', source('/dev/zero')),
    refused('a device for a job', {}, { words: ['run', '/dev/zero'] }),
    refused('a device for a recoding', {}, { words: ['apply', '/dev/zero', 'people.csv', '--output', 'new.csv'] }),
    refused('a link to itself for data', source('../circle/self.csv'), { make: circle }),
    refused('a glob of links to themselves', source('../circle/self*.csv'), { make: circle }),
    refused('a glob through links in a circle', source(`../circle/${'*/'.repeat(30)}p.csv`), { make: circle }),
    refused('a glob of twenty stars', source('*e'.repeat(20)), {
      make: (folder) => mkdirSync(join(folder, 'e'.repeat(200).concat('x'))),
    }),
  ]
}

/** Files of a gigabyte, or that unpack to one: seconds to make, so `npm run test:thorough` alone has them. */
function hugeFiles(): Hostile[] {
  const of = (source: string, content: string | Uint8Array, what: string): Hostile =>
    refused(what, { [source]: content, 'job.yaml': peopleJob({ data: { source } }) })
  const packed = (rows: string) => Buffer.concat(Array<Buffer>(50).fill(gzipSync(rows.repeat(20e6 / rows.length))))
  return [
    of('p.csv.gz', Buffer.concat([gzipSync(people), packed(',,,,\n')]), 'gzip of a gigabyte of commas'),
    of('p.csv.gz', Buffer.concat([gzipSync(people), packed('\n')]), 'gzip of a gigabyte of empty lines'),
    of('p.jsonl.gz', packed('{"name":"x"}\n'), 'gzip of a gigabyte of JSON'),
    of('p.xlsx', workbook(strToU8(`<sheetData>${'<row r="1"><c r="A1"/></row>'.repeat(17e5)}`)), 'a workbook of 48 MB'),
    refused('a job of 100 MB', { 'job.yaml': `${peopleJob()}\n${'# x\n'.repeat(25e6)}` }),
    refused(
      'a recoding of 55 MB',
      { 'r.json': `{"a":"${'x'.repeat(55e6)}"}` },
      {
        words: ['apply', 'r.json', 'people.csv', '--output', 'new.csv'],
      },
    ),
  ]
}
