import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseHTML } from 'linkedom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cities, listing, people, peopleJob } from '../../test/end-to-end/workshop.ts'
import { readStudyRows } from '../../test/study-rows.ts'
import { InternalError } from '../ground/errors.ts'
import { compareSearches } from '../report/study/comparison.ts'
import { readStudy } from './plan-study.ts'
import { run as runHere } from './run-job.ts'
import { type ExecuteRun, runStudy, type StudyProgress, type StudyRun } from './run-study.ts'

let folder: string
let out: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halftone-study-'))
  out = join(folder, 'out')
  writeFileSync(join(folder, 'people.csv'), people)
  writeFileSync(join(folder, 'city.json'), cities)
  writeFileSync(join(folder, 'job.yaml'), peopleJob({ algorithm: 'lattice' }))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function counting(): { readonly execute: ExecuteRun; readonly ran: string[] } {
  const ran: string[] = []
  return {
    ran,
    async execute(request, context) {
      ran.push(request.jobFile.split(/[\\/]/).at(-2) as string)
      return { result: await runHere(request, { ...context, keepBest: () => false }), peakMemory: 1000 }
    },
  }
}

function study(grid: string, more = ''): ReturnType<typeof readStudy> {
  writeFileSync(
    join(folder, 'study.yaml'),
    `version: 1\njob: job.yaml\ngrid: ${grid}\n${more}\noutput: { folder: out }\n`,
  )
  return readStudy(join(folder, 'study.yaml'))
}

const here = (options: StudyRun = {}): StudyRun => ({ execute: counting().execute, ...options })
const text = (name: string) => readFileSync(join(out, name), 'utf8')
const deterministic = () => ['results.csv', 'summary.json', 'report.html'].map(text)

