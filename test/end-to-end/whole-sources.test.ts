/** What is read is what is there: no file twice, none without its end, none that changes on the way. */
import {
  appendFileSync,
  copyFileSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openLocalEngine } from '../../src/engines/open-engine.ts'
import type { RunProgress } from '../../src/run.ts'
import { writeSpreadsheet } from '../../src/sources/formats/write-workbook.ts'
import type { Sql } from '../../src/sql/dialect.ts'
import { assessRisk } from '../../src/tasks/verify.ts'
import { thorough } from '../thorough.ts'
import {
  countClasses,
  type Files,
  halftone,
  inFolder,
  listing,
  people,
  peopleFiles,
  peopleJob,
  readRelease,
  runJob,
} from './workshop.ts'

const columns = ['age', 'sex', 'city']

describe('run: a source that names a file twice', () => {
  for (const [how, make] of [
    ['by two names of the list', () => ['people.csv', './people.csv']],
    ['by a glob and a name', () => ['*.csv', 'people.csv']],
    [
      'by a symbolic link',
      (folder: string) => {
        symlinkSync(join(folder, 'people.csv'), join(folder, 'again.csv'))
        return ['*.csv']
      },
    ],
    [
      'by a hard link',
      (folder: string) => {
        linkSync(join(folder, 'people.csv'), join(folder, 'again.csv'))
        return ['*.csv']
      },
    ],
  ] as const) {
    it(`reads it once: ${how}`, async () => {
      await inFolder(peopleFiles, async (folder) => {
        const source = make(folder)
        writeFileSync(join(folder, 'job.yaml'), peopleJob({ data: { source } }))
        const result = await runJob(folder)
        expect(result.rows).toBe(12)
        const { sizes } = countClasses(readRelease(join(folder, 'out/release.csv')), columns)
        expect(Math.min(...sizes)).toBeGreaterThanOrEqual(2)
      })
    })
  }

  it('warns of a copy, with both names', async () => {
    await inFolder(peopleFiles, async (folder) => {
      copyFileSync(join(folder, 'people.csv'), join(folder, 'saved.csv'))
      writeFileSync(join(folder, 'job.yaml'), peopleJob({ data: { source: '*.csv' } }))
      const { warnings } = await runJob(folder)
      expect(warnings.join('\n')).toMatch(/people\.csv and .*saved\.csv hold the same/)
    })
  })

  it('warns of the same people in another form, with the share of rows', async () => {
    await inFolder(peopleFiles, async (folder) => {
      writeFileSync(join(folder, 'people2.csv.gz'), gzipSync(people))
      writeFileSync(join(folder, 'job.yaml'), peopleJob({ data: { source: ['people.csv', 'people2.csv.gz'] } }))
      const { warnings } = await runJob(folder)
      expect(warnings.join('\n')).toMatch(/12 of 24 rows repeat another row in every column, name too/)
    })
  })
})

const many = `name,age,sex,city,income\n${Array.from({ length: 4000 }, (_, i) => `P${i},${20 + (i % 60)},${i % 2 ? 'F' : 'M'},${['Oslo', 'Bergen', 'Paris', 'Lyon'][i % 4]},${i % 3 ? 'low' : 'high'}`).join('\n')}\n`
const packed = gzipSync(many)

describe('a file without its end', () => {
  const cut = {
    'half of it': packed.subarray(0, packed.length >> 1),
    'without its trailer': packed.subarray(0, -8),
    'without its last byte': packed.subarray(0, -1),
    'with a wrong sum': Buffer.concat([packed.subarray(0, -8), Buffer.alloc(4), packed.subarray(-4)]),
  }
  for (const [what, bytes] of Object.entries(cut)) {
    it(`gzip, ${what}: refused by run, verify and risk; nothing is left`, async () => {
      const files: Files = {
        ...peopleFiles,
        'people.csv.gz': bytes,
        'job.yaml': peopleJob({ data: { source: 'people.csv.gz' } }),
      }
      await inFolder(files, async (folder) => {
        const before = listing(folder)
        await expect(runJob(folder)).rejects.toMatchObject({
          name: 'UserError',
          message: expect.stringMatching(/cut off|damaged|not a gzip/),
        })
        const source = { source: join(folder, 'people.csv.gz'), base: '/' }
        await expect(assessRisk({ source, quasiIdentifiers: columns, missingValues: [] })).rejects.toMatchObject({
          name: 'UserError',
        })
        if (what === 'half of it') {
          const verified = await halftone(folder, ['verify', 'people.csv.gz', '--qi', 'age,sex', '--k', '2'])
          expect(verified.code).toBe(2)
        }
        expect(listing(folder)).toEqual(before)
      })
    })
  }

  it('text without a last line end: a warning; with a quote or a field missing: refused', async () => {
    await inFolder(peopleFiles, async (folder) => {
      writeFileSync(join(folder, 'people.csv'), people.slice(0, -1))
      expect((await runJob(folder)).warnings.join()).toMatch(/does not end with a line end/)
      for (const end of ['Zoe,"5', 'Zoe,51,F', 'Zoe,51,F,Oslo,"lo']) {
        writeFileSync(join(folder, 'people.csv'), people + end)
        await expect(runJob(folder, { force: true })).rejects.toMatchObject({ name: 'UserError' })
      }
    })
  })

  it('a gigabyte of gzip without a line end is refused at once', async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from('name,age,sex,city,income\nx,1,F,'), Buffer.alloc(96 << 20, 'a')]))
    await inFolder(
      { ...peopleFiles, 'people.csv.gz': bomb, 'job.yaml': peopleJob({ data: { source: 'people.csv.gz' } }) },
      async (folder) => {
        const began = process.cpuUsage()
        await expect(runJob(folder)).rejects.toMatchObject({
          name: 'UserError',
          message: expect.stringMatching(/2 MiB/),
        })
        const { user, system } = process.cpuUsage(began)
        expect((user + system) / 1e6).toBeLessThan(2)
      },
    )
  })
})

