import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readJob } from '../../../src/index.ts'
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

describe('openStudy(session, path)', () => {
  it('refuses a study whose job, or whose data, lie outside of the folder', () => {
    const outside = mkdtempSync(join(tmpdir(), 'halftone-outside-'))
    try {
      writeFileSync(join(outside, 'people.csv'), people)
      writeFileSync(join(outside, 'job.yaml'), peopleJob())
      mkdirSync(join(folder, 'studies'))
      const write = (text: string) =>
        writeFileSync(join(folder, 'studies/s.yaml'), `version: 1\noutput: { folder: s }\n${text}`)
      write(`job: ${join(outside, 'job.yaml')}`)
      expect(() => openStudy(session, 'studies/s.yaml')).toThrow(/outside the folder/)
      writeFileSync(join(folder, 'job.yaml'), peopleJob())
      write(`job: ../job.yaml\ngrid: { data.source: [${join(outside, 'people.csv')}] }`)
      expect(() => openStudy(session, 'studies/s.yaml')).toThrow(/outside the folder/)
      write('job: ../job.yaml\ngrid: { seed: [1, 2] }')
      expect(openStudy(session, 'studies/s.yaml').state().total).toBe(2)
    } finally {
      rmSync(outside, { recursive: true, force: true })
    }
  })
})
