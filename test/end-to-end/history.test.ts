/** Releases over time, from job to published files, counted together by a program that sees only the files. */
import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anonymize } from '../../src/anonymize.ts'
import { realDisk } from '../../src/ground/disk.ts'
import { filesBeside, outputsBeside } from '../../src/plan/outputs-beside.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import { makeKeyFile } from '../../src/pseudonyms/key-file.ts'
import { readRecodingFile } from '../../src/recoding/read-recoding.ts'
import type { AnonymizeRun, RunResult } from '../../src/run.ts'
import { type ApplyRequest, applyRecoding } from '../../src/tasks/apply.ts'
import { adult } from '../adult.ts'
import { halftoneCommand } from '../command.ts'
import { leaksOfAdult, leaksOfGenerated } from '../leaks.ts'
import {
  certainByCounts,
  certainShare,
  monthsOfPeople,
  type Person,
  peopleText,
  readShown,
  recount,
  type ShownPeople,
} from '../months.ts'
import { needs } from '../needs.ts'
import { thorough } from '../thorough.ts'
import { inFolder } from './workshop.ts'

const K = 5

interface Settings {
  readonly history?: string
  readonly privacy?: string
  readonly rounds?: number
  readonly income?: string
}

const jobText = ({ history = '', privacy = `k: ${K}`, rounds = 3, income = 'other' }: Settings = {}): string =>
  `version: 1
data: { source: people.csv }
columns:
  pid: { role: pseudonym }
  age: { role: quasi-identifier, type: numeric }
  sex: { role: quasi-identifier, order: [f, m] }
  postcode: { role: quasi-identifier, type: numeric }
  income: { role: ${income} }
privacy: { ${privacy} }
algorithm: { name: boxes, rounds: ${rounds} }
history: { ledger: private/people.ledger, person: pid${history} }
output: { release: out/release.csv, report: out/report.html }
`

/** Works in a folder with a job and a key. */
function withJob<T>(settings: Settings, work: (folder: string) => Promise<T>): Promise<T> {
  return inFolder({ 'job.yaml': jobText(settings) }, (folder) => {
    makeKeyFile(join(folder, 'halftone.key'))
    return work(folder)
  })
}

async function release(
  folder: string,
  people: readonly Person[],
  name: string,
  run: AnonymizeRun = {},
): Promise<RunResult> {
  writeFileSync(join(folder, 'people.csv'), peopleText(people))
  return releaseTo(folder, join('out', `${name}.csv`), run)
}

/** As the command line does it with --output. */
function releaseTo(folder: string, file: string, run: AnonymizeRun = {}): Promise<RunResult> {
  const plan = readPlan(join(folder, 'job.yaml'), { release: join(folder, file) })
  return anonymize({ ...plan, output: outputsBeside(plan.output) }, { threads: 1, ...run })
}

const shownIn = (folder: string, name: string) => readShown(readFileSync(join(folder, 'out', `${name}.csv`), 'utf8'))
const allShown = (folder: string, count: number) =>
  Array.from({ length: count }, (_, m) => shownIn(folder, `m${m + 1}`))

