/** What releases say and how they are read again: labels of codes, the tidy form, spreadsheets, the order of rows. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { textCell, workbook } from '../../workbook.ts'
import { ended, halftone, plain, read, run, type Scenarios } from '../scenario.ts'

const prefix = { role: 'quasi-identifier', type: 'prefix' }
const numeric = { role: 'quasi-identifier', type: 'numeric' }
const table = (header: string, rows: readonly string[]) => `${header}\n${rows.join('\n')}\n`
const tidy = { release: 'out/release.csv', tidy: 'out/tidy.csv' }
const codes = ['1011', '1012', '1110', '1111'].flatMap((code) => Array<string>(3).fill(`${code},x`))
const longest = plain(
  { code: prefix, other: { role: 'quasi-identifier', order: ['x', 'y'] } },
  {
    privacy: { k: 4, 'suppression-limit': 0.1 },
    algorithm: { name: 'genetic', population: 40, iterations: 400 },
    utility: { workload: { count: 10 } },
  },
)
const towns = JSON.stringify({ name: '*', children: ['-north', '=south'].map((name) => ({ name })) })
const town = { role: 'quasi-identifier', taxonomy: 'towns.json' }
const safe = (columns: object, more: object = {}) =>
  plain({ town, ...columns }, { output: { ...tidy, 'spreadsheet-safe': true }, ...more })
const signed = (others: readonly string[]) =>
  Array.from({ length: 12 }, (_, i) => `${['-north', '=south'][i % 2]},${others[i % others.length]}`)

/** The command must end well. */
const endsWell =
  (words?: readonly string[]) =>
  async (folder: string): Promise<{ readonly isFault: boolean; readonly seen: string }> => {
    const seen = await run(words)(folder)
    return { isFault: seen !== 'exit 0', seen }
  }

export const scenarios: Scenarios = {
  'labels: codes of one letter': [
    {
      'people.csv': table('code', [...'abcdab']),
      'job.yaml': plain({ code: prefix }, { privacy: { k: 6, 'suppression-limit': 0 } }),
    },
    async (folder) => {
      const [, label] = (await run()(folder)) && read(folder, 'out/release.csv').split('\n')
      return { isFault: label !== 'ANY', seen: `a, b, c and d are released as ${label}` }
    },
  ],
  'labels: queries, the longest code suppressed': [
    { 'people.csv': table('code,other', [...codes, '10195555,y']), 'job.yaml': longest },
    endsWell(),
  ],
  'labels: evaluate, the longest code suppressed': [
    {
      'people.csv': table('code,other', [...codes, '10195555,y']),
      'job.yaml': longest,
      'first.yaml': JSON.stringify({ ...JSON.parse(longest), utility: undefined }),
    },
    async (folder) => {
      const first = await run(['run', 'first.yaml'])(folder)
      const { isFault, seen } = await endsWell(['evaluate', 'out/release.csv', '--job', 'job.yaml'])(folder)
      return { isFault, seen: `run: ${first}; evaluate: ${seen}` }
    },
  ],
  'tidy: whole numbers from 2^31': [
    {
      'people.csv': table(
        'number',
        Array.from({ length: 12 }, (_, i) => `${2 ** 31 + i}`),
      ),
      'job.yaml': plain({ number: numeric }, { output: tidy }),
    },
    endsWell(),
  ],
  'spreadsheet-safe: labels in the tidy form': [
    {
      'people.csv': table('town,mood', signed(['glad'])),
      'towns.json': towns,
      'job.yaml': safe({ mood: { role: 'other' } }),
    },
    async (folder) => {
      const result = await run()(folder)
      const lines = read(folder, 'out/tidy.csv').split('\n')
      return { isFault: !lines.includes("'-north,glad"), seen: `${result}; ${lines.slice(0, 2).join(' / ')}` }
    },
  ],
  'spreadsheet-safe: t-closeness': [
    {
      'people.csv': table('town,mood', signed(['=glad', '=glad', '-sad', '-sad'])),
      'towns.json': towns,
      'job.yaml': safe(
        { mood: { role: 'sensitive' } },
        { privacy: { k: 2, 't-closeness': { column: 'mood', t: 0.5 } } },
      ),
    },
    endsWell(),
  ],
  'spreadsheet-safe: a line feed': [
    {
      'people.csv': table('town,note', signed(['"\n=1+1"'])),
      'towns.json': towns,
      'job.yaml': safe({ note: { role: 'other' } }),
    },
    async (folder) => {
      const result = await run()(folder)
      return { isFault: !read(folder, 'out/release.csv').includes(`,"'\n=1+1"`), seen: result }
    },
  ],
  'rows: suppressed ones first': [
    {
      'people.csv': table(
        'age,town',
        Array.from({ length: 40 }, (_, i) => `${20 + (i % 10)},-north`),
      ),
      'next.csv': table('age,town', [
        ...Array<string>(25_000).fill('20,west'),
        ...Array.from({ length: 40 }, (_, i) => `${20 + (i % 10)},-north`),
      ]),
      'towns.json': towns,
      'job.yaml': plain({ age: numeric, town }, { privacy: { k: 8, 'suppression-limit': 0 } }),
    },
    async (folder) => {
      await run()(folder)
      const words = ['apply', 'out/private/release.recoding.json', 'next.csv', '--output', 'new.csv']
      const result = ended(await halftone(folder, [...words, '--suppression-limit', '1']))
      const lines = read(folder, 'new.csv').trim().split('\n').slice(1)
      const before = lines.findIndex((line) => line !== '*,*')
      return { isFault: before > 0, seen: `${result}; ${before} of ${lines.length} rows are * before the first other` }
    },
  ],
  'workbooks: _x0041_': [
    {
      'people.csv': table('age,note', Array(4).fill('20,_x0041_')),
      'job.yaml': plain({ age: numeric, note: { role: 'other' } }, { output: { release: 'out/release.xlsx' } }),
    },
    async (folder) => {
      const result = await run()(folder)
      const file = join(folder, 'out/release.xlsx')
      const sheet = existsSync(file) ? strFromU8(unzipSync(readFileSync(file))['xl/worksheets/sheet1.xml']) : ''
      return { isFault: !sheet.includes('>_x005F_x0041_<'), seen: `${result}; ${/>[^<>]*x0041_</.exec(sheet)?.[0]}` }
    },
  ],
  'workbooks: errors and times of day': [
    {
      'people.xlsx': workbook([
        ['age', 'seen'].map(textCell),
        ...Array.from({ length: 4 }, (_, i) => [
          i === 0 ? 't="e"><v>#N/A</v>' : '><v>30</v>',
          's="1"><v>0.35416666666666669</v>',
        ]),
      ]),
      'job.yaml': plain(
        { age: numeric, seen: { role: 'other' } },
        { data: { source: 'people.xlsx', missing: 'drop' } },
      ),
    },
    async (folder) => {
      const { code, text } = await halftone(folder, ['run', 'job.yaml'])
      const [, row] = read(folder, 'out/release.csv').split('\n')
      const note = /[^\n]*#N\/A[^\n]*/.exec(text)?.[0].trim()
      return { isFault: note === undefined || row !== '30,08:30:00', seen: `exit ${code}; ${row}; note: ${note}` }
    },
  ],
}
