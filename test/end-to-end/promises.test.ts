/** The promises of a run: the same bytes again, nothing half-written, nothing published unverified, nothing told of suppressed rows. */

import { appendFileSync, copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { anonymize } from '../../src/anonymize.ts'
import { CancelledError } from '../../src/ground/errors.ts'
import { coarsestGrouping } from '../../src/hierarchy/grouping.ts'
import type { AnonymizeRun, Step } from '../../src/run.ts'
import { allSearches, searchLattice, usualSearch } from '../../src/search/index.ts'
import { itemSearches } from '../../src/search/items-index.ts'
import type { SearchResult } from '../../src/search/search.ts'
import {
  halftone,
  inFolder,
  listing,
  ownTemporaryFolder,
  peopleFiles,
  peopleJob,
  readRelease,
  readTablePlan,
  runJob,
  writeCensus,
} from './workshop.ts'

const temporary = ownTemporaryFolder()
afterAll(temporary.remove)

describe('the same job, data and seed', () => {
  it('give the same bytes again, and with two threads', async () => {
    await inFolder({}, async (folder) => {
      await writeCensus(folder, 1500)
      const outputs: Record<string, string>[] = []
      for (const threads of [1, 1, 2]) {
        await runJob(folder, { threads, force: true })
        const names = filesBelow(join(folder, 'out'))
        outputs.push(Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, 'out', name), 'utf8')])))
      }
      expect(Object.keys(outputs[0])).toEqual([
        'private/release.manifest.json',
        'private/release.recoding.json',
        'release.csv',
        'release.manifest.json',
        'report.html',
      ])
      expect(outputs[1]).toEqual(outputs[0])
      expect(outputs[2]).toEqual(outputs[0])
    })
  })
})

describe('the rows of a release', () => {
  it.each(['drop', 'category'])(
    'are the same kept since they were counted or read again, missing: %s',
    async (missing) => {
      await inFolder({}, async (folder) => {
        const { data, job } = await writeCensus(folder, 1500)
        const lines = readFileSync(data, 'utf8').split('\n')
        writeFileSync(data, lines.map((line, i) => (i % 97 === 5 ? line.replace(/Male|Female/, '') : line)).join('\n'))
        // More than a thousand birth dates, which are kept as they are.
        const text = readFileSync(job, 'utf8')
          .replace('missing: fail', `missing: ${missing}`)
          .replace(/birth-date: +\{ role: identifier \}/, 'birth-date: { role: quasi-identifier, type: date }')
          .replace(/age: +\{.*\}/, 'age: { role: identifier }')
        writeFileSync(job, text)
        await runJob(folder, { force: true, threads: 2 })
        const kept = readFileSync(join(folder, 'out', 'release.csv'), 'utf8')
        // Compressed files are not kept.
        writeFileSync(`${data}.gz`, gzipSync(readFileSync(data)))
        writeFileSync(job, text.replace('census.csv', 'census.csv.gz'))
        await runJob(folder, { force: true, threads: 2 })
        expect(readFileSync(join(folder, 'out', 'release.csv'), 'utf8')).toBe(kept)
      })
    },
  )
})