describe('a job with a ledger', () => {
  it('releases every month, counted together; report, manifest and private list say so', async () => {
    await withJob({ privacy: `k: ${K}` }, async (folder) => {
      const months = monthsOfPeople(1, 1000, 8, 0.06)
      const results: RunResult[] = []
      for (const [m, people] of months.entries()) results.push(await release(folder, people, `m${m + 1}`))
      expect(recount(allShown(folder, 8), K)).toEqual({ below: 0, steps: 0 })
      for (const [m, { history, verification }] of results.entries()) {
        expect(history).toMatchObject({ release: m + 1, rows: shownIn(folder, `m${m + 1}`).size })
        const missing = months[m].length + (history?.left ?? 0) - (history?.waiting ?? 0)
        expect(missing).toBe(history?.rows)
        expect(history?.waiting).toBeLessThanOrEqual(100)
        expect(history?.longestWait).toBeLessThanOrEqual(6)
        expect(verification?.checks.find(({ name }) => name === 'history')?.promise).toContain(
          `release ${m + 1} of ${m + 1}, counted together`,
        )
      }
      expect(results[7].history?.left).toBeLessThan(250)
      const report = readFileSync(join(folder, 'out/m8.report.html'), 'utf8')
      expect(report).toContain('release 8 of 8, counted together')
      const manifest = JSON.parse(readFileSync(join(folder, 'out/m8.manifest.json'), 'utf8'))
      expect(manifest.history).toMatchObject({ release: 8, waiting: results[7].history?.waiting })
      expect(JSON.stringify(manifest)).not.toContain('people.ledger')
      const waiting = readFileSync(join(folder, 'out/private/m8.waiting.csv'), 'utf8').trimEnd().split('\n')
      expect(waiting).toHaveLength(1 + (results[7].history?.waiting ?? 0))
    })
  })

  it('without a ledger the same releases leak, both with a new search and with the old classes', async () => {
    const months = monthsOfPeople(1, 1500, 2, 0.06)
    await withJob({}, async (folder) => {
      writeFileSync(join(folder, 'job.yaml'), jobText().replace(/^history.*\n/m, ''))
      for (const [m, people] of months.entries()) await release(folder, people, `m${m + 1}`)
      expect(recount(allShown(folder, 2), K).below).toBeGreaterThan(700)
      const file = join(folder, 'out/private/m1.recoding.json')
      const output = filesBeside(join(folder, 'applied.csv'), ['recoding', 'recodingTable', 'manifest'])
      const source = { source: 'people.csv', base: folder }
      const job = readPlan(join(folder, 'job.yaml'))
      const request = { recoding: readRecodingFile(file), name: file, source, output, job } as const
      await applyRecoding({ ...request, unseen: 'suppress' }, { threads: 1 })
      const applied = readShown(readFileSync(join(folder, 'applied.csv'), 'utf8'))
      expect(recount([shownIn(folder, 'm1'), applied], K).steps).toBeGreaterThan(30)
    })
  })

  it('people who move, change and are erased are counted, too', async () => {
    await withJob({ history: ', erase: erase.txt', privacy: `k: ${K}, ends: exact` }, async (folder) => {
      const months = monthsOfPeople(2, 800, 7, 0.05)
      const moved = (person: Person, month: number): Person => {
        const number = Number(person.pid.slice(1))
        const age = number % 40 === 7 && month >= 3 ? (person.age + 30) % 90 : person.age
        return { ...person, age, income: number % 9 === 4 && month >= 2 ? 'top' : person.income }
      }
      const erased = months[6].find(({ pid }) => pid < 'P000400')?.pid
      for (const [m, people] of months.entries()) {
        writeFileSync(join(folder, 'erase.txt'), m >= 4 ? `${erased}\n` : '')
        await release(
          folder,
          people.map((person) => moved(person, m)),
          `m${m + 1}`,
        )
      }
      const releases = allShown(folder, 7)
      expect(recount(releases, K)).toEqual({ below: 0, steps: 0 })
      const changes = [...releases[6]].filter(([pid, { value }]) => (releases[0].get(pid)?.value ?? value) !== value)
      expect(changes.length).toBeGreaterThan(K)
      // The whole class of the erased person leaves; people who came later may still have the same labels.
      const shares = [...new Set([...releases[3].values()].map(({ label }) => label))].map((label) => {
        const people = [...releases[3]].filter(([, shown]) => shown.label === label)
        return people.filter(([pid]) => releases[4].has(pid)).length / people.length
      })
      expect(Math.min(...shares)).toBeLessThan(0.2)
    })
  })

  it('asks the model of a sensitive column also of the people who come', async () => {
    const settings = { privacy: `k: ${K}, l-diversity: { column: income, l: 3 }`, income: 'sensitive' }
    await withJob(settings, async (folder) => {
      const months = monthsOfPeople(3, 800, 5, 0.08)
      for (const [m, people] of months.entries()) await release(folder, people, `m${m + 1}`)
      const releases = allShown(folder, 5)
      expect(recount(releases, K)).toEqual({ below: 0, steps: 0 })
      for (let r = 1; r < 5; r++) {
        const came = new Map<string, Set<string>>()
        for (const [pid, { label, value }] of releases[r])
          if (!releases[r - 1].has(pid)) came.set(label, (came.get(label) ?? new Set()).add(value))
        expect(came.size).toBeGreaterThan(0)
        for (const values of came.values()) expect(values.size).toBeGreaterThanOrEqual(3)
      }
    })
  })

  it('public bins of numbers, dates and orders stay, so that nobody who stays leaves a class', async () => {
    const grades = Array.from({ length: 30 }, (_, i) => `g${i}`)
    const day = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10)
    // Months narrow and widen, so that bins of the data would move and the outermost values come and go.
    const text = (people: readonly Person[], month: number) => {
      const lines = people.map(({ pid, age, postcode }) => {
        const number = Number(pid.slice(1))
        const reach = number >= 900 && month % 2 === 1 ? 3 : 1
        const grade = grades[Math.min(29, Math.floor((age * 30 * reach) / 200))]
        return [pid, age * reach - (reach - 1) * 40, day(age * reach * 90 + (number % 50)), grade, postcode].join()
      })
      return `pid,age,birth,grade,postcode\n${lines.join('\n')}\n`
    }
    await withJob({}, async (folder) => {
      const job = jobText()
        .replace(/ {2}sex:.*\n/, `  birth: { role: quasi-identifier, type: date }\n`)
        .replace(/postcode: .*\n/, `grade: { role: quasi-identifier, order: [${grades}] }\n`)
        .replace(/ {2}income:.*\n/, '  postcode: { role: other }\n')
      writeFileSync(join(folder, 'job.yaml'), job)
      const labels = new Map<string, string>()
      for (const [m, people] of monthsOfPeople(8, 900, 6, 0.1).entries()) {
        // Somebody's values never change, whatever the month is.
        const joined = people.map((one) => ({
          one,
          since: Math.max(0, Math.ceil((Number(one.pid.slice(1)) - 899) / 90)),
        }))
        const lines = joined.map(({ one, since }) => text([one], since).split('\n')[1])
        writeFileSync(join(folder, 'people.csv'), `pid,age,birth,grade,postcode\n${lines.join('\n')}\n`)
        const { history } = await releaseTo(folder, `out/m${m + 1}.csv`)
        expect(history?.longestWait).toBeLessThanOrEqual(6)
        const shown = readShown(readFileSync(join(folder, `out/m${m + 1}.csv`), 'utf8'))
        for (const [pid, { label }] of shown) expect(label).toBe(labels.get(pid) ?? label)
        const waiting = readFileSync(join(folder, `out/private/m${m + 1}.waiting.csv`), 'utf8')
          .trimEnd()
          .split('\n')
        for (const line of waiting) expect(labels.has(line.split(',')[0])).toBe(false)
        for (const [pid, { label }] of shown) labels.set(pid, label)
      }
      expect(labels.size).toBeGreaterThan(1100)
    })
  })

  it('m-invariance: a class shows the same sensitive values in every release, also to people who move', async () => {
    const setsOf = (people: ShownPeople) => {
      const sets = new Map<string, Set<string>>()
      for (const { label, value } of people.values()) sets.set(label, (sets.get(label) ?? new Set()).add(value))
      return new Map([...sets].map(([label, values]) => [label, [...values].sort().join()]))
    }
    /** People whose class shows another set of values than a class of theirs in an earlier release. */
    const otherSets = (releases: readonly ShownPeople[]) => {
      const first = new Map<string, string>()
      const others = new Set<string>()
      for (const people of releases) {
        const sets = setsOf(people)
        for (const [pid, { label }] of people) {
          const set = sets.get(label) as string
          if ((first.get(pid) ?? set) !== set) others.add(pid)
          first.set(pid, set)
        }
      }
      return others.size
    }
    const months = monthsOfPeople(6, 900, 8, 0.08).map((people, m) =>
      people.map((one) => {
        const number = Number(one.pid.slice(1))
        const age = m >= 3 && number % 6 === 1 ? (one.age + 25) % 90 : one.age
        const income = m >= 4 && number % 5 === 2 ? 'high' : one.income
        // A rare value, so that sets differ between classes.
        return { ...one, age, income: number % 97 === 5 ? 'rare' : income }
      }),
    )
    const privacy = `k: ${K}, l-diversity: { column: income, l: 2 }, ends: exact, exposure-limit: 1`
    const others: number[] = []
    const rows: number[] = []
    for (const asked of ['', ', m-invariance: true'])
      await withJob({ history: asked, privacy, income: 'sensitive' }, async (folder) => {
        for (const [m, people] of months.entries()) await release(folder, people, `m${m + 1}`)
        const releases = allShown(folder, 8)
        expect(recount(releases, K)).toEqual({ below: 0, steps: 0 })
        others.push(otherSets(releases))
        rows.push(releases[7].size)
        const back = [...releases[7]].filter(([pid, { label }]) => (releases[0].get(pid)?.label ?? label) !== label)
        expect(back.length).toBeGreaterThan(0)
      })
    expect(others[0]).toBeGreaterThan(100)
    expect(others[1]).toBe(0)
    expect(rows[1]).toBeGreaterThan(0.8 * rows[0])
  })

  it('leavers: go publishes nothing until somebody accepts by name what follows', async () => {
    await withJob({ history: ', leavers: go' }, async (folder) => {
      const months = monthsOfPeople(4, 800, 2, 0.05)
      expect((await release(folder, months[0], 'm1')).release).toBeDefined()
      const ledger = readFileSync(join(folder, 'private/people.ledger'))
      const refused = await release(folder, months[1], 'm2')
      expect(refused.release).toBeUndefined()
      expect(refused.reason).toMatch(/\d+ people can be singled out .* the values of \d+ follow.*accepted-by/)
      expect(existsSync(join(folder, 'out/m2.csv'))).toBe(false)
      expect(readFileSync(join(folder, 'private/people.ledger')).equals(ledger)).toBe(true)
      writeFileSync(join(folder, 'job.yaml'), jobText({ history: ', leavers: go, accepted-by: Ada Lovelace' }))
      const accepted = await release(folder, months[1], 'm2')
      expect(accepted.history?.left).toBe(0)
      expect(accepted.verification?.checks.at(-1)?.found).toContain('accepted by Ada Lovelace')
      expect(recount(allShown(folder, 2), K).steps).toBeGreaterThan(10)
    })
  })

  if (thorough)
    it('20,000 people over 24 months with 5 % churn, seeds 1 to 5', async () => {
      for (const seed of [1, 2, 3, 4, 5])
        await withJob({ privacy: 'k: 10', rounds: 40 }, async (folder) => {
          const months = monthsOfPeople(seed, 20_000, 24, 0.05)
          for (const [m, people] of months.entries()) {
            const { history } = await release(folder, people, `m${m + 1}`)
            expect(history?.longestWait).toBeLessThanOrEqual(6)
            expect(history?.waiting).toBeLessThanOrEqual(2000)
            expect((history?.left ?? 0) / (history?.rows ?? 1)).toBeLessThanOrEqual(0.14)
            if (m === 23) expect(history?.loss).toBeLessThanOrEqual(0.05)
          }
          expect(recount(allShown(folder, 24), 10)).toEqual({ below: 0, steps: 0 })
        })
    }, 7_200_000)
})

