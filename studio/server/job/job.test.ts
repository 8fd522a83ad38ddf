import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readJob } from '../../../src/plan/job.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import { inFolder, listing, peopleFiles, peopleJob, writeFiles } from '../../../test/end-to-end/workshop.ts'
import { openSession, type Session } from '../session.ts'
import { checkJob } from './check.ts'
import { openJob, saveJob } from './documents.ts'
import { planInside } from './job-paths.ts'

let session: Session
let leave = (): void => {}
let folder: Promise<void>

beforeEach(async () => {
  const left = new Promise<void>((resolve) => (leave = resolve))
  await new Promise<void>((ready) => {
    folder = inFolder(peopleFiles, async (path) => {
      session = openSession({ folder: path, threads: 1 })
      ready()
      await left
    })
  })
})
afterEach(async () => {
  await session.close()
  leave()
  await folder
})

const people = readJob(peopleJob(), 'job.yaml')

describe('saveJob', () => {
  it('writes what openJob reads, with paths that start at the folder of the file', async () => {
    const saved = await saveJob(session, { job: people, base: '', path: 'jobs/spring.yaml', force: false })
    expect(saved).toMatchObject({ file: 'jobs/spring.yaml', base: 'jobs' })
    expect(saved.job.data.source).toBe('../people.csv')
    expect(saved.job.columns['city'].taxonomy).toBe('../city.json')
    expect(saved.job.output.release).toBe('../out/release.csv')
    expect(openJob(session, 'jobs/spring.yaml')).toEqual(saved)
    const plan = planInside(session, saved.job, saved.base, 'spring.yaml')
    expect(plan.output.release).toBe(join(session.folder, 'out/release.csv'))
    const back = await saveJob(session, { job: saved.job, base: 'jobs', path: 'job.yaml', force: true })
    expect(back.job).toEqual(people)
  })

  it('asks before it replaces a job, and replaces nothing else', async () => {
    const save = (path: string, force = false) => saveJob(session, { job: people, base: '', path, force })
    await expect(save('job.yaml')).rejects.toMatchObject({ name: 'OutputExists' })
    await expect(save('city.json', true)).rejects.toThrow(/is no job file/)
    await expect(save('people.csv', true)).rejects.toThrow(/must end in \.yaml/)
    await expect(save('../job.yaml')).rejects.toThrow(/lies outside the folder/)
    const before = listing(session.folder)
    await expect(
      saveJob(session, { job: { ...people, privacy: { k: 0 } }, base: '', path: 'new.yaml', force: false }),
    ).rejects.toThrow(/privacy\.k must be a whole number of at least 2/)
    expect(listing(session.folder)).toEqual(before)
    await save('job.yaml', true)
    expect(openJob(session, 'job.yaml').job).toEqual(people)
  })
})

describe('checkJob', () => {
  const check = (job: object) => checkJob(session, { job: job as Job, base: '', name: 'job.yaml' })

  it('tells what a good job promises and writes', () => {
    expect(check(people)).toEqual({
      errors: [],
      promises: ['every released row looks like at least 1 other row in its quasi-identifiers'],
      outputs: [
        'out/release.csv',
        'out/private/release.recoding.json',
        'out/private/release.manifest.json',
        'out/release.manifest.json',
      ],
    })
  })

  it('tells what a job for baskets promises: how many baskets fit what may be known', () => {
    writeFiles(session.folder, { 'baskets.txt': 'tea milk\ntea\n', 'policy.txt': 'tea milk\n' })
    const promise = (privacy: object) =>
      check({
        version: 1,
        data: { source: 'baskets.txt', format: 'transactions' },
        columns: {},
        privacy,
        output: { release: 'out/release.txt' },
      }).promises
    const cases: [object, string][] = [
      [{ km: { k: 5 } }, 'up to 2 items of a person finds at least 5'],
      [{ km: { k: 5, m: 1, strict: true } }, 'up to 1 item of a person finds at least 6'],
      [{ k: 3, constraints: 'policy.txt' }, 'the items of a listed constraint finds at least 3'],
      [{ k: 3, constraints: { generate: 'all', size: 3 } }, 'any up to 3 items that occur together finds at least 3'],
      [
        { k: 3, constraints: { generate: 'frequent', frequency: 0.05 } },
        'up to 2 items that at least 5% of the baskets hold finds at least 3',
      ],
      [{ k: 3, constraints: { generate: 'rows' } }, 'all items of a person finds at least 3'],
    ]
    for (const [privacy, words] of cases)
      expect(promise(privacy)).toEqual([`anyone who knows ${words} baskets that fit, or none`])
  })

  it('tells what is wrong in the sentences of the command line, each with its key', () => {
    const cases: [object, string, RegExp][] = [
      [{ ...people, privacy: { k: 1 } }, 'privacy.k', /^privacy\.k must be a whole number of at least 2; got 1$/],
      [{ ...people, privacy: {} }, 'privacy.k', /asks for no privacy; add privacy\.k/],
      [{ ...people, algorithm: { name: 'genetic', population: 0 } }, 'algorithm.population', /must be a whole number/],
      [{ ...people, algorithm: 'genetics' }, 'algorithm', /genetic/],
      [{ ...people, goal: 'preference' }, 'goal', /^goal: preference needs to know what is accepted/],
      [{ ...people, goal: { metric: 'XY' } }, 'goal', /XY/],
      [{ ...people, seed: -1 }, 'seed', /^seed must be/],
      [
        { ...people, columns: { ...people.columns, city: { role: 'quasi-identifier', type: 'category' } } },
        'columns.city',
        /./,
      ],
      [{ ...people, output: { release: 'release.xyz' } }, 'output.release', /release/],
    ]
    for (const [job, field, message] of cases) {
      const { errors } = check(job)
      expect(errors[0]?.message, JSON.stringify(job)).toMatch(message)
      expect(errors[0]?.field, errors[0]?.message).toBe(field)
    }
  })

  it('tells every fault of the shape', () => {
    const { errors } = check({ ...people, privacy: { k: 1 }, seed: -1 })
    expect(errors.map(({ field }) => field)).toEqual(['privacy.k', 'seed'])
  })
})

describe('paths of a job', () => {
  it('may be links inside of the folder, and may not lead outside by a link, also one that a glob meets', () => {
    mkdirSync(join(session.folder, 'in'))
    writeFileSync(join(session.folder, 'in/more.csv'), peopleFiles['people.csv'])
    symlinkSync(join(session.folder, 'in'), join(session.folder, 'linked'))
    symlinkSync('/etc', join(session.folder, 'lost'))
    const plan = (source: string) => () =>
      planInside(session, { ...people, data: { ...people.data, source } }, '', 'job.yaml')
    expect(plan('linked/more.csv')).not.toThrow()
    expect(plan('linked/*.csv')).not.toThrow()
    for (const source of ['lost/hosts', 'lost/*', 'l*/hosts', 'lo?t/hosts', './lost/../lost/hosts'])
      expect(plan(source), source).toThrow(/lies outside the folder/)
    expect(() => planInside(session, { ...people, output: { release: 'lost/release.csv' } }, '', 'job.yaml')).toThrow(
      /lies outside the folder/,
    )
  })
})
