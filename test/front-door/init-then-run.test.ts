/** What `init` writes, `run` accepts: over tables of every kind of column, blank, name and delimiter that chance comes upon. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { initJob } from '../../src/init/init.ts'
import { inFolder, runJob } from '../end-to-end/workshop.ts'

const two = (number: number): string => String(number).padStart(2, '0')
const whole = (least: number, most: number) => fc.integer({ min: least, max: most })
const dateParts = fc.tuple(whole(1920, 2024), whole(1, 12), whole(1, 28), whole(0, 23))

/** A way to write the cells of a column. */
const CELLS: readonly fc.Arbitrary<fc.Arbitrary<string>>[] = [
  fc.constant(whole(-5, 90).map(String)),
  fc.constant(whole(0, 99_999).map((n) => String(n).padStart(5, '0'))),
  fc.constant(whole(-1_000_000, 1_000_000).map((n) => (n / 100).toFixed(2))),
  fc.constant(whole(-1_000_000, 1_000_000).map((n) => (n / 100).toLocaleString('en-US'))),
  fc.constant(whole(-1_000_000, 1_000_000).map((n) => `${(n / 100).toLocaleString('de-DE')} €`)),
  fc.constant(whole(0, 1000).map((n) => `${n / 10}`.replace('.', ','))),
  fc.constant(dateParts.map(([y, m, d]) => `${y}-${two(m)}-${two(d)}`)),
  fc.constant(dateParts.map(([y, m, d]) => `${two(d)}.${two(m)}.${y}`)),
  fc.constant(dateParts.map(([y, m, d]) => `${m}/${d}/${two(y % 100)}`)),
  fc.constant(dateParts.map(([y, m, d, h]) => `${m}/${d}/${y} ${h}:${two(d)}`)),
  fc.constant(dateParts.map(([y, m]) => `${y}-${two(m)}`)),
  fc.constant(whole(1900, 2024).map(String)),
  fc.constant(fc.emailAddress()),
  fc.constant(fc.uuid()),
  fc.constant(fc.lorem({ maxCount: 6 })),
  fc.constant(fc.constantFrom('F', 'M')),
  fc.constant(fc.constantFrom('yes', 'no', 'Y', 'true', 'NA', 'null', 'None', '?')),
  fc.constant(fc.constantFrom('*', 'ANY', '(missing)', '[1,2]', '{a,b}', 'other', 'a (all)', '-', '#', '0', '00')),
  fc.constant(whole(1, 400).map((n) => `category ${n}`)),
  fc.constant(
    fc.constantFrom('a;b', 'c,d', 'e|f', 'g\th', 'say "hi"', "it's", ' blank', 'blank ', 'two\nlines', '🙂', 'é'),
  ),
  fc.constant(fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 4 }).map((items) => items.join(' '))),
  fc.constant(
    fc.string({ maxLength: 6 }).map((text) => text.replaceAll(/[\0-\x1f\u007f-\u009f\ud800-\udfff\uFEFF]/g, '')),
  ),
  fc.string({ maxLength: 3 }).map((text) => fc.constant(text.replaceAll(/[\0-\x1f\ud800-\udfff\uFEFF]/g, ''))),
]

const NAMES = [
  'age',
  'Age',
  'sex',
  'zip',
  'PLZ',
  'name',
  'id',
  'patient_id',
  'Geburtsdatum',
  'date',
  'city',
  'county',
  'income',
  'class',
  'notes',
  '__proto__',
  'constructor',
  'toString',
  'a b',
  'a: b',
  '# c',
  '- d',
  '"q"',
  "it's",
  'ä/ö',
  'null',
  'true',
  '1',
  '*',
  '{x}',
  '[y]',
  'k',
  'SELECT',
  'email',
  'telephone',
  'diagnosis',
  'weight',
  'latitude',
  'column1',
  '%',
  '🙂',
  '!tag',
  '&a',
  'x,y',
]

const column = fc
  .tuple(fc.oneof(...CELLS), fc.constantFrom(0, 0, 0.1, 0.6, 1), fc.constantFrom('', '?', 'NA'))
  .chain(([cells, blanks, blank]) =>
    fc
      .tuple(
        fc.array(cells, { minLength: 40, maxLength: 40 }),
        fc.array(whole(0, 99), { minLength: 40, maxLength: 40 }),
      )
      .map(([values, dice]) => values.map((value, i) => (dice[i] < blanks * 100 ? blank : value))),
  )

const table = fc.record({
  names: fc.uniqueArray(fc.constantFrom(...NAMES), {
    minLength: 1,
    maxLength: 7,
    selector: (name) => name.toLowerCase(),
  }),
  columns: fc.array(column, { minLength: 7, maxLength: 7 }),
  rows: fc.constantFrom(1, 2, 3, 12, 40),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  quoteAll: fc.boolean(),
  end: fc.constantFrom('\n', '\r\n'),
})

it('init, then run: the job is accepted, whatever the table is like', async () => {
  await fc.assert(
    fc.asyncProperty(table, async ({ names, columns, rows, delimiter, quoteAll, end }) => {
      const field = (text: string): string =>
        quoteAll || text.includes(delimiter) || /["\r\n]/.test(text) || text.trim() !== text || names.length === 1
          ? `"${text.replaceAll('"', '""').replaceAll('\n', end)}"`
          : text
      const records = [names, ...Array.from({ length: rows }, (_, row) => names.map((_, i) => columns[i][row]))]
      const text = records.map((record) => record.map(field).join(delimiter) + end).join('')
      await inFolder({ 'data.csv': text }, async (folder) => {
        const source = { source: 'data.csv', base: folder, header: true }
        const { columns: proposed } = await initJob({ source, job: join(folder, 'job.yaml'), force: false })
        expect(proposed.map(({ name }) => name)).toEqual(names)
        if (!proposed.some(({ role }) => role === 'quasi-identifier' || role === 'items')) return
        const result = await runJob(folder, {}, { timeLimit: '2s' })
        if (result.release === undefined) expect(result.reason).toBeDefined()
        else expect(readFileSync(result.release, 'utf8')).not.toBe('')
      })
    }),
    { numRuns: Number(process.env['HALFTONE_RUNS'] ?? 10) },
  )
})