/** Applies the recoding of an earlier release to other people, beside the ledger. */
async function applyTo(
  folder: string,
  people: readonly Person[],
  name: string,
  { from = 'm1', ...more }: Partial<ApplyRequest> & { readonly from?: string } = {},
): Promise<RunResult> {
  writeFileSync(join(folder, 'new.csv'), peopleText(people))
  const file = join(folder, `out/private/${from}.recoding.json`)
  const request: ApplyRequest = {
    recoding: readRecodingFile(file),
    name: file,
    source: { source: 'new.csv', base: folder },
    output: filesBeside(join(folder, `out/${name}.csv`), ['recoding', 'fullManifest', 'manifest']),
    unseen: 'suppress',
    key: join(folder, 'halftone.key'),
    ledger: join(folder, 'private/people.ledger'),
  }
  return applyRecoding({ ...request, ...more }, { threads: 1 })
}

describe('an old recoding applied beside a ledger', () => {
  const months = monthsOfPeople(9, 1000, 7, 0.06)

  it('gives the release of the job, byte by byte, if it knows the job', async () => {
    const texts: string[] = []
    let key: Buffer | undefined
    for (const applies of [false, true])
      await withJob({}, async (folder) => {
        // Pseudonyms depend on the key.
        if (key === undefined) key = readFileSync(join(folder, 'halftone.key'))
        else writeFileSync(join(folder, 'halftone.key'), key)
        await release(folder, months[0], 'm1')
        const job = () => readPlan(join(folder, 'job.yaml'))
        for (const m of [1, 2, 3])
          if (applies) await applyTo(folder, months[m], `m${m + 1}`, { job: job(), ledger: undefined, from: `m${m}` })
          else await release(folder, months[m], `m${m + 1}`)
        texts.push([1, 2, 3, 4].map((m) => readFileSync(join(folder, `out/m${m}.csv`), 'utf8')).join())
        expect(recount(allShown(folder, 4), K)).toEqual({ below: 0, steps: 0 })
      })
    expect(texts[1]).toBe(texts[0])
  })

  it('counts together without a job; the ledger is part of the set, and `run` continues it', async () => {
    await withJob({}, async (folder) => {
      await release(folder, months[0], 'm1')
      for (const m of [1, 2, 3, 4]) {
        const { history, verification } = await applyTo(folder, months[m], `m${m + 1}`)
        expect(history?.release).toBe(m + 1)
        expect(verification?.checks.at(-1)?.promise).toContain(`release ${m + 1} of ${m + 1}, counted together`)
        const waiting = readFileSync(join(folder, `out/private/m${m + 1}.waiting.csv`), 'utf8')
        expect(waiting.trimEnd().split('\n')).toHaveLength(1 + (history?.waiting ?? 0))
      }
      expect((await release(folder, months[5], 'm6')).history?.release).toBe(6)
      expect((await applyTo(folder, months[6], 'm7', { from: 'm6' })).history?.release).toBe(7)
      expect(recount(allShown(folder, 7), K)).toEqual({ below: 0, steps: 0 })
    })
  })

  it('keeps m-invariance and the models of the recoding; people with unknown values wait', async () => {
    const settings = { privacy: `k: ${K}, l-diversity: { column: income, l: 2 }`, income: 'sensitive' }
    await withJob({ ...settings, history: ', m-invariance: true' }, async (folder) => {
      await release(folder, months[0], 'm1')
      const strange = months[1].map((one, i) => (i % 50 === 0 ? { ...one, pid: `X${i}`, sex: 'x' } : one))
      const { history, verification } = await applyTo(folder, strange, 'm2')
      expect(verification?.checks.map(({ name }) => name)).toContain('l-diversity')
      expect(history?.waiting).toBeGreaterThanOrEqual(20)
      const sets = [1, 2].map((m) => {
        const values = new Map<string, Set<string>>()
        for (const { label, value } of shownIn(folder, `m${m}`).values())
          values.set(label, (values.get(label) ?? new Set()).add(value))
        return new Map([...values].map(([label, set]) => [label, [...set].sort().join()]))
      })
      for (const [label, set] of sets[1]) expect(set).toBe(sets[0].get(label) ?? set)
      expect(readFileSync(join(folder, 'out/m2.csv'), 'utf8')).not.toMatch(/unseen|,x,/)
      expect(recount(allShown(folder, 2), K)).toEqual({ below: 0, steps: 0 })
    })
  })

  it('refuses what does not fit, publishes nothing and loses nothing', async () => {
    const other = join(mkdtempSync(join(tmpdir(), 'halftone-key-')), 'other.key')
    makeKeyFile(other)
    await withJob({}, async (folder) => {
      await release(folder, months[0], 'm1')
      const ledger = join(folder, 'private/people.ledger')
      copyFileSync(ledger, join(folder, 'first.ledger'))
      writeFileSync(join(folder, 'no.ledger'), 'PAR1')
      await release(folder, months[1], 'm2')
      const without = jobText()
        .replace(/^history.*\n/m, '')
        .replace('rounds: 3', 'rounds: 2')
      writeFileSync(join(folder, 'job.yaml'), without)
      await release(folder, months[0], 'plain')
      const before = readFileSync(ledger)
      const twice = [...months[2], { ...months[2][0], age: 3 }]
      const refusals: readonly [readonly Person[], Parameters<typeof applyTo>[3], RegExp][] = [
        [months[2], { key: other }, /another key/],
        [months[2], { k: 6 }, /their k is 5/],
        [months[2], { drop: ['income'] }, /their other released columns are/],
        [months[2], { ledger: join(folder, 'first.ledger') }, /about release 2, and .* has only 1/],
        [months[2], { ledger: join(folder, 'no.ledger') }, /no ledger of Halftone/],
        [months[2], { ledger: join(folder, 'none.ledger') }, /there is no ledger .* halftone run/],
        [months[2], { from: 'plain' }, /has classes that .* does not have/],
        [months[2], { order: 'source' }, /the order of the source does not go/],
        [twice, {}, /1 rows are of people who have another row/],
        [months[2].map((one, i) => (i === 0 ? { ...one, pid: '' } : one)), {}, /1 rows do not say whose they are/],
      ]
      for (const [people, more, message] of refusals) {
        await expect(applyTo(folder, people, 'm3', more)).rejects.toThrow(message)
        expect(readdirSync(join(folder, 'out')).filter((name) => name.includes('m3'))).toEqual([])
        expect(readFileSync(ledger).equals(before)).toBe(true)
      }
    })
  })
})

