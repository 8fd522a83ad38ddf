import { linkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { UserError } from '../../src/ground/errors.ts'
import {
  cities,
  type Files,
  halftone,
  inFolder,
  type JobSettings,
  listing,
  ownTemporaryFolder,
  people,
  peopleFiles,
  peopleJob,
  runJob,
} from './workshop.ts'

const temporary = ownTemporaryFolder()
afterAll(temporary.remove)

interface Case {
  readonly of: string
  readonly files?: Files
  readonly job?: JobSettings | string
  /** What must be in the message: the thing, the rule, the value, the remedy. */
  readonly says: readonly (string | RegExp)[]
  readonly prepare?: (folder: string) => void
}

const role = 'quasi-identifier'
const column = (settings: object) => ({ columns: { city: { role, ...settings } } })

const cases: readonly Case[] = [
  // The file.
  {
    of: 'no such file',
    job: { data: { source: 'persons.csv' } },
    says: ['no such file', '"persons.csv"', 'people.csv'],
  },
  { of: 'no such folder', job: { data: { source: 'there/people.csv' } }, says: ['no such file', 'there is no folder'] },
  {
    of: 'a glob that nothing fits',
    job: { data: { source: 'x*.csv' } },
    says: ['no file fits "x*.csv"', 'see whether'],
  },
  { of: 'a folder as source', job: { data: { source: '.' } }, says: ['"."', 'is not a file', 'a glob'] },
  {
    of: 'an empty file',
    files: { 'people.csv': '' },
    says: ['"people.csv" is empty', 'header line and at least one row'],
  },
  { of: 'a header only', files: { 'people.csv': 'name,age,sex,city,income\n' }, says: ['a header but no rows'] },
  {
    of: 'a row with too many fields',
    files: { 'people.csv': `${people}Max,50,M,Oslo,low,extra\n` },
    says: ['people.csv', 'line 14', 'has 6 fields', 'must have 5', 'data.delimiter'],
  },
  {
    of: 'a row with too few fields',
    files: { 'people.csv': `${people}Max,50,M\nNed,50,M,Oslo,low\n` },
    says: ['people.csv', 'line 14', 'has 3 fields', 'must have 5', 'fix the line'],
  },
  {
    of: 'a quote that is never closed',
    files: { 'people.csv': `${people}Max,50,M,Oslo,"low\nNed,50,M,Oslo,low\n` },
    says: ['people.csv', 'quote', 'line 14', 'data.quote'],
  },
  {
    of: 'binary junk as csv',
    files: { 'people.csv': Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919 + (i >> 3)) % 256) },
    says: ['people.csv', 'delimited text', 'give the right file'],
  },
  ...(
    [
      [
        'people.png',
        '\x89PNG\r\n\x1A\n\0\0\0\rIHDR',
        'is a picture (PNG), not delimited text; give the file that holds',
      ],
      ['people.csv', '\x89PNG\r\n\x1A\n\0\0\0\rIHDR', 'is a picture (PNG)'],
      ['people.xlsx', 'PK\x03\x04\x14\0', 'is not a workbook that can be read'],
      ['people.zip', 'PK\x03\x04\x14\0', 'is a ZIP archive, not delimited text; unpack it'],
      ['people.arrow', 'ARROW1\0\0', 'is an Arrow file, not delimited text; write the table as parquet'],
      ['people.pdf', '%PDF-1.4\n', 'is a PDF, not delimited text; export the table as csv'],
      ['people.jsonl', 'PAR1\x15\x04', 'is a Parquet file, not json lines; let its name end in .parquet'],
      ['people.txt', '\x1F\x8B\b\0', 'is compressed (gzip), not delimited text; let its name end in .gz'],
      ['people.json', '[1, 2, 3]', 'must begin with an object such as {"age": 31}'],
      ['people.ndjson', '\n\n', 'must begin with an object'],
    ] as const
  ).map(([source, bytes, says]) => ({
    of: `${JSON.stringify(bytes)} as ${source}`,
    files: { [source]: Buffer.from(bytes, 'latin1') },
    job: { data: { source } },
    says: [source, says],
  })),
  {
    of: 'a line break in the header that the engine would take for the end of lines',
    files: { 'people.csv': people.replace('income', '"in\ncome"').replace(/\n(?!come)/g, '\r\n') },
    says: ['people.csv', 'inside quotes in the first line is LF', 'one kind of line break'],
  },
  {
    of: 'lines that end in two ways',
    files: { 'people.csv': people.replace('\nBo', '\r\nBo') },
    says: ['people.csv', 'line 1 ends in LF, line 2 in CR LF', 'one kind of line break'],
  },
  {
    of: 'invalid UTF-8',
    files: {
      'people.csv': Buffer.concat([
        Buffer.from(people),
        Buffer.from('Max,50,M,'),
        Buffer.from([0x4d, 0xfc, 0x6c]),
        Buffer.from(',low\n'),
      ]),
    },
    says: ['people.csv', 'line 14', 'not valid UTF-8', 'data.encoding'],
  },
  {
    of: 'a .parquet that is none',
    files: { 'people.parquet': people },
    job: { data: { source: 'people.parquet' } },
    says: ['people.parquet', 'is not a Parquet file', 'data.format'],
  },
  {
    of: 'a .gz that is none',
    files: { 'people.csv.gz': people },
    job: { data: { source: 'people.csv.gz' } },
    says: ['people.csv.gz is not a gzip file', 'rename it'],
  },
  {
    of: 'JSON lines that are none',
    files: { 'people.jsonl': '{"age": 1}\n{"age": \n' },
    job: { data: { source: 'people.jsonl' } },
    says: ['people.jsonl', 'not valid JSON lines', 'data.format'],
  },
  {
    of: 'two columns of one name, of which the second gets a number',
    files: { 'people.csv': people.replace('income', 'age') },
    says: ['names a column "income"', 'age_2'],
  },
  {
    of: 'a column without a name, which is called by its place',
    files: { 'people.csv': people.replace('sex', '') },
    says: ['names a column "sex"', 'column3'],
  },
  {
    of: 'a header list of another length',
    job: { data: { header: ['name', 'age'] } },
    says: ['data.header names 2 columns', 'has 5 fields', 'data.delimiter'],
  },
  {
    of: 'files of one glob with other columns',
    files: { 'people-2.csv': 'name,age\nA,1\n' },
    job: { data: { source: 'people*.csv' } },
    says: ['other columns', 'people-2.csv', 'the same header line'],
  },
  // Columns.
  {
    of: 'a column the file lacks',
    job: { columns: { citty: { role: 'other' } } },
    says: ['job.yaml', '"citty"', 'people.csv does not have', 'did you mean "city"?'],
  },
  {
    of: 'two roles in a list',
    job: column({ role: [role, 'sensitive'] }),
    says: ['job.yaml:22:7', 'columns.city.role must be one role', 'sensitive', 'choose it'],
  },
  {
    of: 'the same column twice',
    job: peopleJob().replace('"income": {', '"age": { "role": "other" }, "income": {'),
    says: [/job\.yaml:\d+:\d+/, 'twice', 'a column has one role', 'remove one'],
  },
  {
    of: 'an unknown role',
    job: column({ role: 'quasi' }),
    says: ['columns.city.role must be one of identifier', 'got "quasi"'],
  },
  {
    of: 'no quasi-identifier',
    job: { columns: { age: { role: 'other' }, sex: { role: 'other' }, city: { role: 'other' } } },
    says: ['job.yaml has no quasi-identifier', 'role: quasi-identifier'],
  },
  {
    of: 'a quasi-identifier without hierarchy',
    job: column({}),
    says: ['column "city"', 'without a hierarchy', 'a taxonomy', 'change its role'],
  },
  {
    of: 'two hierarchies',
    job: column({ type: 'date', taxonomy: 'city.json' }),
    says: ['column "city" must have one hierarchy', 'type: date and taxonomy', 'remove one'],
  },
  {
    of: 'a weight that only a quasi-identifier has',
    job: { columns: { income: { role: 'target', weight: 2 } } },
    says: ['column "income" has weight', 'its role is target', 'remove it'],
  },
  {
    of: 'items beside quasi-identifiers',
    job: { columns: { income: { role: 'items', separator: ' ' } } },
    says: ['quasi-identifiers beside the items of "income"', 'asks for no privacy of both together'],
  },
  // Values.
  {
    of: 'values outside the taxonomy',
    files: {
      'people.csv': people.replace('Jo,42,F,Bergen', 'Jo,42,F,Narvik').replace('Lou,44,F,Lyon', 'Lou,44,F,lyon'),
    },
    says: [
      'column "city"',
      'outside its taxonomy',
      '"N…" (6 characters) in 1 row',
      '"l…" (4 characters) in 1 row',
      'add them to the taxonomy',
    ],
  },
  {
    of: 'values outside the order',
    files: { 'people.csv': people.replace('Jo,42,F', 'Jo,42,X') },
    says: ['column "sex"', 'outside its order', '"…" (1 character) in 1 row', 'add them to the order'],
  },
  {
    of: 'decimal commas in a numeric column',
    files: { 'people.csv': people.replace(',21,', ',"21,5",') },
    says: ['"age" must hold numbers only', '"2…" (4 characters) in 1 row', 'write decimals with a point'],
  },
  {
    of: 'numbers that would come out as others',
    files: { 'people.csv': people.replace(',21,', ',9007199254740993,') },
    says: ['"age" must hold numbers only', '"9…" (16 characters)', 'cannot be held exactly', 'type: prefix'],
  },
  {
    of: 'text in a numeric column',
    files: { 'people.csv': people.replace('Jo,42', 'Jo,young') },
    says: ['column "age" must hold numbers only', '"y…" (5 characters) in 1 row', 'missing-values'],
  },
  {
    of: 'dates in two forms',
    files: { 'people.csv': people.replace('Jo,42', 'Jo,03/04/1980') },
    job: { columns: { age: { role, type: 'date' } } },
    says: ['column "age" must hold dates', '"0…" (10 characters) in 1 row', 'year first'],
  },
  {
    of: 'missing values',
    files: { 'people.csv': people.replace('Jo,42', 'Jo,').replace('Lyon', '?') },
    says: ['2 of 12 rows have a missing quasi-identifier', 'age (1)', 'city (1)', 'data.missing', 'drop', 'category'],
  },
  {
    of: 'nothing left without missing values',
    files: { 'people.csv': 'name,age,sex,city,income\nA,,F,Oslo,low\nB,3,?,Oslo,low\n' },
    job: { data: { missing: 'drop' } },
    says: ['every row has a missing quasi-identifier', 'category'],
  },
  {
    of: 'a column that is always missing',
    files: { 'people.csv': 'name,age,sex,city,income\nA,1,F,?,low\nB,3,F,?,low\n' },
    job: { data: { missing: 'category' } },
    says: ['column "city" has no value in any row', 'the role other'],
  },
  // Privacy.
  { of: 'k = 1', job: { privacy: { k: 1 } }, says: ['privacy.k must be a whole number of at least 2; got 1'] },
  { of: 'k = 2.5', job: { privacy: { k: 2.5 } }, says: ['privacy.k must be a whole number', 'got 2.5'] },
  { of: 'k as text', job: { privacy: { k: 'ten' } }, says: ['privacy.k must be a', 'number; got "ten"'] },
  {
    of: 'k larger than the table',
    job: { privacy: { k: 13 } },
    says: ['k must be at most the number of rows, 12; got 13'],
  },
  { of: 'no k', job: { privacy: { k: undefined } }, says: ['job.yaml asks for no privacy', 'privacy.k'] },
  {
    of: 'a suppression limit above 1',
    job: { privacy: { 'suppression-limit': 5 } },
    says: ['privacy.suppression-limit must be at most 1; got 5'],
  },
  // Keys.
  {
    of: 'an unknown key on top',
    job: { algorthm: 'lattice' },
    says: [/job\.yaml:\d+:3 unknown key "algorthm"/, 'did you mean "algorithm"?'],
  },
  {
    of: 'an unknown key in data',
    job: { data: { delimter: ';' } },
    says: ['unknown key "data.delimter"', '"delimiter"?'],
  },
  {
    of: 'an unknown key in a column',
    job: column({ taxnomy: 'city.json' }),
    says: ['unknown key "columns.city.taxnomy"', '"taxonomy"?'],
  },
  {
    of: 'an unknown key in privacy',
    job: { privacy: { 'supression-limit': 1 } },
    says: ['unknown key "privacy.supression-limit"', '"suppression-limit"?'],
  },
  {
    of: 'an unknown key in a requirement',
    job: { privacy: { requirements: [{ 'k-anonimity': 2 }] } },
    says: ['unknown key "privacy.requirements.0.k-anonimity"', '"k-anonymity"?'],
  },
  {
    of: 'an unknown key in output',
    job: { output: { reprot: 'r.html' } },
    says: ['unknown key "output.reprot"', '"report"?'],
  },
  {
    of: 'an unknown key in endpoints',
    job: { columns: { age: { role, type: 'numeric', endpoints: { widht: 5 } } } },
    says: ['unknown key "columns.age.endpoints.widht"', '"width"?'],
  },
  {
    of: 'an unknown key in a goal',
    job: { goal: { metric: 'CM', taget: 'income' } },
    says: ['unknown key "goal.taget"', '"target"?'],
  },
  {
    of: 'an unknown key far from any',
    job: { data: { colour: 'red' } },
    says: ['unknown key "data.colour"', 'known keys are source, table'],
  },
  {
    of: 'an unknown option of the algorithm',
    job: { algorithm: { name: 'exhaustive', populaton: 5 } },
    says: ['algorithm exhaustive has no option "populaton"'],
  },
  { of: 'an unknown algorithm', job: { algorithm: 'latice' }, says: ['there is no algorithm "latice"', '"lattice"?'] },
  {
    of: 'an unknown goal',
    job: { goal: 'clasification' },
    says: ['goal must be', 'got "clasification"', '"classification"?'],
  },
  { of: 'an unknown metric', job: { goal: { metric: 'LMM' } }, says: ['"LMM"', '"LM"?'] },
  {
    of: 'classification without a target',
    job: { goal: 'classification', columns: { income: { role: 'other' } } },
    says: ['CM needs a target column', 'role: target', 'another goal'],
  },
  {
    of: 'regression on text',
    job: { goal: 'regression' },
    says: ['column "income" is a numeric target', '"h…"', 'type: category'],
  },
  {
    of: 'a goal with a target that is none',
    job: { goal: { metric: 'CM', target: 'age' } },
    says: ['the target "age"', 'fitting are income'],
  },
  { of: 'a version of the future', job: { version: 2 }, says: ['version must be 1; got 2'] },
  // The job file.
  { of: 'invalid YAML', job: 'version: 1\ndata: {source: [}\n', says: [/job\.yaml:2:\d+ is not valid YAML/] },
  { of: 'an alias without an anchor', job: 'version: 1\ndata: *there\n', says: [/job\.yaml.* is not valid YAML/] },
  { of: 'an empty job file', job: '', says: ['job.yaml must be a mapping', 'data, columns, privacy, output'] },
  { of: 'a list as job file', job: '- 1\n- 2\n', says: ['job.yaml must be a mapping', 'got [1,2]'] },
  {
    of: 'a job without its keys',
    job: 'version: 1\n',
    says: ['data is missing; add it', 'columns is missing', 'privacy is missing', 'output is missing'],
  },
  {
    of: 'a column without settings',
    job: peopleJob().replace('"role": "target"', '').replace('"income": {', '"income": null, "x": {'),
    says: ['columns.income must be a mapping; got null'],
  },
  // Taxonomies.
  {
    of: 'a missing taxonomy file',
    job: column({ taxonomy: 'town.json' }),
    says: ['no such taxonomy of column "city": "town.json"'],
  },
  {
    of: 'a taxonomy with a doubled leaf',
    files: { 'city.json': cities.replace('"Lyon"', '"Oslo"') },
    says: ['"O…" (4 characters)', /twice|doubled|two|2/, 'city'],
  },
  { of: 'a taxonomy that is no JSON', files: { 'city.json': '{"name": "Europe", ' }, says: ['city.json'] },
  // Outputs.
  {
    of: 'a target below a file',
    job: { output: { release: 'people.csv/release.csv' } },
    says: ['people.csv', 'cannot be made', 'choose another output'],
  },
  {
    of: 'a target where nobody can write',
    job: { output: { release: '/proc/halftone/release.csv' } },
    says: ['/proc/halftone', 'cannot be', 'choose another'],
  },
  {
    of: 'a second target where nobody can write',
    job: { output: { release: 'new/folder/release.csv', report: 'people.csv/report.html' } },
    says: ['cannot be made'],
  },
  {
    of: 'a target that is the source',
    job: { output: { release: 'people.csv' } },
    says: ['people.csv is the source itself', 'choose another name'],
  },
  {
    of: 'a target that is the source by another name',
    job: { output: { release: 'link.csv' } },
    prepare: (folder) => symlinkSync(join(folder, 'people.csv'), join(folder, 'link.csv')),
    says: ['link.csv is the source itself'],
  },
  {
    of: 'a source that is the target by another name',
    job: { data: { source: 'link.csv' }, output: { release: 'people.csv' } },
    prepare: (folder) => symlinkSync(join(folder, 'people.csv'), join(folder, 'link.csv')),
    says: ['people.csv is the source itself'],
  },
  {
    of: 'a target among the files of a glob',
    files: { 'people-2.csv': people },
    job: { data: { source: 'people*.csv' }, output: { release: 'people-2.csv' } },
    says: ['people-2.csv is the source itself'],
  },
  {
    of: 'a report on the source',
    job: { output: { report: 'people.csv' } },
    says: ['people.csv is the source itself'],
  },
  {
    of: 'a target that exists',
    files: { 'out/release.csv': 'old' },
    says: ['out/release.csv exists already', '--force'],
  },
  {
    of: 'a manifest that exists',
    files: { 'out/release.manifest.json': 'old' },
    says: ['release.manifest.json exists already', '--force'],
  },
  {
    of: 'a target that is a folder',
    files: { 'out/release.csv/x': '' },
    says: ['release.csv is a folder', 'name a file'],
  },
  {
    of: 'two outputs in one file',
    job: { output: { report: 'out/release.csv' } },
    says: ['two outputs have the same file', 'give each its own'],
  },
  {
    of: 'a target of unknown form',
    job: { output: { release: 'out/release.ods' } },
    says: ['output.release must end in .csv', 'release.ods'],
  },
  // What another version may know.
  {
    of: 'a database address',
    job: { data: { source: 'mysql://host/db' } },
    says: ['"mysql://host/db" is an address', 'reads files', 'export'],
  },
]

