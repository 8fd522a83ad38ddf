/**
 * The leaks of releases that nobody counts together, at k = 10 with exact ends: figures of docs/history.md, for the tests and for
 * `research/bench/history/leaks.ts`. Everything is counted from the files alone.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { anonymize } from '../src/anonymize.ts'
import { randomFrom, shuffle } from '../src/ground/random.ts'
import { filesBeside } from '../src/plan/outputs-beside.ts'
import { makePlan } from '../src/plan/read-plan.ts'
import { makeKeyFile } from '../src/pseudonyms/key-file.ts'
import { readRecodingFile } from '../src/recoding/read-recoding.ts'
import type { Job } from '../src/table/job-schema.ts'
import { applyRecoding } from '../src/tasks/apply.ts'
import { adultEducationRanks, adultFile, adultQuasiIdentifiers, readAdult } from './adult.ts'
import {
  certainByCounts,
  certainShare,
  monthsOfPeople,
  peopleText,
  readShown,
  recount,
  type ShownPeople,
} from './months.ts'

const K = 10

interface Place {
  readonly folder: string
  /** Options of the search. */
  readonly algorithm: Job['algorithm']
}

interface Releases {
  /** Releases the people of a CSV text by a new search. */
  search(text: string, name: string, seed?: number): Promise<ShownPeople>
  /** Releases them by the classes that an earlier search found. */
  apply(text: string, earlier: string, name: string): Promise<ShownPeople>
}

function releases({ folder, algorithm }: Place, columns: Job['columns']): Releases {
  makeKeyFile(join(folder, 'halftone.key'), { force: true })
  const planned = (release: string, seed: number) => {
    const privacy = { k: K, ends: 'exact' as const }
    const output = { release, recoding: `${release}.json` }
    return makePlan(
      { version: 1, data: { source: 'people.csv' }, columns, privacy, algorithm, seed, output },
      folder,
      'leaks',
    )
  }
  const shown = (name: string) => readShown(readFileSync(join(folder, name), 'utf8'))
  return {
    async search(text, name, seed = 1) {
      writeFileSync(join(folder, 'people.csv'), text)
      const { release, reason } = await anonymize(planned(name, seed), { threads: 1, force: true })
      if (release === undefined) throw new Error(reason)
      return shown(name)
    },
    async apply(text, earlier, name) {
      writeFileSync(join(folder, 'people.csv'), text)
      const file = join(folder, `${earlier}.json`)
      const output = filesBeside(join(folder, name), ['recoding', 'recodingTable', 'manifest'])
      const source = { source: 'people.csv', base: folder }
      const request = { recoding: readRecodingFile(file), name: file, source, output, job: planned(name, 1) }
      await applyRecoding({ ...request, unseen: 'suppress' }, { threads: 1, force: true })
      return shown(name)
    },
  }
}

/** Shares of the people who share all classes with fewer than k, and with nobody. */
function sharesBelow(all: readonly ShownPeople[], people: number): { readonly below: number; readonly alone: number } {
  const [below, alone] = [K, 2].map((k) => recount(all, k).below / people)
  return { below, alone }
}

/** Generated people: 10, 50 and 200 newcomers in old classes, two searches of the same people, and three months with 5 % churn. */
export async function leaksOfGenerated(place: Place, size: number) {
  const { search, apply } = releases(place, {
    pid: { role: 'pseudonym' },
    age: { role: 'quasi-identifier', type: 'numeric' },
    sex: { role: 'quasi-identifier', order: ['f', 'm'] },
    postcode: { role: 'quasi-identifier', type: 'numeric' },
    income: { role: 'other' },
  })
  const months = monthsOfPeople(1, size, 3, 0.05)
  const newcomers = monthsOfPeople(2, 200, 1, 0)[0].map((one) => ({ ...one, pid: `N${one.pid}` }))
  const first = await search(peopleText(months[0]), 'first.csv')
  const before = await apply(peopleText(months[0]), 'first.csv', 'plus0.csv')
  const certain: number[] = []
  for (const count of [10, 50, 200]) {
    const text = peopleText([...months[0], ...newcomers.slice(0, count)])
    const now = await apply(text, 'first.csv', `plus${count}.csv`)
    // Newcomers who fit no class are not shown.
    const shownOnes = [...now].filter(([pid, { label }]) => !before.has(pid) && !label.startsWith('*'))
    certain.push((certainShare(before, now) * shownOnes.length) / count)
  }
  const again = await search(peopleText(months[0]), 'again.csv', 2)
  const later = [await search(peopleText(months[1]), 'm2.csv'), await search(peopleText(months[2]), 'm3.csv')]
  const everybody = new Set(months.flat().map(({ pid }) => pid)).size
  return {
    certain,
    twice: sharesBelow([first, again], size),
    months: sharesBelow([first, ...later], everybody).below,
  }
}

/** Adult, of whom nine tenths are released: two searches of them, and old classes with 5 % newcomers from the other tenth. */
export async function leaksOfAdult(place: Place) {
  const ranks = adultEducationRanks()
  const lines = shuffle(readAdult(), randomFrom(1)).map((row, i) => {
    const cells = adultQuasiIdentifiers.map((name) => (name === 'education' ? ranks[row[name]] : row[name]))
    return [`P${i}`, ...cells, row.income].join()
  })
  const text = (count: number) =>
    `${['pid', ...adultQuasiIdentifiers, 'income'].join()}\n${lines.slice(0, count).join('\n')}\n`
  const columns = adultQuasiIdentifiers.map((name): [string, Job['columns'][string]] => [
    name,
    name === 'age' || name === 'education'
      ? { role: 'quasi-identifier', type: 'numeric' }
      : { role: 'quasi-identifier', taxonomy: adultFile(`taxonomies/${name}.json`) },
  ])
  const roles = { pid: { role: 'pseudonym' }, ...Object.fromEntries(columns), income: { role: 'other' } } as const
  const { search, apply } = releases(place, roles)
  const members = Math.floor(0.9 * lines.length)
  const one = await search(text(members), 'one.csv')
  const two = await search(text(members), 'two.csv', 2)
  const now = await apply(text(Math.floor(1.05 * members)), 'one.csv', 'now.csv')
  const pairs = new Set([...one].map(([pid, { label }]) => `${label}|${two.get(pid)?.label}`))
  return {
    twice: sharesBelow([one, two], members),
    /** The chance to pick a person's row among those who share both classes, on average. */
    linkage: pairs.size / members,
    certain: { byPseudonym: certainShare(one, now), byCounts: certainByCounts(one, now) },
  }
}
