/** What is read is what is there: no file twice, none without its end, none that changes on the way. */
import {
  appendFileSync,
  copyFileSync,
  linkSync,
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
import { assessRisk } from '../../src/risk.ts'
import type { RunProgress } from '../../src/run.ts'
import type { Sql } from '../../src/sql/dialect.ts'
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

describe('run: a source that changes on the way', () => {
  const changes: Readonly<Record<string, (file: string) => void>> = {
    appended: (file) => appendFileSync(file, 'x'),
    'another of the same size': (file) => {
      writeFileSync(`${file}.new`, many.replaceAll('Oslo', 'Lyon'))
      renameSync(`${file}.new`, file)
    },
    'changed in place, with its time set back': (file) => {
      const handle = people.replaceAll('Oslo', 'Lyon')
      writeFileSync(file, handle)
      utimesSync(file, new Date(0), new Date(0))
    },
    truncated: (file) => truncateSync(file, 40),
    removed: (file) => rmSync(file),
  }
  for (const format of ['people.csv', 'people.jsonl', 'people.csv.gz']) {
    for (const [what, change] of Object.entries(changes)) {
      for (const step of ['count', 'search', 'write', 'verify', 'publish'] as const) {
        it(`is an error, nothing is published: ${format} ${what} before ${step}`, async () => {
          const content = format.endsWith('.gz') ? gzipSync(people) : format.endsWith('l') ? lines(people) : people
          const files: Files = {
            'city.json': peopleFiles['city.json'],
            [format]: content,
            'job.yaml': peopleJob({ data: { source: format } }),
          }
          await inFolder(files, async (folder) => {
            let done = false
            const progress = (told: RunProgress) => {
              if (told.step !== step || done) return
              done = true
              change(join(folder, format))
            }
            await expect(runJob(folder, { progress })).rejects.toMatchObject({
              name: 'UserError',
              message: expect.stringMatching(/was (changed|removed) while it was read/),
            })
            expect(listing(folder).filter((name) => name.startsWith('out'))).toEqual([])
          })
        })
      }
    }
  }

  // The other formats: each change once, before another step each.
  const steps = ['count', 'search', 'write', 'verify', 'publish'] as const
  const prepared: Readonly<Record<string, (folder: string) => Promise<void> | void>> = {
    'people.parquet': async (folder) => {
      const engine = await openLocalEngine()
      try {
        const columns = `{'name': 'VARCHAR', 'age': 'INTEGER', 'sex': 'VARCHAR', 'city': 'VARCHAR', 'income': 'VARCHAR'}`
        await engine.execute(
          `COPY (SELECT * FROM read_csv('${folder}/people.csv', columns = ${columns}, auto_detect = false, header = true)) TO '${folder}/people.parquet'` as Sql,
        )
      } finally {
        await engine.close()
      }
    },
    'people.tsv': (folder) => writeFileSync(join(folder, 'people.tsv'), people.replaceAll(',', '\t')),
    'baskets.txt': (folder) => {
      writeFileSync(join(folder, 'baskets.txt'), 'ale bun\nale bun\nale cod\nale cod\n')
      const items = { version: 1, data: { source: 'baskets.txt', format: 'transactions' }, columns: {} }
      const asked = { privacy: { km: { k: 2, m: 1 } }, output: { release: 'out/release.txt' } }
      writeFileSync(join(folder, 'job.yaml'), JSON.stringify({ ...items, ...asked }))
    },
  }
  for (const [format, prepare] of Object.entries(prepared)) {
    for (const [i, [what, change]] of Object.entries(changes).entries()) {
      it(`is an error, nothing is published: ${format} ${what} before ${steps[i]}`, async () => {
        await inFolder({ ...peopleFiles, 'job.yaml': peopleJob({ data: { source: format } }) }, async (folder) => {
          await prepare(folder)
          let done = false
          const progress = ({ step }: RunProgress) => {
            if (step !== steps[i] || done) return
            done = true
            change(join(folder, format))
          }
          await expect(runJob(folder, { progress })).rejects.toMatchObject({
            name: 'UserError',
            message: expect.stringMatching(/was (changed|removed) while it was read/),
          })
          expect(listing(folder).filter((name) => name.startsWith('out'))).toEqual([])
        })
      })
    }
  }
})