describe('a run that is cancelled', () => {
  it('before it begins leaves nothing behind', async () => {
    await inFolder(peopleFiles, async (folder) => {
      const before = listing(folder)
      await expect(runJob(folder, { signal: AbortSignal.abort() })).rejects.toThrow(CancelledError)
      expect(listing(folder)).toEqual(before)
      expect(temporary.engineFolders()).toEqual([])
    })
  })

  const baskets = {
    'visits.txt': 'a b\na b\na b c\na c\nb c\nc d\n',
    'job.yaml': `version: 1
data: { source: visits.txt, format: transactions }
columns: {}
privacy: { km: { k: 2 }, suppression-limit: 1 }
output: { release: out/release.txt }
`,
  }
  const filesFor = (search: (typeof allSearches)[number] | (typeof itemSearches)[number]) =>
    search.kind === 'items'
      ? { ...baskets, 'job.yaml': `${baskets['job.yaml']}algorithm: ${search.name}\n` }
      : {
          ...peopleFiles,
          'job.yaml': peopleJob({
            algorithm: search.name,
            // It has bounds for two metrics only.
            goal: search.name === 'k-optimize' ? { metric: 'DM' } : undefined,
          }),
        }
  it.each([
    ...(['open', 'count', 'write', 'verify', 'publish'] as const).map((step) => ({ step, search: usualSearch })),
    ...[...allSearches, ...itemSearches].map((search) => ({ step: 'search' as const, search })),
  ])(
    'at the step $step of $search.name leaves nothing behind; in the search that is its outcome',
    async ({ step, search }: { step: Step; search: Parameters<typeof filesFor>[0] }) => {
      await inFolder(filesFor(search), async (folder) => {
        const before = listing(folder)
        const abort = new AbortController()
        const ended = await runJob(folder, {
          signal: abort.signal,
          progress: (progress) => {
            if (progress.step === step) abort.abort()
          },
        }).catch((error: unknown) => error)
        if (step === 'search') expect(ended).toMatchObject({ outcome: 'cancelled' })
        else expect(ended).toBeInstanceOf(CancelledError)
        expect(ended).not.toHaveProperty('release')
        expect(listing(folder)).toEqual(before)
        expect(temporary.engineFolders()).toEqual([])
      })
    },
  )

  it('at any moment either publishes everything or leaves nothing behind', async () => {
    await inFolder({}, async (folder) => {
      await writeCensus(folder, 8000)
      const job = readFileSync(join(folder, 'job.yaml'), 'utf8').replace('  report: out/report.html\n', '')
      writeFileSync(join(folder, 'job.yaml'), job)
      const before = listing(folder)
      for (const milliseconds of [1, 15, 40, 80, 140, 220, 320]) {
        const ended = await runJob(folder, { signal: AbortSignal.timeout(milliseconds) }).catch(
          (error: unknown) => error,
        )
        if (ended instanceof Error) expect(ended).toBeInstanceOf(CancelledError)
        else if ((ended as { release?: string }).release !== undefined) break
        expect(listing(folder)).toEqual(before)
        expect(temporary.engineFolders()).toEqual([])
      }
    })
  })

  const cancelledWithBest = async (run: AnonymizeRun, folder: string) => {
    const plan = readTablePlan(join(folder, 'job.yaml'))
    const abort = new AbortController()
    const search = async ({
      hierarchies,
    }: {
      hierarchies: readonly { values: readonly string[] }[]
    }): Promise<SearchResult> => {
      abort.abort()
      const groupings = hierarchies.map(({ values }) => coarsestGrouping(values.length))
      return { outcome: 'cancelled', best: { groupings, value: 1 }, evaluations: 1 }
    }
    return anonymize(
      { ...plan, kind: 'columns', search: { ...searchLattice, search } },
      { ...run, threads: 1, signal: abort.signal },
    )
  }

  it('in the search publishes the best so far only when asked to keep it', async () => {
    await inFolder(peopleFiles, async (folder) => {
      const before = listing(folder)
      expect(await cancelledWithBest({}, folder)).toMatchObject({ outcome: 'cancelled' })
      expect(listing(folder)).toEqual(before)
      const kept = await cancelledWithBest({ keepBest: true }, folder)
      expect(kept).toMatchObject({
        outcome: 'cancelled',
        release: join(folder, 'out/release.csv'),
        verification: { verdict: 'holds' },
      })
      expect(new Set(readRelease(join(folder, 'out/release.csv')).map((row) => row['age']))).toEqual(
        new Set(['[21,44]']),
      )
    })
  })
})

describe('a staged release that was tampered with', () => {
  const tampered: readonly { of: string; change: (text: string) => string; says: RegExp }[] = [
    {
      of: 'a cell changed',
      change: (text) => text.replace(/Norway|France|Europe|Oslo|Bergen|Paris|Lyon/, 'Elsewhere'),
      says: /fewer than 2 rows/,
    },
    { of: 'a row added', change: (text) => `${text}*,*,*,low\n`, says: /13 rows, expected 12/ },
    {
      of: 'a row lost',
      change: (text) => text.slice(0, text.trimEnd().lastIndexOf('\n') + 1),
      says: /11 rows, expected 12|fewer than 2 rows/,
    },
    { of: 'an identifier let through', change: (text) => text.replace('income', 'name'), says: /name/ },
  ]
  it.each(tampered)('$of: is caught, and nothing is published', async ({ change, says }) => {
    await inFolder(peopleFiles, async (folder) => {
      const before = listing(folder)
      const result = await runJob(folder, {
        progress: ({ step }) => {
          if (step !== 'verify') return
          const out = join(folder, 'out')
          const staged = readdirSync(out).find((name) => /^\.partial-.*release\.csv$/.test(name)) as string
          writeFileSync(join(out, staged), change(readFileSync(join(out, staged), 'utf8')))
        },
      })
      expect(result.reason).toMatch(says)
      expect(result.verification?.verdict).toBe('broken')
      expect(result).not.toHaveProperty('release')
      expect(listing(folder)).toEqual(before)
    })
  })
})

