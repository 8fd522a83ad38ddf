/**
 * What two releases say together if nobody counts them together, at k = 10: of generated people, and of Adult if it is there.
 * Prints the table of docs/history.md.
 *
 *     npx tsx research/bench/history/leaks.ts --people 20000 --rounds 20
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { anonymize } from '../../../src/anonymize.ts'
import { randomFrom, shuffle } from '../../../src/ground/random.ts'
import { filesBeside } from '../../../src/plan/outputs-beside.ts'
import { makePlan } from '../../../src/plan/read-plan.ts'
import { makeKeyFile } from '../../../src/pseudonyms/key-file.ts'
import { readRecodingFile } from '../../../src/recoding/read-recoding.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import { applyRecoding } from '../../../src/tasks/apply.ts'
import { adultEducationRanks, adultFile, adultQuasiIdentifiers, readAdult } from '../../../test/adult.ts'
import { haveData } from '../../../test/data.ts'
import { certainShare, monthsOfPeople, peopleText, readShown, recount, type ShownPeople } from '../../../test/months.ts'

const K = 10
const { values } = parseArgs({
  options: { people: { type: 'string', default: '20000' }, rounds: { type: 'string', default: '20' } },
})
const folder = mkdtempSync(join(tmpdir(), 'halftone-leaks-'))
makeKeyFile(join(folder, 'halftone.key'))

type Columns = Job['columns']
const shown = (name: string): ShownPeople => readShown(readFileSync(join(folder, name), 'utf8'))

function makeJob(columns: Columns, release: string, seed: number) {
  return makePlan(
    {
      version: 1,
      data: { source: 'people.csv' },
      columns,
      privacy: { k: K, ends: 'exact' },
      algorithm: { name: 'boxes', rounds: Number(values.rounds) },
      seed,
      output: { release, recoding: `${release}.json` },
    },
    folder,
    'leaks',
  )
}

/** Releases the people of a CSV text by a new search. */
async function search(columns: Columns, text: string, name: string, seed = 1): Promise<ShownPeople> {
  writeFileSync(join(folder, 'people.csv'), text)
  const { release, reason } = await anonymize(makeJob(columns, name, seed), { threads: 1 })
  if (release === undefined) throw new Error(reason)
  return shown(name)
}

/** Releases people by the classes that an earlier search found. */
async function apply(columns: Columns, text: string, recoding: string, name: string): Promise<ShownPeople> {
  writeFileSync(join(folder, 'people.csv'), text)
  const file = join(folder, `${recoding}.json`)
  const output = filesBeside(join(folder, name), ['recoding', 'recodingTable', 'manifest'])
  const source = { source: 'people.csv', base: folder }
  const job = makeJob(columns, name, 1)
  await applyRecoding(
    { recoding: readRecodingFile(file), name: file, source, output, job, unseen: 'suppress' },
    { threads: 1 },
  )
  return shown(name)
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`
const say = (what: string, ...shares: number[]) =>
  process.stdout.write(`| ${what} | ${shares.map(percent).join(' | ')} |\n`)
/** Shares of people who share all classes with fewer than k, and with nobody. */
const alone = (releases: readonly ShownPeople[], people: number) =>
  [K, 2].map((k) => recount(releases, k).below / people)

/** Share of all newcomers whose value is certain: those who fit no class are not shown. */
function ofNewcomers(before: ShownPeople, now: ShownPeople, newcomers: number): number {
  const shownOnes = [...now].filter(([pid, { label }]) => !before.has(pid) && !label.startsWith('*'))
  return (certainShare(before, now) * shownOnes.length) / newcomers
}

async function leaksOfGenerated(size: number): Promise<void> {
  const columns: Columns = {
    pid: { role: 'pseudonym' },
    age: { role: 'quasi-identifier', type: 'numeric' },
    sex: { role: 'quasi-identifier', order: ['f', 'm'] },
    postcode: { role: 'quasi-identifier', type: 'numeric' },
    income: { role: 'other' },
  }
  const months = monthsOfPeople(1, size, 3, 0.05)
  const newcomers = monthsOfPeople(2, 200, 1, 0)[0].map((one) => ({ ...one, pid: `N${one.pid}` }))
  const first = await search(columns, peopleText(months[0]), 'first.csv')
  const before = await apply(columns, peopleText(months[0]), 'first.csv', 'plus0.csv')
  for (const count of [10, 50, 200]) {
    const text = peopleText([...months[0], ...newcomers.slice(0, count)])
    const now = await apply(columns, text, 'first.csv', `plus${count}.csv`)
    say(`applied again, ${count} newcomers: value certain`, ofNewcomers(before, now, count))
  }
  const again = await search(columns, peopleText(months[0]), 'again.csv', 2)
  say('two searches of the same people: below 10, alone', ...alone([first, again], size))
  const later = [
    await search(columns, peopleText(months[1]), 'm2.csv'),
    await search(columns, peopleText(months[2]), 'm3.csv'),
  ]
  say('three months: below 10', alone([first, ...later], new Set(months.flat().map(({ pid }) => pid)).size)[0])
}

async function leaksOfAdult(): Promise<void> {
  const ranks = adultEducationRanks()
  const lines = shuffle(readAdult(), randomFrom(1)).map((row, i) => {
    const cells = adultQuasiIdentifiers.map((name) => (name === 'education' ? ranks[row[name]] : row[name]))
    return [`P${i}`, ...cells, row.income].join()
  })
  const text = (some: readonly string[]) =>
    `${['pid', ...adultQuasiIdentifiers, 'income'].join()}\n${some.join('\n')}\n`
  const columns: Columns = Object.fromEntries([
    ['pid', { role: 'pseudonym' }],
    ...adultQuasiIdentifiers.map((name) => [
      name,
      name === 'age' || name === 'education'
        ? { role: 'quasi-identifier', type: 'numeric' }
        : { role: 'quasi-identifier', taxonomy: adultFile(`taxonomies/${name}.json`) },
    ]),
    ['income', { role: 'other' }],
  ])
  const one = await search(columns, text(lines), 'adult.csv')
  const two = await search(columns, text(lines), 'adult2.csv', 2)
  say('Adult, two searches: below 10, alone', ...alone([one, two], lines.length))
  const old = lines.slice(Math.floor(lines.length / 21))
  const members = await search(columns, text(old), 'old.csv')
  const now = await apply(columns, text(lines), 'old.csv', 'now.csv')
  say('Adult, applied again, 5 % newcomers: income certain', ofNewcomers(members, now, lines.length - old.length))
}

try {
  await leaksOfGenerated(Number(values.people))
  if (haveData('adult')) await leaksOfAdult()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
