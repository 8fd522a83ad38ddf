/** What comes after a release of boxes: it is applied, verified, evaluated, laid out for analysts and studied like any other. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonymize } from '../../src/anonymize.ts'
import { evaluateRelease } from '../../src/evaluate/evaluate-release.ts'
import { randomFrom } from '../../src/ground/random.ts'
import type { BoxesRecoding } from '../../src/recoding/boxes-recoding.ts'
import { readRecodingFile } from '../../src/recoding/read-recoding.ts'
import type { RunResult } from '../../src/run.ts'
import { readStudy } from '../../src/study/plan-study.ts'
import { run as runHere } from '../../src/study/run-job.ts'
import { type ExecuteRun, runStudy } from '../../src/study/run-study.ts'
import { applyRecoding } from '../../src/tasks/apply.ts'
import { verifyRelease } from '../../src/tasks/verify.ts'
import { openWhatIf } from '../../src/tasks/what-if.ts'
import { readRelease, readTablePlan, runJob } from './workshop.ts'

const folder = mkdtempSync(join(tmpdir(), 'halftone-boxes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const towns: Readonly<Record<string, string>> = { Aachen: 'West', Bonn: 'West', Dresden: 'East', Erfurt: 'East' }
const illnesses = ['cold', 'flu', 'ulcer', 'gout']

function people(rows: number, seed: number): string[][] {
  const random = randomFrom(seed)
  return Array.from({ length: rows }, (_, row) => {
    const age = 20 + random.integer(40)
    const answer = random.integer(40) + 20 < age ? 'yes' : 'no'
    return [`n${row}`, String(age), Object.keys(towns)[random.integer(4)], answer, illnesses[random.integer(4)]]
  })
}

const job = (release: string) => `version: 1
data: { source: people.csv }
columns:
  note: { role: other }
  age: { role: quasi-identifier, type: numeric }
  town: { role: quasi-identifier, taxonomy: town.csv }
  answer: { role: target }
  illness: { role: sensitive }
privacy: { k: 4, ends: exact, l-diversity: { column: illness, l: 2 } }
goal: general
algorithm: { name: boxes, rounds: 10 }
utility: { workload: { count: 20 } }
output: { release: ${release}, report: out/report.html, tidy: out/tidy.csv }
`

const write = (name: string, rows: readonly string[][]) =>
  writeFileSync(join(folder, name), `note,age,town,answer,illness\n${rows.map((row) => row.join(',')).join('\n')}\n`)

let result: RunResult
beforeAll(async () => {
  write('people.csv', people(300, 4))
  writeFileSync(
    join(folder, 'town.csv'),
    Object.entries(towns)
      .map(([town, side]) => `${town};${side};*\n`)
      .join(''),
  )
  writeFileSync(join(folder, 'job.yaml'), job('out/release.csv'))
  result = await runJob(folder)
})

function covers(shown: string, value: string): boolean {
  const ends = /^\[(.+),(.+)\]$/.exec(shown)
  if (ends) return Number(ends[1]) <= Number(value) && Number(value) <= Number(ends[2])
  return shown === value || shown === '*' || shown === towns[value]
}

/** Rows by what they show. */
function classesOf(file: string): Map<string, Record<string, string>[]> {
  const classes = new Map<string, Record<string, string>[]>()
  for (const row of readRelease(join(folder, file))) {
    const key = `${row['age']}|${row['town']}`
    classes.set(key, [...(classes.get(key) ?? []), row])
  }
  return classes
}