describe('what nobody may learn', () => {
  it('no identifier and no value of a suppressed row is in release, manifest, report or on the terminal', async () => {
    const lines = ['name,pay,zip,born,city,note']
    for (let i = 0; i < 60; i++) {
      lines.push(
        `IDMARK${i},${1000 + (i % 3) * 10},AB${10 + (i % 2)},2004-0${1 + (i % 2)}-11,${i % 2 === 0 ? 'Oslo' : 'Paris'},x`,
      )
    }
    // Two rows that fit no class: an extreme number each, a postcode, a birthday and a city of their own.
    lines.push('IDMARK60,7770777,ZQX99,1901-02-03,Lyon,y', 'IDMARK61,-5550555,ZQY88,1902-05-06,Bergen,y')
    const role = 'quasi-identifier'
    const job = peopleJob({
      data: { source: 'p.csv' },
      columns: {
        age: undefined,
        sex: undefined,
        income: undefined,
        // Every number falls together, so that only what is released can keep the extremes out of the labels.
        pay: { role, type: 'numeric', levels: [100_000_000] },
        zip: { role, type: 'prefix' },
        born: { role, type: 'date' },
        note: { role: 'other' },
      },
      privacy: { k: 20, 'suppression-limit': 0.05 },
      output: { report: 'out/report.html' },
    })
    await inFolder({ ...peopleFiles, 'p.csv': `${lines.join('\n')}\n`, 'job.yaml': job }, async (folder) => {
      const { code, stdout, stderr } = await halftone(folder, ['run', 'job.yaml', '--k', '25'])
      expect(code).toBe(0)
      const json = await halftone(folder, ['run', 'job.yaml', '--k', '25', '--force', '--json'])
      expect(JSON.parse(json.stdout)).toMatchObject({ suppressed: 2, rows: 62 })
      const released = readRelease(join(folder, 'out/release.csv'))
      expect(released.slice(60)).toEqual([
        { pay: '*', zip: '*', born: '*', city: '*', note: 'y' },
        { pay: '*', zip: '*', born: '*', city: '*', note: 'y' },
      ])
      const told: Record<string, string> = { stdout, stderr, json: json.stdout + json.stderr }
      for (const name of ['release.csv', 'release.manifest.json', 'report.html'])
        told[name] = readFileSync(join(folder, 'out', name), 'utf8')
      for (const [where, text] of Object.entries(told)) {
        for (const mark of [/IDMARK/, /7770777|7,770,777/, /5550555|5,550,555/, /ZQ/, /\b190[12]\b/, /Lyon|Bergen/]) {
          expect([where, text.match(mark)?.[0]]).toEqual([where, undefined])
        }
      }
      // The recoding is the steward's: it does know the values.
      expect(readFileSync(join(folder, 'out/private/release.recoding.json'), 'utf8')).toContain('7770777')
    })
  })
})

describe('halftone verify', () => {
  it('exits 0 when the promise holds, and 1 with the smallest classes first when it does not', async () => {
    await inFolder(peopleFiles, async (folder) => {
      await runJob(folder)
      const holds = await halftone(folder, ['verify', 'out/release.csv', '--job', 'job.yaml', '--json'])
      expect(holds.code).toBe(0)
      expect(JSON.parse(holds.stdout)).toMatchObject({ verdict: 'holds', rows: 12 })
      // Under its own name it would be refused: its manifest lists other bytes.
      copyFileSync(join(folder, 'out/release.csv'), join(folder, 'changed.csv'))
      appendFileSync(join(folder, 'changed.csv'), '99,F,Elsewhere,low\n')
      const broken = await halftone(folder, ['verify', 'changed.csv', '--job', 'job.yaml'])
      expect(broken.code).toBe(1)
      expect(broken.stdout).toContain('1 row:  age = 99, sex = F, city = Elsewhere')
    })
  })
})

/** Every file below a folder, by its path from there. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort()
}