/** Figures of docs/history.md. Tolerances are two standard errors of one measurement. */
describe('leaks of releases that nobody counts together, at k = 10', () => {
  const algorithm = { name: 'boxes', rounds: 3 }
  /** Within two standard errors of a share of n independent ones. */
  const near = (measured: number, share: number, n: number) => {
    const tolerance = 2 * Math.sqrt((share * (1 - share)) / n)
    expect(Math.abs(measured - share), `${measured} beside ${share}`).toBeLessThanOrEqual(tolerance)
  }

  it('20,000 people: newcomers in old classes, two searches, three months', async () => {
    await inFolder({}, async (folder) => {
      const { certain, twice, months } = await leaksOfGenerated({ folder, algorithm }, 20_000)
      // Newcomers who share a class lose their certainty in pairs: half as many are independent.
      near(certain[0], 0.998, 10 / 2)
      near(certain[1], 0.98, 50 / 2)
      near(certain[2], 0.905, 200 / 2)
      // People of one class are alike in this: its classes, about 1,850, are independent.
      near(twice.below, 0.54, 1850)
      near(twice.alone, 0.018, 1850)
      near(months, 0.83, 1850)
    })
  }, 600_000)

  // A search that ends early comes to other classes each time: fewer people share both.
  const adultShares = thorough
    ? { below: 0.54, alone: 0.042, certain: 0.75 }
    : { below: 0.62, alone: 0.05, certain: 0.67 }
  const adultTest = { ...needs(adult), timeout: 600_000 }
  it('Adult: two searches, and 5 % newcomers in old classes', adultTest, async () => {
    await inFolder({}, async (folder) => {
      const place = { folder, algorithm: thorough ? 'boxes' : algorithm }
      const { twice, linkage, certain } = await leaksOfAdult(place)
      near(twice.below, adultShares.below, 2400)
      near(twice.alone, adultShares.alone, 2400)
      expect(linkage).toBeGreaterThan(0.172)
      near(certain.byCounts, adultShares.certain, 1357 / 2)
      near(certain.byPseudonym, 0.86, 1357 / 2)
    })
  })

  it('with a ledger there is neither', async () => {
    const months = monthsOfPeople(1, thorough ? 20_000 : 3000, 3, 0.05)
    await withJob({ privacy: 'k: 10' }, async (folder) => {
      for (const [m, people] of months.entries()) await release(folder, people, `m${m + 1}`)
      expect(recount(allShown(folder, 3), 10)).toEqual({ below: 0, steps: 0 })
      for (const m of [1, 2]) {
        const pair = [shownIn(folder, `m${m}`), shownIn(folder, `m${m + 1}`)] as const
        expect([certainShare(...pair), certainByCounts(...pair)]).toEqual([0, 0])
      }
    })
  }, 900_000)
})