describe('runStudy(plan, run)', () => {
  it(
    'has a row for each run, with settings, figures and risks, and a folder with job, recoding and ' + 'manifest',
    async () => {
      const result = await runStudy(study('{ algorithm: [lattice, bottom-up], privacy.k: [2, 3] }'), here())
      expect(result).toMatchObject({ outcome: 'finished', runs: 4, kept: 0, folder: out })
      expect(result.rows.map(({ run, k, algorithm, outcome }) => [run, k, algorithm, outcome])).toEqual([
        ['1', 2, 'lattice', 'found'],
        ['2', 3, 'lattice', 'found'],
        ['3', 2, 'bottom-up', 'found'],
        ['4', 3, 'bottom-up', 'found'],
      ])
      for (const { k = 0, smallestClass, risks, metrics } of result.rows) {
        expect(smallestClass).toBeGreaterThanOrEqual(k)
        expect(risks['prosecutor']).toBe(1 / (smallestClass as number))
        expect(metrics).toHaveProperty('LM')
        expect(metrics).not.toHaveProperty('prosecutor')
      }
      expect(readdirSync(join(out, 'runs', '1')).sort()).toEqual([
        'job.yaml',
        'private',
        'release.manifest.json',
        'result.json',
      ])
      const written = readStudyRows(join(out, 'results.csv'))
      expect(written).toEqual(result.rows.map(({ measured: _, ...row }) => row))
      expect(text('times.csv')).toMatch(/^run,seconds open,.*,seconds total,memory\n1,.*,1000\n/)
      expect(existsSync(join(out, '.lock'))).toBe(false)
    },
  )

  it('has what attackers achieved, as an axis of the map too', async () => {
    const { rows } = await runStudy(
      study(
        '{ privacy.k: [2, 3], privacy.suppressed-group: [enforce], attack: [{ targets: 20 }] }',
        'map: { risk: attack singling out }',
      ),
      here(),
    )
    for (const { k = 0, risks } of rows) {
      expect(risks).toHaveProperty(['attack singling out'])
      expect(risks['attack worst person']).toBeLessThanOrEqual(1 / k)
    }
    expect(readStudyRows(join(out, 'results.csv')).map(({ risks }) => risks)).toEqual(rows.map(({ risks }) => risks))
    expect(text('report.html')).toContain('attack singling out')
    expect(() => study('{ privacy.k: [2] }', 'map: { risk: attack by nobody }')).toThrow(/map.risk/)
  })

  it('does not rank what a release with swapped rows says of the target: CM has a name of its own there', async () => {
    // The tree splits by size, then colour.
    const counts = { 'small,red,yes': 15, 'small,blue,yes': 15, 'large,red,no': 20, 'large,blue,yes': 7 }
    const rows = Object.entries(counts).flatMap(([row, count]) => Array(count).fill(row))
    writeFileSync(join(folder, 'colours.csv'), `size,colour,bought\n${rows.join('\n')}\n`)
    writeFileSync(
      join(folder, 'job.yaml'),
      'version: 1\ndata: { source: colours.csv }\ncolumns: { size: { role: quasi-identifier, order: [small, ' +
        'large] }, colour: { role: quasi-identifier, order: [red, blue] }, bought: { role: target } }\nprivacy: ' +
        '{ k: 8 }\ngoal: classification\nalgorithm: lattice\noutput: { release: release.csv }\n',
    )
    const result = await runStudy(study('{ algorithm: [kactus-2, lattice], privacy.k: [8, 9] }'), here())
    const names = (algorithm: string) =>
      result.rows.filter((row) => row.algorithm === algorithm).map(({ metrics }) => Object.keys(metrics))
    for (const figures of names('kactus-2')) {
      expect(figures).toContain('CM (rows swapped)')
      expect(figures).not.toContain('CM')
    }
    for (const figures of names('lattice')) expect(figures).toContain('CM')
    const [{ metrics }] = compareSearches(result.rows)
    const best = metrics.find(({ axis }) => axis.name === 'CM')!.regions.flatMap(({ winners }) => winners)
    expect(best).toEqual(['lattice'])
    expect(metrics.find(({ axis }) => axis.name === 'CM (rows swapped)')?.axis.better).toBe('lower')
  })

  it('keeps releases where it is asked to', async () => {
    await runStudy(study('{ privacy.k: [2] }', 'releases: keep'), here())
    expect(existsSync(join(out, 'runs', '1', 'release.csv'))).toBe(true)
  })

  it('is the same with any number of threads', async () => {
    const plan = study('{ algorithm: [lattice, bottom-up], privacy.k: [2, 3] }')
    await runStudy(plan, here())
    const before = deterministic()
    rmSync(out, { recursive: true })
    await runStudy(plan, here({ threads: 3 }))
    expect(deterministic()).toEqual(before)
  })

  it('makes a row of a run that fails, and goes on', async () => {
    const { execute, ran } = counting()
    const dying: ExecuteRun = async (request, context) => {
      if (request.jobFile.includes(join('runs', '2'))) {
        ran.push('2')
        throw new InternalError(
          'the process of the run was ended by SIGKILL, perhaps for want of memory at 0x7f 31337 bytes',
        )
      }
      return execute(request, context)
    }
    const plan = study('{ privacy.k: [2, 3, 13], seed: [1] }')
    const { rows } = await runStudy(plan, { execute: dying })
    expect(rows.map(({ outcome }) => outcome)).toEqual(['found', 'failed', 'failed'])
    expect(rows[2].error).toMatch(/^k must be at most the number of rows, 12; got 13/)
    expect(rows[1]).toMatchObject({
      error: 'the process of the run was ended by SIGKILL, perhaps for want of memory',
      metrics: {},
      risks: {},
    })
    expect(text('runs/2/error.txt')).toContain('31337')
    expect(JSON.parse(text('summary.json')).failed[0]).toMatchObject({ run: '2', outcome: 'failed' })

    const again = counting()
    expect((await runStudy(plan, { execute: again.execute })).kept).toBe(3)
    expect(again.ran).toEqual([])
    const retried = await runStudy(plan, { execute: again.execute, retry: true })
    expect(again.ran).toEqual(['2', '3'])
    expect(retried.rows[1].outcome).toBe('found')
  })

  it('tells of what is wrong with the data as a failed row', async () => {
    writeFileSync(join(folder, 'people.csv'), people.replace('city', 'town'))
    const { rows } = await runStudy(study('{ privacy.k: [2] }'), here())
    expect(rows[0]).toMatchObject({ outcome: 'failed', error: expect.stringContaining('column "city"') })
    expect(rows[0].error).not.toContain('.partial')
  })

  it('goes on after it was cancelled, to the same bytes, without repeating a run', async () => {
    const plan = study('{ algorithm: [lattice, bottom-up], privacy.k: [2, 3] }')
    await runStudy(plan, here())
    const whole = deterministic()
    rmSync(out, { recursive: true })

    const abort = new AbortController()
    const first = counting()
    const stopped = await runStudy(plan, {
      execute: first.execute,
      signal: abort.signal,
      progress: ({ done }) => {
        if (done === 2) abort.abort()
      },
    })
    expect(stopped.outcome).toBe('cancelled')
    expect(stopped.rows.length).toBe(2)
    expect(existsSync(join(out, 'results.csv'))).toBe(false)
    expect(readdirSync(join(out, 'runs')).sort()).toEqual(['1', '2'])

    const second = counting()
    const resumed = await runStudy(plan, { execute: second.execute })
    expect(resumed).toMatchObject({ outcome: 'finished', kept: 2 })
    expect(second.ran).toEqual(['3', '4'])
    expect(deterministic()).toEqual(whole)
  })

  it('removes what a killed process left half-written', async () => {
    const plan = study('{ privacy.k: [2, 3] }')
    await runStudy(plan, here())
    const whole = deterministic()
    rmSync(join(out, 'runs', '2', 'result.json'))
    writeFileSync(join(out, 'runs', '2', '.partial-9-release.csv'), 'half')
    writeFileSync(join(out, 'runs', '1', 'result.json.partial'), '{')
    mkdirSync(join(out, 'runs', 'leftover'))
    const { ran, execute } = counting()
    await runStudy(plan, { execute })
    expect(ran).toEqual(['2'])
    expect(deterministic()).toEqual(whole)
    expect(listing(join(out, 'runs')).filter((name) => /leftover|\.partial-/.test(name))).toEqual([])
  })

  it('keeps rows that only moved when the grid grows', async () => {
    await runStudy(study('{ privacy.k: [3, 4] }'), here())
    const { ran, execute } = counting()
    const result = await runStudy(study('{ privacy.k: [2, 4, 3] }'), { execute })
    expect(ran).toEqual(['1'])
    expect(result.rows.map(({ k }) => k)).toEqual([2, 4, 3])
    expect(text('runs/3/job.yaml')).toMatch(/^# Run 3 of study\.yaml: privacy\.k 3\n/)
    rmSync(out, { recursive: true })
    const afresh = await runStudy(study('{ privacy.k: [2, 4, 3] }'), here())
    const bare = (rows: typeof result.rows) => rows.map(({ measured: _, ...row }) => row)
    expect(bare(afresh.rows)).toEqual(bare(result.rows))
  })

  it('repeats runs whose data, taxonomy or settings changed, and only those', async () => {
    const plan = study('{ privacy.k: [2, 3] }')
    await runStudy(plan, here())
    writeFileSync(join(folder, 'people.csv'), people.replace('Ada,21', 'Ada,20'))
    const changed = counting()
    await runStudy(plan, { execute: changed.execute })
    expect(changed.ran).toEqual(['1', '2'])
    const other = counting()
    await runStudy(study('{ privacy.k: [2, 4] }'), { execute: other.execute })
    expect(other.ran).toEqual(['2'])
    writeFileSync(join(folder, 'city.json'), cities.replace('Europe', 'Anywhere'))
    const renamed = counting()
    await runStudy(study('{ privacy.k: [2, 4] }'), { execute: renamed.execute })
    expect(renamed.ran).toEqual(['1', '2'])
  })

  it('refuses a folder that is not a study of ours, and leaves it alone', async () => {
    mkdirSync(out)
    writeFileSync(join(out, 'thesis.txt'), 'mine')
    const plan = study('{ privacy.k: [2] }')
    await expect(runStudy(plan, here())).rejects.toThrow(/holds something that is not a study \(thesis\.txt in/)
    expect(readdirSync(out)).toEqual(['thesis.txt'])
    await runStudy(plan, here({ force: true }))
    expect(text('thesis.txt')).toBe('mine')
    await expect(runStudy({ ...plan, name: 'other.yaml' }, here())).rejects.toThrow(
      /output\.folder of other\.yaml holds the study study\.yaml/,
    )
  })

  it('does not lose the rows over a map that cannot be drawn', async () => {
    const plan = study('{ privacy.k: [2, 3] }', 'map: { utility: RM }')
    await expect(runStudy(plan, here())).rejects.toThrow(/study\.yaml: there is no utility "RM" in this study/)
    expect(readStudyRows(join(out, 'results.csv'))).toHaveLength(2)
    const { ran, execute } = counting()
    await runStudy(study('{ privacy.k: [2, 3] }', 'map: { utility: CM }'), { execute })
    expect(ran).toEqual([])
  })

  it('says that the disk is full, keeps what it has, and lets others at the folder', async () => {
    const plan = study('{ privacy.k: [2] }')
    const full = () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    }
    await expect(runStudy(plan, { ...here(), rows: full })).rejects.toThrow(/is full; make room/)
    expect(existsSync(join(out, '.lock'))).toBe(false)
    expect((await runStudy(plan, here())).outcome).toBe('finished')
  })

  it('refuses a folder that another process works in, unless that one is gone', async () => {
    const plan = study('{ privacy.k: [2] }')
    await runStudy(plan, here())
    const lock = join(out, '.lock')
    // Process 1 always exists.
    writeFileSync(lock, JSON.stringify({ process: 1, host: (await import('node:os')).hostname() }))
    await expect(runStudy(plan, here())).rejects.toThrow(/process 1 on .* works on the study/)
    utimesSync(lock, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000))
    expect((await runStudy(plan, here())).outcome).toBe('finished')
    writeFileSync(lock, JSON.stringify({ process: 2 ** 22 + 1, host: (await import('node:os')).hostname() }))
    expect((await runStudy(plan, here())).outcome).toBe('finished')
  })

  it('tells how far it is and how long it will take; kept runs are no work left', async () => {
    const plan = study('{ privacy.k: [2, 3, 4] }')
    const told: StudyProgress[] = []
    await runStudy(plan, here({ progress: (progress) => void told.push(progress) }))
    expect(told[0]).toMatchObject({ done: 0, total: 3, kept: 0, running: [{ run: '1', settings: { 'privacy.k': 2 } }] })
    expect(told[0].secondsLeft).toBeUndefined()
    expect(told.at(-1)).toMatchObject({ done: 3, total: 3, running: [], secondsLeft: 0 })
    rmSync(join(out, 'runs', '3'), { recursive: true })
    const resumed: StudyProgress[] = []
    await runStudy(plan, here({ progress: (progress) => void resumed.push(progress) }))
    expect(resumed[0]).toMatchObject({ done: 2, kept: 2 })
    expect(resumed[0].secondsLeft).toBeGreaterThan(0)
  })

  it('shows no value that only suppressed rows have', async () => {
    // Bodø would be a group if its row were not suppressed.
    const rows = [
      ['Oslo', 4],
      ['Bergen', 4],
      ['Bodø', 1],
      ['Paris', 4],
      ['Lyon', 4],
    ] as const
    const lines = rows.flatMap(([city, count]) => Array.from({ length: count }, (_, i) => `P${i},30,F,${city},low`))
    writeFileSync(join(folder, 'people.csv'), `name,age,sex,city,income\n${lines.join('\n')}\n`)
    writeFileSync(join(folder, 'city.json'), cities.replace('{"name":"Oslo"}', '{"name":"Oslo"},{"name":"Bodø"}'))
    await runStudy(study('{ algorithm: [lattice, kactus-2], privacy.k: [3] }'), here())
    expect(text('runs/1/private/release.recoding.json')).toContain('Bodø')
    expect(text('report.html')).not.toContain('Bodø')
    expect(text('runs/1/result.json')).not.toContain('Bodø')
  })

  it('adds a row for each point of a front, whose figures are those of releasing it', async () => {
    writeFileSync(join(folder, 'job.yaml'), peopleJob({ algorithm: { name: 'pareto', evaluations: 200 } }))
    const { rows } = await runStudy(study('{ privacy.k: [2] }', 'fronts: true'), here())
    const points = rows.filter(({ point }) => point !== undefined)
    expect(points.length).toBeGreaterThan(1)
    const panel = parseHTML(text('report.html')).document.querySelector('#job-1\\.2')?.textContent
    expect(panel).toMatch(/# Run 1\.2 of study\.yaml.*\n {2}point: 2\n/s)
    const last = points[points.length - 1]
    const released = await runStudy(study(`{ algorithm.point: [${last.point}] }`), here())
    const { metrics, risks, smallestClass, suppressed } = released.rows[0]
    expect({ metrics, risks, smallestClass, suppressed }).toEqual({
      metrics: last.metrics,
      risks: last.risks,
      smallestClass: last.smallestClass,
      suppressed: last.suppressed,
    })
  })

  it('asks classifiers what they learn from each release', async () => {
    const many = Array.from(
      { length: 40 },
      (_, i) => `P${i},${20 + i},${i % 2 ? 'F' : 'M'},Oslo,${i % 3 ? 'low' : 'high'}`,
    )
    writeFileSync(join(folder, 'people.csv'), `name,age,sex,city,income\n${many.join('\n')}\n`)
    const { rows } = await runStudy(
      study('{ privacy.k: [2] }', 'evaluate: { learners: [C4.5, naive-bayes], folds: 2 }'),
      here(),
    )
    expect(rows[0].metrics['accuracy C4.5']).toBeGreaterThan(0.3)
    expect(Object.keys(rows[0].metrics)).toContain('accuracy naive-bayes')
    expect(rows[0].measured?.seconds['evaluate']).toBeGreaterThan(0)
  })
})