describe('a release of boxes', () => {
  it('holds k and l-diversity on the file, by a count that knows nothing of Halftone; ARE is answered by box volume', () => {
    expect(result.verification?.verdict).toBe('holds')
    for (const rows of classesOf('out/release.csv').values()) {
      expect(rows.length).toBeGreaterThanOrEqual(4)
      expect(new Set(rows.map((row) => row['illness'])).size).toBeGreaterThanOrEqual(2)
    }
    expect(result.metrics?.['ARE']).toBeGreaterThanOrEqual(0)
    expect(result.metrics?.['ARE']).toBeLessThan(1)
  })

  it('has a recoding that a person can read: boxes in ascending loss, with their ends, and the trees', () => {
    const recoding = readRecodingFile(join(folder, 'out/private/release.recoding.json')) as BoxesRecoding
    expect(recoding.boxes.length).toBe(result.classes)
    expect(recoding.boxes.reduce((sum, { rows }) => sum + rows, 0)).toBe(300)
    const losses = recoding.boxes.map(({ loss }) => loss)
    expect(losses).toEqual([...losses].sort((a, b) => a - b))
    for (const { ranges, shown } of recoding.boxes) {
      expect(covers(shown['age'], String(ranges['age'][0]))).toBe(true)
      expect(covers(shown['town'], String(ranges['town'][1]))).toBe(true)
    }
    expect(recoding.trees['town'].children?.map(({ name }) => name)).toEqual(['West', 'East'])
  })

  it('applied to new data: labels cover the rows, k and l hold, values that no box knows are reported and not released', async () => {
    const rows = people(600, 9)
    rows[0][2] = 'Zwickau'
    write('new.csv', rows)
    const request = {
      recoding: readRecodingFile(join(folder, 'out/private/release.recoding.json')),
      name: 'release.recoding.json',
      source: { source: 'new.csv', base: folder },
      output: {
        release: join(folder, 'new/release.csv'),
        recoding: join(folder, 'new/private/release.recoding.json'),
        manifest: join(folder, 'new/release.manifest.json'),
      },
    }
    await expect(applyRecoding({ ...request, unseen: 'fail' })).rejects.toThrow(
      'column "town" has values that the recoding does not know',
    )
    const applied = await applyRecoding({ ...request, unseen: 'suppress' }, { threads: 1, force: true })
    if (applied.outcome !== 'found') throw new Error(applied.outcome)
    expect(applied.verification?.verdict).toBe('holds')
    expect(applied.warnings.join()).toContain('column "town" has values that the recoding does not know in 1 row')
    const released = readRelease(join(folder, 'new/release.csv'))
    const original = new Map(rows.map((row) => [row[0], row]))
    expect(original.size - released.length).toBe(applied.suppressed)
    expect(applied.suppressed).toBeLessThan(50)
    for (const row of released) {
      const own = original.get(row['note']) as string[]
      expect(own[2]).not.toBe('Zwickau')
      expect(covers(row['age'], own[1]) && covers(row['town'], own[2])).toBe(true)
    }
    for (const own of classesOf('new/release.csv').values()) {
      expect(own.length).toBeGreaterThanOrEqual(4)
      expect(new Set(own.map((row) => row['illness'])).size).toBeGreaterThanOrEqual(2)
    }
    const tight = { ...request, unseen: 'suppress', suppressionLimit: 0 } as const
    const refused = await applyRecoding(tight, { threads: 1, force: true })
    expect(refused.outcome).toBe('none-exists')
  })

  it('applied with --compare: a fresh search on the data it was made from has the figures of the run', async () => {
    const { fresh, metrics } = await applyRecoding(
      {
        recoding: readRecodingFile(join(folder, 'out/private/release.recoding.json')),
        name: 'release.recoding.json',
        source: { source: 'people.csv', base: folder },
        output: {
          release: join(folder, 'same/release.csv'),
          recoding: join(folder, 'same/private/release.recoding.json'),
          manifest: join(folder, 'same/release.manifest.json'),
        },
        unseen: 'fail',
        job: readTablePlan(join(folder, 'job.yaml')),
        compare: true,
      },
      { threads: 1 },
    )
    expect(result.metrics).toMatchObject(fresh as object)
    expect(Object.keys(fresh ?? {})).toEqual(expect.arrayContaining(['LM', 'entropy', 'suppression']))
    expect(metrics?.['LM']).toBeGreaterThanOrEqual(fresh?.['LM'] as number)
  })

  it('has a page of its boxes: a map, the widest and the narrowest, and of each column the rows that keep full detail', () => {
    const page = readFileSync(join(folder, 'out/report.html'), 'utf8')
    const section = /<section id="boxes".*?<\/section>/s.exec(page)?.[0] ?? ''
    const released = readRelease(join(folder, 'out/release.csv'))
    for (const [name, isSingle] of [
      ['age', (shown: string) => /^\d+$/.test(shown)],
      ['town', (shown: string) => shown in towns],
    ] as const) {
      const single = released.filter((row) => isSingle(row[name])).length
      expect(section).toMatch(new RegExp(`<th scope="row">${name}</th>.*?<td class="number">${single}</td>`, 's'))
    }
    expect(section).toContain('Widest')
    expect(section).toContain('boxes by age and town, darker with more rows')
  })

  it('has a tidy table beside it: low and high of numbers, levels of the tree, counted by ranges it gives what the data holds', () => {
    const released = readRelease(join(folder, 'out/release.csv'))
    const tidy = readRelease(join(folder, 'out/tidy.csv'))
    expect(Object.keys(tidy[0])).toEqual(['note', 'age_low', 'age_high', 'town_1', 'town_2', 'answer', 'illness'])
    tidy.forEach((row, i) => {
      const ends = /^\[(.+),(.+)\]$/.exec(released[i]['age']) ?? ['', released[i]['age'], released[i]['age']]
      const { town } = released[i]
      const levels = town in towns ? [towns[town], town] : [town === '*' ? '' : town, '']
      expect([row['note'], row['age_low'], row['age_high'], row['town_1'], row['town_2']]).toEqual([
        released[i]['note'],
        ends[1],
        ends[2],
        ...levels,
      ])
    })
    const thirties = tidy.reduce((sum, row) => {
      const [low, high] = [Number(row['age_low']), Number(row['age_high'])]
      return sum + Math.max(0, Math.min(high, 39) - Math.max(low, 30) + 1) / (high - low + 1)
    }, 0)
    const inside = people(300, 4).filter((row) => Number(row[1]) >= 30 && Number(row[1]) <= 39).length
    expect(Math.abs(thirties - inside)).toBeLessThan(0.1 * inside)
  })

  it('learners take the middle of its intervals, and say so', async () => {
    const evaluation = await evaluateRelease({
      job: readTablePlan(join(folder, 'job.yaml')),
      release: { source: 'out/release.csv', base: folder },
      learners: ['naive-bayes'],
      folds: 3,
      seed: 1,
    })
    expect(evaluation.byMiddle).toEqual(['age'])
    expect(evaluation.learners[0].release.accuracy).toBeGreaterThan(evaluation.worst.accuracy)
  })

  it('cannot be asked what-if, and says which searches can', async () => {
    await expect(openWhatIf(readTablePlan(join(folder, 'job.yaml')))).rejects.toThrow(
      'boxes decides for each combination of values by itself',
    )
  })

  it('is the same as Parquet, and verifies there', async () => {
    writeFileSync(join(folder, 'parquet.yaml'), job('out/release.parquet'))
    const plan = readTablePlan(join(folder, 'parquet.yaml'))
    const written = await anonymize(plan, { threads: 1, force: true })
    expect(written.metrics?.['LM']).toBe(result.metrics?.['LM'])
    const again = await verifyRelease({ source: { source: 'out/release.parquet', base: folder }, job: plan })
    expect(again.verdict).toBe('holds')
  })

  it('is compared with other searches in a study, with a map of risk and utility', async () => {
    writeFileSync(
      join(folder, 'study.yaml'),
      'version: 1\njob: job.yaml\ngrid: { algorithm: [{ name: boxes, rounds: 5 }, lattice] }\noutput: { folder: study }\n',
    )
    const execute: ExecuteRun = async (request, context) => ({
      result: await runHere(request, { ...context, keepBest: () => false }),
      peakMemory: 1,
    })
    const study = await runStudy(readStudy(join(folder, 'study.yaml')), { execute })
    const rows = study.rows.map(({ algorithm, metrics }) => [algorithm, metrics?.['LM'] as number] as const)
    expect(rows.map(([name]) => name)).toEqual(['boxes', 'lattice'])
    expect(rows[0][1]).toBeLessThan(rows[1][1])
    expect(readFileSync(join(folder, 'study/report.html'), 'utf8')).toContain('boxes')
  })
})
