/** `halftone study` as people meet it: real processes, a real kill, the files it leaves, and a release from it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readStudy } from '../../src/study/plan-study.ts'
import { run as runHere } from '../../src/study/run-job.ts'
import { type ExecuteRun, runStudy } from '../../src/study/run-study.ts'
import { halftoneCommand } from '../command.ts'
import { needs, platform } from '../needs.ts'
import { readStudyRows } from '../study-rows.ts'
import {
  countClasses,
  type Files,
  halftone,
  halftoneProcess,
  inFolder,
  parseCsv,
  people,
  peopleFiles,
  peopleJob,
  readRelease,
  runJob,
} from './workshop.ts'

const study = (grid: string, more = '') =>
  `version: 1\njob: job.yaml\ngrid: ${grid}\n${more}\noutput: { folder: out }\n`

const files = (text: string, job = peopleJob({ algorithm: 'lattice' })): Files => ({
  ...peopleFiles,
  'job.yaml': job,
  'study.yaml': text,
})

/** A run in this process, where its being apart is not the point. */
const execute: ExecuteRun = async (request, context) => ({
  result: await runHere(request, { ...context, keepBest: () => false }),
  peakMemory: 1,
})

/** Everything that does not depend on the machine: all but times, and the table of both. */
function lasting(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.[a-z]+$/.test(name) && !/times\.csv$|result\.json$/.test(name),
  )
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name)).toString('base64')]))
}

function start(folder: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [...halftoneCommand(), ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: 'ignore',
  })
}