describe('anonymize refuses wrong input with thing, rule, value and remedy, and leaves nothing behind', () => {
  it.each(cases)('$of', async ({ files = {}, job = {}, says, prepare }) => {
    const text = typeof job === 'string' ? job : peopleJob(job)
    await inFolder({ ...peopleFiles, 'job.yaml': text, ...files }, async (folder) => {
      prepare?.(folder)
      const before = listing(folder)
      const error: unknown = await runJob(folder).then(
        () => undefined,
        (reason) => reason,
      )
      expect(error).toBeInstanceOf(UserError)
      const { message } = error as UserError
      for (const part of says) expect(message).toMatch(typeof part === 'string' ? new RegExp(escaped(part)) : part)
      expect(listing(folder)).toEqual(before)
    })
  })

  it('engines leave no folder of their own', () => {
    expect(temporary.engineFolders()).toEqual([])
  })

  it('a hard link to the source is the source', async () => {
    await inFolder({ ...peopleFiles, 'job.yaml': peopleJob({ output: { release: 'twin.csv' } }) }, async (folder) => {
      linkSync(join(folder, 'people.csv'), join(folder, 'twin.csv'))
      await expect(runJob(folder, { force: true })).rejects.toThrow('is the source itself')
      expect(listing(folder)).toContain(`people.csv ${people.length}`)
    })
  })
})

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

