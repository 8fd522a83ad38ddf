/** A register of the population, from job to published file: people who look like each class are counted here from the labels. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPlan } from '../../src/plan/read-plan.ts'
import { verifyRelease } from '../../src/tasks/verify.ts'
import { inFolder, readRelease, runJob } from './workshop.ts'

type Person = readonly [age: number, place: 'n' | 's' | 'w']

const places = { any: ['n', 's', 'w'], ns: ['n', 's'], w: ['w'], n: ['n'], s: ['s'] } as const
const tree = {
  name: 'any',
  children: [{ name: 'ns', children: [{ name: 'n' }, { name: 's' }] }, { name: 'w' }],
}
const anyPeople = (minLength: number, maxLength: number): fc.Arbitrary<Person[]> =>
  fc.array(fc.tuple(fc.integer({ min: 20, max: 31 }), fc.constantFrom('n', 's', 'w')), { minLength, maxLength })

/** Whether a person may be meant by what a class shows. */
function looksLike([age, place]: Person, shown: Readonly<Record<string, string>>): boolean {
  const [low, high = low] = shown['age'].replace(/[[\]]/g, '').split(',').map(Number)
  return (
    age >= low && age <= high && (places[shown['place'] as keyof typeof places] as readonly string[]).includes(place)
  )
}

const text = (people: readonly Person[]): string => `age,place\n${people.map((one) => one.join()).join('\n')}\n`

const jobOf = (privacy: object) => ({
  version: 1,
  data: { source: 'data.csv' },
  population: { source: 'register.csv' },
  columns: {
    age: { role: 'quasi-identifier', type: 'numeric', levels: [2, 4] },
    place: { role: 'quasi-identifier', taxonomy: 'place.json' },
  },
  privacy: { ends: 'exact', ...privacy },
  algorithm: 'lattice',
  output: { release: 'out/release.csv' },
})

const asked: Readonly<Record<string, readonly [object, (rows: number, people: number) => boolean]>> = {
  'k-map': [{ 'k-map': { k: 5 } }, (_, people) => people >= 5],
  'delta-presence': [{ 'delta-presence': { max: 0.6 } }, (rows, people) => rows / people <= 0.6 + 1e-12],
}

describe.each(Object.entries(asked))('%s by a register', (name, [privacy, holds]) => {
  it('every class of the file holds by the people its labels may mean, and another register is found to break it', () =>
    fc.assert(
      fc.asyncProperty(
        anyPeople(4, 25),
        anyPeople(10, 40),
        fc.constantFrom(0.3, 1),
        fc.constantFrom('mask', 'drop'),
        async (rows, others, limit, suppressed) => {
          const register = [...rows, ...others]
          const files = {
            'data.csv': text(rows),
            'register.csv': text(register),
            'place.json': JSON.stringify(tree),
            'job.yaml': JSON.stringify(
              jobOf({ ...privacy, 'suppression-limit': limit, 'suppressed-rows': suppressed }),
            ),
          }
          await inFolder(files, async (folder) => {
            const result = await runJob(folder)
            if (result.release === undefined) {
              expect(result.outcome).toBe('none-exists')
              return
            }
            const released = readRelease(join(folder, 'out/release.csv')).filter((row) => row['age'] !== '*')
            const classes = new Map(released.map((row) => [`${row['age']}|${row['place']}`, row]))
            const brokenBy = (people: readonly Person[]) =>
              [...classes].flatMap(([key, shown]) => {
                const own = released.filter((row) => `${row['age']}|${row['place']}` === key).length
                return holds(own, people.filter((one) => looksLike(one, shown)).length) ? [] : [key]
              })
            expect(brokenBy(register)).toEqual([])
            // Suppressed rows are of people who look like no class.
            const outside = register.filter((one) => [...classes.values()].every((shown) => !looksLike(one, shown)))
            const hidden = rows.length - released.length
            if (hidden > 0)
              expect(holds(hidden, outside.length), `${hidden} rows of ${outside.length} people`).toBe(true)
            // A person of the first class leaves the register, again and again until it breaks.
            const gone = released.length === 0 ? -1 : register.findIndex((one) => looksLike(one, released[0]))
            if (gone < 0) return
            const fewer = register.filter((one, i) => i !== gone && (i % 2 === 0 || !looksLike(one, released[0])))
            writeFileSync(join(folder, 'register.csv'), text(fewer))
            const { checks } = await verifyRelease(
              { source: { source: 'out/release.csv', base: folder }, job: readPlan(join(folder, 'job.yaml')) },
              { threads: 1 },
            )
            const check = checks.find((own) => own.name === name)
            const named = check?.witnesses.map(({ values }) => `${values['age']}|${values['place']}`)
            expect(named?.sort()).toEqual(brokenBy(fewer).sort())
          })
        },
      ),
      { numRuns: 3 },
    ))
})

describe('a register that cannot be used', () => {
  const refused = (job: object, files: Readonly<Record<string, string>> = {}) =>
    inFolder(
      {
        'data.csv': text([[20, 'n']]),
        'register.csv': text([[20, 'n']]),
        'place.json': JSON.stringify(tree),
        'job.yaml': JSON.stringify(job),
        ...files,
      },
      (folder) => expect(runJob(folder)).rejects.toThrow(expect.objectContaining({ name: 'UserError' })),
    )
  const job = jobOf({ 'k-map': { k: 2 } })

  it('is refused: no such column, nobody in it, no register at all, a search whose classes overlap', async () => {
    await refused(job, { 'register.csv': 'age\n20\n' })
    await refused(job, { 'register.csv': 'age,place\n' })
    await refused({ ...job, population: undefined })
    await refused({ ...job, population: { size: 10 }, privacy: { 'delta-presence': { max: 0.5 } } })
    await refused({ ...job, algorithm: 'boxes' })
    await refused({ ...job, output: { release: 'register.csv' } })
  })
})
