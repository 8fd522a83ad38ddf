/** Compares each predicted figure with that of the actual release. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTablePlan, writeCensus } from '../../test/end-to-end/workshop.ts'
import { anonymize } from '../anonymize.ts'
import { randomFrom } from '../ground/random.ts'
import { readJob } from '../plan/job.ts'
import type { TablePlan } from '../plan/plan.ts'
import { readPlan } from '../plan/read-plan.ts'
import { makeTablePlan } from '../plan/table-plan.ts'
import { readColumnsRecodingFile } from '../recoding/recoding.ts'
import { planFromRecoding } from './plan-from-file.ts'
import { type Cut, openWhatIf, type WhatIf, type WhatIfColumn } from './what-if.ts'

const small = {
  'people.csv': `id,age,city,note,class
1,20,Berlin,a,x
2,21,Berlin,b,x
3,22,Bonn,c,y
4,40,Paris,d,y
5,41,Paris,e,y
6,?,Lyon,f,x
`,
  'city.json': JSON.stringify({
    name: 'Europe',
    children: [
      { name: 'Germany', children: [{ name: 'Berlin' }, { name: 'Bonn' }] },
      { name: 'France', children: [{ name: 'Paris' }, { name: 'Lyon' }] },
    ],
  }),
  'job.yaml': `version: 1
data: { source: people.csv, missing: category }
columns:
  id: { role: identifier }
  age: { role: quasi-identifier, type: numeric }
  city: { role: quasi-identifier, taxonomy: city.json }
  note: { role: other }
  class: { role: target }
privacy: { k: 2, ends: exact, suppression-limit: 0.4 }
algorithm: lattice
output: { release: out/release.csv, report: out/report.html }
`,
}

describe('openWhatIf(plan)', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'halftone-what-if-'))
    for (const [name, text] of Object.entries(small)) writeFileSync(join(folder, name), text)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('gives the domain of each column with its rows, its tree and its ladder', async () => {
    const whatIf = await openWhatIf(readTablePlan(join(folder, 'job.yaml')), { threads: 1 })
    try {
      const [age, city] = whatIf.columns
      expect(age).toMatchObject({
        name: 'age',
        kind: 'number',
        values: ['20', '21', '22', '40', '41', '(missing)'],
        counts: [1, 1, 1, 1, 1, 1],
        low: [20, 21, 22, 40, 41, null],
      })
      expect(city).toMatchObject({ kind: 'tree', values: ['Berlin', 'Bonn', 'Paris', 'Lyon'], counts: [2, 1, 2, 1] })
      expect(city.tree?.[1]).toEqual({ name: 'Germany', parent: 0, first: 0, last: 1 })
      expect(city.levels.map(({ cut }) => cut)).toEqual([[1, 2, 3], [2], []])
      expect(whatIf).toMatchObject({ rows: 6, mostSuppressed: 2, k: 2, goal: 'general' })
    } finally {
      await whatIf.close()
    }
  })

  it('counts by hand: two ages and two countries', async () => {
    const whatIf = await openWhatIf(readTablePlan(join(folder, 'job.yaml')), { threads: 1 })
    try {
      const answer = whatIf.evaluate([[3, 5], [2]])
      // [20,22] in Germany: 3; [40,41] in France: 2; missing in France: 1, suppressed.
      expect(answer).toMatchObject({
        acceptable: true,
        smallestOfAll: 1,
        suppressed: 1,
        classes: 2,
        smallestClass: 2,
      })
      expect(answer.groups[0]).toEqual([
        { label: '[20,22]', values: 3, rows: 3 },
        { label: '[40,41]', values: 2, rows: 2 },
        { label: '(missing)', values: 1, rows: 1 },
      ])
      // All rows are unique: more would have to be suppressed than the limit allows.
      expect(whatIf.evaluate([whatIf.columns[0].levels[0].cut, [1, 2, 3]])).toMatchObject({ acceptable: false })
    } finally {
      await whatIf.close()
    }
  })

  it('refuses cuts that are none, naming the column and the rule', async () => {
    const whatIf = await openWhatIf(readTablePlan(join(folder, 'job.yaml')), { threads: 1 })
    try {
      expect(() => whatIf.evaluate([[0], [2]])).toThrow(/cut of "age" must be places from 1 to 5/)
      expect(() => whatIf.evaluate([[3, 3], [2]])).toThrow(/ascending order; got \[3,3\]/)
      expect(() => whatIf.evaluate([[3], [4]])).toThrow(/cut of "city"/)
      expect(() => whatIf.evaluate([[3]])).toThrow(/one for each quasi-identifier/)
      expect(() => whatIf.evaluate([[3], 'all' as unknown as Cut])).toThrow(/cut of "city"/)
    } finally {
      await whatIf.close()
    }
  })

  it('is not for recodings without cuts, and says why', async () => {
    const job = readJob(small['job.yaml'], 'job.yaml')
    const kactus = makeTablePlan({ ...job, algorithm: 'kactus-2' }, folder, 'job.yaml')
    await expect(openWhatIf(kactus)).rejects.toThrow(/kactus-2 decides for each combination/)
    writeFileSync(join(folder, 'baskets.txt'), 'a b\na c\nb c\n')
    writeFileSync(
      join(folder, 'items.yaml'),
      `version: 1
data: { source: baskets.txt, format: transactions }
columns: { items: { role: items } }
privacy: { km: { k: 2, m: 1 } }
algorithm: pcta
output: { release: out/baskets.txt }
`,
    )
    await expect(openWhatIf(readPlan(join(folder, 'items.yaml')))).rejects.toThrow(/baskets have none/)
  })
})

describe('evaluate(cuts) on the sample census', () => {
  let folder: string
  let plan: TablePlan
  let whatIf: WhatIf
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halftone-what-if-'))
    const files = await writeCensus(folder, 1500)
    const job = readJob(readFileSync(files.job, 'utf8'), 'job.yaml')
    // Bins have another label if suppression removes their outer values.
    const hours = { role: 'quasi-identifier', type: 'numeric', endpoints: 6 } as const
    plan = makeTablePlan(
      { ...job, columns: { ...job.columns, hours }, privacy: { k: 10, 'suppression-limit': 0.9 } },
      folder,
      'job.yaml',
    )
    whatIf = await openWhatIf(plan, { threads: 1 })
  })
  afterAll(async () => {
    await whatIf?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('has the figures of the released file by that recoding, and its recoding to the letter', async () => {
    const random = randomFrom(7)
    const outcomes = new Set<boolean>()
    for (let round = 0; round < 8; round++) {
      const cuts = whatIf.columns.map((column) => randomCut(column, random, round / 8))
      const answer = whatIf.evaluate(cuts)
      const file = join(folder, `by-hand-${round}.recoding.json`)
      const recoding = await whatIf.makeRecoding(cuts)
      writeFileSync(file, JSON.stringify(recoding))
      expect(whatIf.readCuts(recoding)).toEqual(cuts)
      const released = await anonymize(planFromRecoding(plan, file), { threads: 1, force: true })
      outcomes.add(answer.acceptable)
      if (!answer.acceptable) {
        expect(released.outcome).toBe('none-exists')
        continue
      }
      const { suppressed, classes, smallestClass, value, metrics, risk, preference } = answer
      expect(released).toMatchObject({ suppressed, classes, smallestClass, value, metrics, risk })
      expect(released.preference).toEqual(preference)
      expect(released.verification).toMatchObject({ verdict: 'holds', classes, smallestClass })
      expect(readColumnsRecodingFile(released.recoding as string)).toEqual(JSON.parse(readFileSync(file, 'utf8')))
    }
    expect([...outcomes].sort()).toEqual([false, true])
  })
})

/** A level of the hierarchy, or random cut points without a tree; a small share gives a coarse cut. */
function randomCut(column: WhatIfColumn, random: ReturnType<typeof randomFrom>, share: number): Cut {
  const { levels, values, tree } = column
  if (tree !== undefined || random.uniform() < 0.3) {
    const level = Math.floor(levels.length * Math.max(random.uniform(), 1 - share))
    return levels[Math.min(level, levels.length - 1)].cut
  }
  return values.map((_, i) => i).filter((i) => i > 0 && random.uniform() < share * 0.5)
}