const lines = (text: string): string => {
  const [header, ...rows] = text.trim().split('\n')
  const names = header.split(',')
  return `${rows.map((row) => JSON.stringify(Object.fromEntries(row.split(',').map((cell, i) => [names[i], cell])))).join('\n')}\n`
}

describe('run: a source that changes on the way is an error, nothing is published', () => {
  const small = 'name,age\nAda,21\nBo,21\nCy,34\nDi,34\nEd,55\n'
  const tableJob = (source: string) => ({
    data: { source },
    columns: { name: { role: 'identifier' }, age: { role: 'quasi-identifier', type: 'numeric' } },
    privacy: { k: 2 },
    output: { release: 'out/release.csv' },
  })
  const basketsJob = (source: string) => ({
    data: { source, format: 'transactions' },
    columns: {},
    privacy: { km: { k: 2, m: 1 } },
    output: { release: 'out/release.txt' },
  })
  /** A table in each format, from its text. */
  const formats: Readonly<
    Record<string, (text: string, folder: string) => Promise<string | Uint8Array> | string | Uint8Array>
  > = {
    'p.csv': (text) => text,
    'p.tsv': (text) => text.replaceAll(',', '\t'),
    'p.jsonl': lines,
    'p.csv.gz': (text) => gzipSync(text),
    'p.parquet': async (text, folder) => {
      const [from, to] = [join(folder, 'from.csv'), join(folder, 'to.parquet')]
      writeFileSync(from, text)
      const engine = await openLocalEngine()
      try {
        await engine.execute(`COPY (SELECT * FROM read_csv('${from}', header = true)) TO '${to}'` as Sql)
      } finally {
        await engine.close()
      }
      return readFileSync(to)
    },
    'p.xlsx': async (text, folder) => {
      writeFileSync(join(folder, 'from.csv'), text)
      await writeSpreadsheet(join(folder, 'from.csv'), join(folder, 'to.xlsx'))
      return readFileSync(join(folder, 'to.xlsx'))
    },
    'p.txt': (text) => text.replaceAll(',', ' '),
  }
  const changes: Readonly<Record<string, (file: string, other: string | Uint8Array) => void>> = {
    appended: (file) => appendFileSync(file, 'x'),
    replaced: (file, other) => {
      writeFileSync(`${file}.new`, other)
      renameSync(`${file}.new`, file)
    },
    'changed in place, with its time set back': (file, other) => {
      writeFileSync(file, other)
      utimesSync(file, new Date(0), new Date(0))
    },
    truncated: (file) => truncateSync(file, 20),
    deleted: (file) => rmSync(file),
  }
  const steps = ['count', 'search', 'write', 'verify', 'publish'] as const
  for (const [format, [source, make]] of Object.entries(formats).entries()) {
    // Times are looked at in the same way for every format.
    const own = Object.entries(changes).filter(([what]) => source === 'p.csv' || !what.includes('time'))
    it.each(own)(`${source} %s, before a step`, async (what, change) => {
      // By turns: every format, and every change, meets every step.
      const turn = format + own.findIndex(([name]) => name === what)
      const job = JSON.stringify({ version: 1, ...(source === 'p.txt' ? basketsJob : tableJob)(source) })
      await inFolder({ 'job.yaml': job }, async (folder) => {
        const [content, other] = [await make(small, folder), await make(small.replaceAll('34', '21'), folder)]
        for (const at of steps.filter((_, i) => thorough || i % 3 === turn % 3)) {
          writeFileSync(join(folder, source), content)
          let done = false
          const progress = ({ step }: RunProgress) => {
            if (step !== at || done) return
            done = true
            change(join(folder, source), other)
          }
          await expect(runJob(folder, { progress }), `${what} before ${at}`).rejects.toMatchObject({
            name: 'UserError',
            message: expect.stringMatching(/was (changed|removed) while it was read/),
          })
          expect(listing(folder).filter((name) => name.startsWith('out'))).toEqual([])
        }
        // Left alone, the same job publishes.
        writeFileSync(join(folder, source), content)
        if (what === 'deleted') expect((await runJob(folder)).verification?.verdict).toBe('holds')
      })
    })
  }
})