describe('a ledger that does not fit', () => {
  const months = monthsOfPeople(5, 600, 3, 0.05)
  /** Makes a first release, changes something, and expects that the second is refused and nothing is lost. */
  async function refuses(change: (folder: string) => Person[] | undefined, message: RegExp): Promise<void> {
    await withJob({}, async (folder) => {
      await release(folder, months[0], 'm1')
      const people = change(folder) ?? months[1]
      const ledger = readFileSync(join(folder, 'private/people.ledger'))
      await expect(release(folder, people, 'm2')).rejects.toThrow(message)
      expect(existsSync(join(folder, 'out/m2.csv'))).toBe(false)
      expect(readFileSync(join(folder, 'private/people.ledger')).equals(ledger)).toBe(true)
    })
  }
  const write = (folder: string, file: string, text: string) => writeFileSync(join(folder, file), text)

  it('of another key', () =>
    refuses((folder) => void makeKeyFile(join(folder, 'halftone.key'), { force: true }), /written with another key/))

  it('of other columns, or another k', async () => {
    await refuses(
      (folder) =>
        write(
          folder,
          'job.yaml',
          jobText().replace('income: { role: other }', 'income: { role: identifier }'),
        ) as undefined,
      /about other releases: their other released columns/,
    )
    await refuses((folder) => write(folder, 'job.yaml', jobText({ privacy: 'k: 6' })) as undefined, /their k is 5/)
  })

  it('cut off, or no ledger at all', () =>
    refuses((folder) => write(folder, 'private/people.ledger', 'PAR1') as undefined, /no ledger of Halftone/))

  it('that lacks a release which was published', async () => {
    await withJob({}, async (folder) => {
      await release(folder, months[0], 'm1')
      copyFileSync(join(folder, 'private/people.ledger'), join(folder, 'old.ledger'))
      await release(folder, months[1], 'm2')
      copyFileSync(join(folder, 'old.ledger'), join(folder, 'private/people.ledger'))
      await expect(release(folder, months[2], 'm3')).rejects.toThrow(/about release 2, and .* has only 1/)
    })
  })

  it('with a person twice in the data, or a row of nobody', async () => {
    await refuses(() => [...months[1], { ...months[1][0], age: 3 }], /1 rows are of people who have another row/)
    await refuses(() => [...months[1], { ...months[1][0], pid: '' }], /1 rows do not say whose they are/)
  })

  it('of a run that ended by SIGKILL is the old or the new one, whole', async () => {
    const hasFile = (place: string, name: RegExp) =>
      existsSync(place) && readdirSync(place).some((one) => name.test(one))
    const moments: ((folder: string) => boolean)[] = [
      (folder) => hasFile(join(folder, 'private'), /^\.partial.*ledger/),
      (folder) => hasFile(join(folder, 'out'), /^m2\.csv/),
    ]
    for (const isNow of moments)
      await withJob({}, async (folder) => {
        await release(folder, months[0], 'm1')
        const ledger = join(folder, 'private/people.ledger')
        const before = readFileSync(ledger)
        writeFileSync(join(folder, 'people.csv'), peopleText(months[1]))
        const child = spawn(process.execPath, [...halftoneCommand(), 'run', 'job.yaml', '--output', 'out/m2.csv'], {
          cwd: folder,
          stdio: 'ignore',
        })
        const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('close', (_, signal) => resolve(signal)))
        const watch = setInterval(() => isNow(folder) && child.kill('SIGKILL'), 1)
        expect(await ended).toBe('SIGKILL')
        clearInterval(watch)
        const old = before.equals(readFileSync(ledger))
        const { history } = await release(folder, months[2], 'm3')
        const published = existsSync(join(folder, 'out/m2.manifest.json'))
        expect(history?.release).toBe(published ? 3 : 2)
        if (!old) expect(published).toBe(true)
        const releases = [...allShown(folder, published ? 2 : 1), shownIn(folder, 'm3')]
        expect(recount(releases, K)).toEqual({ below: 0, steps: 0 })
        expect(readdirSync(join(folder, 'private')).filter((name) => name.startsWith('.'))).toEqual([])
      })
  }, 120_000)

  it('of a run that was killed while it published: the next run finishes it first', async () => {
    await withJob({}, async (folder) => {
      await release(folder, months[0], 'm1')
      let moves = 0
      const disk = {
        ...realDisk,
        move: async (from: string, to: string) => {
          if (++moves > 2) throw Object.assign(new Error('EIO'), { code: 'EIO' })
          await realDisk.move(from, to)
        },
      }
      await expect(release(folder, months[1], 'm2', { disk })).rejects.toThrow()
      // The next release goes elsewhere, and the ledger knows all the same.
      const result = await releaseTo(folder, 'elsewhere/m3.csv')
      expect(result.history?.release).toBe(3)
      expect(existsSync(join(folder, 'out/m2.manifest.json'))).toBe(true)
      const third = readShown(readFileSync(join(folder, 'elsewhere/m3.csv'), 'utf8'))
      expect(recount([...allShown(folder, 2), third], K)).toEqual({ below: 0, steps: 0 })
      expect(readdirSync(join(folder, 'private')).filter((name) => name.startsWith('.'))).toEqual([])
    })
  })
})