describe('the library refuses wrong settings of the engine', () => {
  it.each([
    [{ memory: 'much' }, 'memory must be a size such as 512MB or 4GB; got "much"'],
    [{ threads: 0 }, 'threads must be a whole number of at least 1; got 0'],
    [{ memory: '1MB' }, 'the engine ran out of memory; give it more with --memory'],
  ])('anonymize(plan, %o)', async (run, says) => {
    await inFolder(peopleFiles, async (folder) => {
      await expect(runJob(folder, run)).rejects.toThrow(says)
      expect(temporary.engineFolders()).toEqual([])
    })
  })
})

describe('the command line refuses wrong input with exit code 2', () => {
  const commands: readonly { of: string; args: readonly string[]; says: string; files?: Files }[] = [
    { of: 'run without its file', args: ['run', 'nothing.yaml'], says: 'no such job file: "nothing.yaml"' },
    {
      of: 'run of a job with an unknown key',
      args: ['run', 'job.yaml'],
      files: { 'job.yaml': peopleJob({ sed: 1 }) },
      says: 'did you mean "seed"?',
    },
    {
      of: 'run with --k 1',
      args: ['run', 'job.yaml', '--k', '1'],
      says: 'must be a whole number of at least 2; got 1',
    },
    { of: 'verify without a promise', args: ['verify', 'people.csv'], says: '--qi a,b and --k 10' },
    {
      of: 'verify of a header alone',
      args: ['verify', 'empty.csv', '--qi', 'age', '--k', '5'],
      files: { 'empty.csv': 'age\n' },
      says: 'empty.csv has no rows; there is nothing to verify',
    },
    { of: 'apply without --output', args: ['apply', 'a.json', 'people.csv'], says: '--output' },
    {
      of: 'sample census with letters for rows',
      args: ['sample', 'census', '--rows', 'many'],
      says: 'must be a number',
    },
    { of: 'an unknown command', args: ['rnu'], says: 'run' },
  ]
  it.each(commands)('$of', async ({ args, says, files = {} }) => {
    await inFolder({ ...peopleFiles, ...files }, async (folder) => {
      const before = listing(folder)
      const { code, stdout, stderr } = await halftone(folder, args)
      expect(stderr).toContain(says)
      expect(code).toBe(2)
      expect(stdout).toBe('')
      expect(listing(folder)).toEqual(before)
    })
  })

  it('with --json: one object on standard output', async () => {
    await inFolder({ ...peopleFiles, 'people.csv': '' }, async (folder) => {
      const { code, stdout } = await halftone(folder, ['run', 'job.yaml', '--json'])
      expect(code).toBe(2)
      expect(JSON.parse(stdout)).toMatchObject({ kind: 'UserError', error: expect.stringContaining('is empty') })
    })
  })
})
