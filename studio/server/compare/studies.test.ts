import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readJob } from '../../../src/plan/job.ts'
import { cities, people, peopleJob } from '../../../test/end-to-end/workshop.ts'
import { openSession, type Session } from '../session.ts'
import { makeStudy, openStudy } from './studies.ts'

let folder: string
let session: Session
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halftone-studies-test-'))
  writeFileSync(join(folder, 'people.csv'), people)
  writeFileSync(join(folder, 'city.json'), cities)
  session = openSession({ folder })
})
afterEach(async () => {
  await session.close()
  rmSync(folder, { recursive: true, force: true })
})
const job = () => readJob(peopleJob(), 'job.yaml')

describe('makeStudy(session, request)', () => {
  it('writes a job and a study under studies/, which open with all runs to be done', async () => {
    const study = await makeStudy(session, {
      job: job(),
      base: '',
      name: 'first',
      study: { grid: { 'privacy.k': [2, 3] } },
    })
    expect(study.state()).toMatchObject({ status: 'stopped', total: 2, done: 0, file: 'studies/first.study.yaml' })
    expect(readdirSync(join(folder, 'studies')).sort()).toEqual(['first.job.yaml', 'first.study.yaml'])
  })

  it('leaves the files as they were when the grid is refused', async () => {
    const request = { job: job(), base: '', name: 'first', study: { grid: { 'privacy.q': [2] } } }
    await expect(makeStudy(session, request)).rejects.toThrow(/privacy\.q/)
    expect(existsSync(join(folder, 'studies/first.study.yaml'))).toBe(false)
    await makeStudy(session, { ...request, study: { grid: { 'privacy.k': [2] } } })
    const before = readFileSync(join(folder, 'studies/first.study.yaml'), 'utf8')
    await expect(makeStudy(session, request)).rejects.toThrow(/privacy\.q/)
    expect(readFileSync(join(folder, 'studies/first.study.yaml'), 'utf8')).toBe(before)
  })
})

describe('makeStudy(session, request), of a name that is taken', () => {
  const request = () => ({ job: job(), base: '', name: 'first', study: { grid: { 'privacy.k': [2] } } })
  const text = () => readFileSync(join(folder, 'studies/first.study.yaml'), 'utf8')

  it('goes on with the same study, and replaces another one only when asked to', async () => {
    const first = await makeStudy(session, request())
    expect((await makeStudy(session, request())).id).toBe(first.id)
    const before = text()
    const other = { ...request(), study: { grid: { 'privacy.k': [2, 3] } } }
    await expect(makeStudy(session, other)).rejects.toThrow(/another study named "first"/)
    expect(text()).toBe(before)
    expect((await makeStudy(session, { ...other, force: true })).state().total).toBe(2)
  })
})

describe('openStudy(session, path)', () => {
  it('has the rows of a study that was stopped, in this session and in the next', async () => {
    const study = await makeStudy(session, {
      job: job(),
      base: '',
      name: 'stopped',
      study: { grid: { algorithm: ['lattice'], 'privacy.k': [2, 3, 4, 5] } },
    })
    const one = new Promise<void>((resolve) => {
      study.listen(({ done }) => done > 0 && resolve())
    })
    study.start()
    await one
    study.cancel()
    await study.ended
    const { done, status } = study.state()
    expect(status).toBe('stopped')
    expect((await openStudy(session, 'studies/stopped.study.yaml')).rows()).toHaveLength(done)
    const next = openSession({ folder })
    try {
      const again = await openStudy(next, 'studies/stopped.study.yaml')
      expect(again.state()).toMatchObject({ status, done })
      expect(again.rows()).toEqual(study.rows().map(({ measured: _, ...row }) => row))
      expect(again.state().found).toHaveLength(done)
    } finally {
      await next.close()
    }
  })

  it('says so when the job of a study is not there', async () => {
    mkdirSync(join(folder, 'studies'))
    writeFileSync(join(folder, 'studies/s.yaml'), 'version: 1\njob: gone.yaml\noutput: { folder: s }\n')
    const told = expect.objectContaining({ name: 'UserError', message: expect.stringContaining('gone.yaml') })
    await expect(openStudy(session, 'studies/s.yaml')).rejects.toThrow(told)
  })

  it('refuses a study whose job, or whose data, lie outside of the folder', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'halftone-outside-'))
    try {
      writeFileSync(join(outside, 'people.csv'), people)
      writeFileSync(join(outside, 'job.yaml'), peopleJob())
      mkdirSync(join(folder, 'studies'))
      const write = (text: string) =>
        writeFileSync(join(folder, 'studies/s.yaml'), `version: 1\noutput: { folder: s }\n${text}`)
      write(`job: ${join(outside, 'job.yaml')}`)
      await expect(openStudy(session, 'studies/s.yaml')).rejects.toThrow(/outside the folder/)
      writeFileSync(join(folder, 'job.yaml'), peopleJob())
      write(`job: ../job.yaml\ngrid: { data.source: [${join(outside, 'people.csv')}] }`)
      await expect(openStudy(session, 'studies/s.yaml')).rejects.toThrow(/outside the folder/)
      write('job: ../job.yaml\ngrid: { seed: [1, 2] }')
      expect((await openStudy(session, 'studies/s.yaml')).state().total).toBe(2)
    } finally {
      rmSync(outside, { recursive: true, force: true })
    }
  })
})