async function until(condition: () => boolean, what: string): Promise<void> {
  for (let i = 0; i < 3000; i++) {
    if (condition()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`waited a minute in vain until ${what}`)
}

function childrenOf(parent: number): number[] {
  const parentOf = (name: string): string | undefined => {
    try {
      return readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1]
    } catch {
      return undefined
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === String(parent))
    .map(Number)
}

describe('a study that is killed', () => {
  test('goes on to the same bytes as one that never was, and no process outlives it', needs(platform('linux')), () =>
    inFolder(files(study('{ algorithm: [lattice, bottom-up], privacy.k: [2, 3] }')), async (folder) => {
      const out = join(folder, 'out')
      const plan = readStudy(join(folder, 'study.yaml'))
      await runStudy(plan, { execute, threads: 3 })
      const expected = lasting(out)
      expect(Object.keys(expected)).toEqual(
        expect.arrayContaining(['report.html', 'results.csv', 'summary.json', 'pictures/map-people.svg']),
      )
      rmSync(out, { recursive: true })

      const killed = start(folder, ['study', 'study.yaml', '--threads', '1'])
      const gone = new Promise((resolve) => killed.on('exit', resolve))
      const ended = (run: string) => existsSync(join(out, 'runs', run, 'result.json'))
      let children: ReturnType<typeof childrenOf> = []
      await until(() => {
        children = childrenOf(killed.pid as number)
        return ended('2') && existsSync(join(out, 'runs', '3', 'job.yaml')) && children.length > 0
      }, 'the third run is under way')
      killed.kill('SIGKILL')
      await gone
      expect(children.length).toBeGreaterThan(0)
      await until(() => !children.some((child) => existsSync(`/proc/${child}`)), 'the processes of the runs are gone')
      expect(existsSync(join(out, 'results.csv'))).toBe(false)

      const before = readFileSync(join(out, 'runs', '1', 'result.json'), 'utf8')
      const resumed = await runStudy(plan, { threads: 2 })
      expect(resumed.kept).toBeGreaterThanOrEqual(2)
      expect(resumed.rows.at(-1)?.measured?.memory).toBeGreaterThan(1e7)
      expect(lasting(out)).toEqual(expected)
      // Not run again: its times are those of the first time.
      expect(readFileSync(join(out, 'runs', '1', 'result.json'), 'utf8')).toBe(before)
    }),
  )

  test('is cancelled by Ctrl-C with exit code 130, and keeps the rows it has', () =>
    inFolder(files(study('{ privacy.k: [2, 3, 4, 5, 6] }')), async (folder) => {
      const child = start(folder, ['study', 'study.yaml', '--threads', '1'])
      const code = new Promise((resolve) => child.on('exit', resolve))
      await until(() => existsSync(join(folder, 'out', 'runs', '1', 'result.json')), 'the first run has ended')
      child.kill('SIGINT')
      expect(await code).toBe(130)
      const kept = readdirSync(join(folder, 'out', 'runs'))
      expect(kept.length).toBeGreaterThan(0)
      expect(kept.length).toBeLessThan(5)
      for (const run of kept) expect(existsSync(join(folder, 'out', 'runs', run, 'result.json'))).toBe(true)
      expect(existsSync(join(folder, 'out', '.lock'))).toBe(false)
    }))
})

describe('halftone study STUDY', () => {
  test('prints rows, knees, best and folder, and writes the release it is asked for; a run that fails is a row', () =>
    inFolder(files(study('{ privacy.k: [2, 3, 13] }', 'releases: keep')), async (folder) => {
      const { code, stdout } = await halftoneProcess(folder, [
        'study',
        'study.yaml',
        '--release',
        'best',
        '--risk',
        '0.5',
        '--json',
      ])
      expect(code).toBe(0)
      const record = JSON.parse(stdout)
      const out = join(folder, 'out')
      expect(record).toMatchObject({ rows: 3, folder: out, outcomes: { found: 2, failed: 1 }, knees: [] })
      const { chosen, release } = record
      expect(record.best).toEqual([chosen])
      expect(chosen).toMatchObject({ data: 'people.csv', search: 'lattice' })
      const rows = readStudyRows(join(out, 'results.csv'))
      expect(rows[2]).toMatchObject({ outcome: 'failed', error: expect.stringContaining('at most the number of rows') })
      const times = parseCsv(readFileSync(join(out, 'times.csv'), 'utf8'))
      expect(times.map(({ run }) => run)).toEqual(['1', '2', '3'])
      expect(Number(times[0]['memory'])).toBeGreaterThan(1e7)

      expect(release).toMatchObject({ outcome: 'found', verification: { verdict: 'holds' } })
      expect(readdirSync(join(out, 'release')).sort()).toEqual([
        'private',
        'release.csv',
        'release.manifest.json',
        'report.html',
      ])
      const row = rows.find(({ run }) => run === chosen.run)
      expect(release.metrics['LM']).toBe(row?.metrics['LM'])
      expect(countClasses(readRelease(release.release), ['age', 'sex', 'city']).sizes[0]).toBe(row?.smallestClass)

      // The job in a run's folder gives its release again.
      const before = readFileSync(join(out, 'runs', '2', 'release.csv'), 'utf8')
      await runJob(join(out, 'runs', '2'), { force: true })
      expect(readFileSync(join(out, 'runs', '2', 'release.csv'), 'utf8')).toBe(before)
    }))

  test('tells people what came of it, and of a wish it cannot fulfil what it takes', () =>
    inFolder(files(study('{ privacy.k: [2, 3] }')), async (folder) => {
      await runStudy(readStudy(join(folder, 'study.yaml')), { execute })
      const told = await halftone(folder, ['study', 'study.yaml'])
      expect(told.code).toBe(0)
      expect(told.stdout).toMatch(/^2 runs, 2 kept from before\n/)
      expect(told.stdout).toMatch(/search +runs +knee +best at risk 0\.2\n +lattice +2 /)
      expect(told.stdout).toMatch(/report +out\/report\.html/)
      // Two runs have no knee, and neither keeps to the ceiling.
      expect(told.stdout).toMatch(/halftone study study\.yaml --release 1 {3}\(a run by its name\)/)
      const { code, stderr } = await halftone(folder, ['study', 'study.yaml', '--release', 'knee'])
      expect([code, stderr]).toEqual([2, expect.stringMatching(/no curve of people\.csv has a knee/)])
      expect(existsSync(join(folder, 'out', 'results.csv'))).toBe(true)
    }))

  test('refuses the name of a run or of data that it does not have before anything is run', () =>
    inFolder(files(study('{ privacy.k: [2, 3] }')), async (folder) => {
      for (const [options, message] of [
        [['--release', '7'], /--release must be knee, best, or one of the runs 1 to 2; got "7"/],
        [['--release', 'nee'], /got "nee"/],
        [['--release', 'best', '--data', 'persons.csv'], /no data set "persons\.csv"; it is about "people\.csv"/],
      ] as const) {
        const { code, stderr } = await halftone(folder, ['study', 'study.yaml', ...options])
        expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
      }
      expect(existsSync(join(folder, 'out'))).toBe(false)
    }))

  test('commands to copy are whole words of a shell, and name the data where there are several', () =>
    inFolder(
      {
        ...peopleFiles,
        'other people.csv': people,
        'other.yaml': peopleJob({ data: { source: 'other people.csv' } }),
        "it's one.yaml": 'version: 1\njob: [other.yaml, job.yaml]\noutput: { folder: out }\n',
      },
      async (folder) => {
        await runStudy(readStudy(join(folder, "it's one.yaml")), { execute })
        const { stdout } = await halftone(folder, ['study', "it's one.yaml"])
        expect(stdout).toContain("halftone study 'it'\\''s one.yaml' --data 'other people.csv' --release 1 ")
      },
    ))

  test('a study without any release says so, with exit code 1, and names no file that is not there', () =>
    inFolder(files(study('{ privacy.k: [13, 14] }')), async (folder) => {
      await runStudy(readStudy(join(folder, 'study.yaml')), { execute })
      const { code, stdout } = await halftone(folder, ['study', 'study.yaml', '--json'])
      const { rows, outcomes, knees: _, best: __, ...record } = JSON.parse(stdout)
      expect([code, rows, outcomes]).toEqual([1, 2, { failed: 2 }])
      const named = Object.values(record).filter((value) => typeof value === 'string')
      expect(named.filter((file) => !existsSync(file))).toEqual([])
    }))

  test('baskets: rows with ARE and supports; that none exists is a row', () =>
    inFolder(
      {
        'baskets.txt': 'a b c d e f\na b e g\na e\nb f g\na b\nc f\n',
        'groups.txt': 'a b\nc d\ne f g\n',
        'job.yaml':
          'version: 1\ndata: { source: baskets.txt, format: transactions }\ncolumns: { items: { role: items } }\nprivacy: { km: { k: 2, m: 2 } }\nutility: { workload: { size: 1, count: 5 } }\noutput: { release: out.txt }\n',
        'study.yaml': study(
          '{ how: { coat: { algorithm: coat }, bound: { algorithm: coat, utility.constraints: groups.txt }, tree: { algorithm: apriori } }, privacy.km.k: [2, 3] }',
        ),
      },
      async (folder) => {
        const { rows } = await runStudy(readStudy(join(folder, 'study.yaml')), { execute })
        expect(rows.map(({ outcome }) => outcome)).toEqual([
          'found',
          'found',
          'none-exists',
          'none-exists',
          'found',
          'found',
        ])
        expect(rows[0]).toMatchObject({ kind: 'items', k: 2, settings: { how: 'coat', 'privacy.km.k': 2 } })
        expect(rows[0].metrics).toHaveProperty('ARE')
        expect(rows[0].risks['smallest-support']).toBeLessThanOrEqual(1 / 2)
        expect(rows[2].error).toContain('suppression-limit')
      },
    ))

  test('refuses what is wrong before anything runs, and leaves nothing', () =>
    inFolder(files(study('{ privacy.k: [2, 1] }')), async (folder) => {
      const before = readdirSync(folder)
      const { code, stderr } = await halftone(folder, ['study', 'study.yaml'])
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/run 2 \(privacy\.k 1\): privacy\.k must be a whole number of at least 2; got 1/),
      ])
      expect(readdirSync(folder)).toEqual(before)
    }))
})
