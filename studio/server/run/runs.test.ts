import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readJob } from '../../../src/plan/job.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import {
  halftone,
  inFolder,
  listing,
  peopleFiles,
  peopleJob,
  writeCensus,
  writeFiles,
} from '../../../test/end-to-end/workshop.ts'
import { openSession, type Session } from '../session.ts'
import { findRun, type Run, replacedBy, startRun } from './runs.ts'

let session: Session
let close: () => Promise<void>

async function begin(): Promise<void> {
  let leave = (): void => {}
  const left = new Promise<void>((resolve) => (leave = resolve))
  await new Promise<void>((ready) => {
    const folder = inFolder({}, async (path) => {
      session = openSession({ folder: path, threads: 1 })
      ready()
      await left
    })
    close = async () => {
      await session.close()
      leave()
      await folder
    }
  })
}

beforeEach(begin)
afterEach(() => close())

const start = (job: Job, more: { force?: boolean; recoding?: string } = {}): Run =>
  startRun(session, { job, base: '', name: 'job.yaml', force: false, ...more })

function smallJob(settings = {}): Job {
  writeFiles(session.folder, peopleFiles)
  return readJob(peopleJob(settings), 'job.yaml')
}

async function longJob(): Promise<Job> {
  await writeCensus(session.folder, 3000)
  const job = readJob(readFileSync(join(session.folder, 'job.yaml'), 'utf8'), 'job.yaml')
  return { ...job, algorithm: { name: 'genetic', population: 500, iterations: 50_000_000, patience: 0 } }
}

/** Waits for a state; fails by the test's time limit. */
async function until(run: Run, holds: (state: ReturnType<Run['state']>) => boolean): Promise<void> {
  if (holds(run.state())) return
  await new Promise<void>((resolve) => {
    const stop = run.listen((state) => {
      if (!holds(state)) return
      stop()
      resolve()
    })
  })
}

const found = (run: Run) => until(run, ({ progress }) => progress?.search?.best !== undefined)

describe('startRun', () => {
  it('comes to the record and the bytes of the command line', async () => {
    const run = start(smallJob({ output: { report: 'out/report.html' } }))
    await run.ended
    const { status, result, report } = run.state()
    expect(status).toBe('published')
    expect(report?.verification.verdict).toBe('holds')
    const bytes = readFileSync(join(session.folder, 'out/release.csv'))
    writeFiles(session.folder, { 'job.yaml': peopleJob({ output: { report: 'out/report.html' } }) })
    const { stdout } = await halftone(session.folder, ['run', 'job.yaml', '--json', '--force'])
    const { seconds: _own, ...rest } = JSON.parse(JSON.stringify(result))
    const { seconds: _theirs, ...theirs } = JSON.parse(stdout)
    expect(rest).toEqual(theirs)
    expect(readFileSync(join(session.folder, 'out/release.csv'))).toEqual(bytes)
  })

  it('numbers its files where others are, unless asked to replace them, and knows whose files they are', async () => {
    const job = smallJob()
    const first = start(job)
    await first.ended
    const beside = start(job)
    await beside.ended
    expect(beside.state().result?.release).toBe(join(session.folder, 'out/release-2.csv'))
    expect(replacedBy(session, first.state())).toBeUndefined()
    const second = start(job, { force: true })
    await second.ended
    expect(second.state().status).toBe('published')
    expect(replacedBy(session, first.state())).toBe(second.id)
    expect(replacedBy(session, second.state())).toBeUndefined()
  })

  it('releases by a recoding instead of searching', async () => {
    const job = smallJob()
    const first = start(job)
    await first.ended
    const again = start(
      { ...job, output: { release: 'again.csv', order: 'source' } },
      { recoding: 'out/private/release.recoding.json' },
    )
    await again.ended
    expect(again.state().result?.algorithm).toBe('from-recoding')
    expect(readFileSync(join(session.folder, 'again.csv'))).toEqual(
      readFileSync(join(session.folder, 'out/release.csv')),
    )
  })

  it('refuses paths outside of the folder, whatever they are for, and writes nothing', () => {
    const job = smallJob()
    const before = listing(session.folder)
    const column = job.columns['city']
    const wrong: Job[] = [
      { ...job, data: { ...job.data, source: '../secret.csv' } },
      { ...job, data: { ...job.data, source: ['people.csv', '/etc/passwd'] } },
      { ...job, columns: { ...job.columns, city: { ...column, taxonomy: '/etc/hosts' } } },
      { ...job, output: { release: '../release.csv' } },
      { ...job, output: { release: 'release.csv', manifest: '/tmp/halftone-manifest.json' } },
      { ...job, output: { release: 'release.csv', recoding: '../recoding.json' } },
      { ...job, output: { release: 'release.csv', report: 'out/../../report.html' } },
      { ...job, output: { release: 'release\0.csv' } },
    ]
    for (const job of wrong) expect(() => start(job), JSON.stringify(job)).toThrow(/lies outside the folder/)
    expect(() => start(job, { recoding: '../recoding.json' })).toThrow(/lies outside the folder/)
    expect(() => startRun(session, { job, base: '..', name: 'job.yaml', force: false })).toThrow(/lies outside/)
    expect(listing(session.folder)).toEqual(before)
  })

  it('tells why a run failed, in the sentence of the command line', async () => {
    const run = start(smallJob({ privacy: { k: 13 } }))
    await run.ended
    expect(run.state()).toMatchObject({
      status: 'failed',
      error: { kind: 'UserError', error: expect.stringMatching(/^k must be at most the number of rows, 12; got 13/) },
    })
  })

  it('refuses a job of the wrong shape before anything begins', () => {
    const job = smallJob()
    expect(() => start({ ...job, privacy: { k: 1 } })).toThrow(/privacy\.k must be a whole number of at least 2; got 1/)
    expect(() => findRun(session, '1')).toThrow(/there is no run "1"/)
  })
})

describe('a run that takes long', () => {
  it('is cancelled without leaving anything behind', async () => {
    const job = await longJob()
    const before = listing(session.folder)
    const run = start(job)
    await found(run)
    run.cancel()
    await run.ended
    expect(run.state()).toMatchObject({ status: 'cancelled' })
    expect(run.state().result?.release).toBeUndefined()
    expect(listing(session.folder)).toEqual(before)
  })

  it('can be asked to keep the best', async () => {
    const run = start(await longJob())
    await found(run)
    run.keepBest()
    await run.ended
    const { status, result, progress: last } = run.state()
    expect(status).toBe('published')
    expect(result).toMatchObject({ outcome: 'cancelled', verification: { verdict: 'holds' } })
    expect(last?.search?.best ?? Infinity).toBeGreaterThanOrEqual(result?.value as number)
    expect(() => run.keepBest()).toThrow(/has ended/)
  })

  it('ends with the session', async () => {
    const job = await longJob()
    writeFileSync(join(session.folder, 'mark'), '')
    const before = listing(session.folder)
    const run = start(job)
    await found(run)
    await session.close()
    expect(run.state().status).toBe('cancelled')
    expect(listing(session.folder)).toEqual(before)
  })
})
