/** Every figure in result, manifest, report and terminal beside the same figure counted from source and release by `recount.ts`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runSummary } from '../../cli/print/run-summary.ts'
import type { RunResult } from '../../src/run.ts'
import { inFolder, parseCsv, readRelease, runJob } from '../end-to-end/workshop.ts'
import { expectPrinted } from './expect-printed.ts'
import {
  leastLoss,
  type Recounted,
  recountAttribute,
  recountExposure,
  recountJoint,
  recountPublic,
  recountTable,
} from './recount.ts'
import { files, JOINT, job, K, quasi } from './recount-people.ts'

describe('every figure of a run is what a plain count of source and release gives', () => {
  for (const [algorithm, goal, limit] of [
    ['lattice', 'general', 0],
    ['lattice', 'classification', 0.1],
    ['lattice', 'regression', 0.1],
    ['genetic', 'general', 0.1],
    ['boxes', 'general', 0],
  ] as const)
    it(`${algorithm}, goal ${goal}, limit ${limit}`, () =>
      inFolder({ ...files, 'job.yaml': job(algorithm, goal, limit) }, async (folder) => {
        const result = await runJob(folder, {}, { timeLimit: '0.3s' })
        const release = readRelease(join(folder, 'out/r.csv'))
        const source = parseCsv(files['p.csv'])
        const counting = {
          source,
          release,
          quasi,
          k: K,
          categories: ['income', 'left'],
          number: 'weight',
          sensitive: 'disease',
        }
        const counted = recountTable(counting)
        if (goal === 'regression') expect(counted.rows.suppressed).toBeGreaterThan(0)
        agree(folder, result, counted, goal)
        if (counted.rows.suppressed > 0) agreeInPublic(folder, recountPublic(counting))
        for (const { column, alone, together } of result.judgement?.exposure ?? []) {
          const own = recountExposure(release, quasi, column)
          expect({ column, alone, together }).toEqual({ column, ...own })
        }
        const joint = result.judgement?.joint
        expect(joint).toEqual({ columns: JOINT, rows: recountJoint(release, JOINT) })
        for (const { column, uniformClasses, uniformRows, largestShare } of result.attributes ?? []) {
          const recounted = recountAttribute(release, quasi, column)
          expect({ uniformClasses, uniformRows, largestShare }).toEqual({
            ...recounted,
            largestShare: expect.closeTo(recounted.largestShare, 11),
          })
        }
        agreeInPrint(await runSummary(result), result, counted)
      }))
})

const escaped = (name: string) => name.replaceAll(/[()]/g, '\\$&')

it('lattice, stopped after four evaluations: no recoding is below its bound, and the gap is what it says', () => {
  const whole = JSON.parse(job('lattice', 'general', 0, { evaluations: 4 }))
  const asked = { ...whole, columns: { ...whole.columns, age: { role: 'other' } }, privacy: { k: 20 } }
  return inFolder({ ...files, 'job.yaml': JSON.stringify(asked) }, async (folder) => {
    const result = await runJob(folder)
    const best = leastLoss(parseCsv(files['p.csv']), quasi.slice(1), 20)
    const bound = result.details?.lowerBound as number
    expect(result.outcome).toBe('out-of-budget')
    expect(bound).toBeLessThanOrEqual(best + 1e-12)
    expect(result.value).toBeGreaterThanOrEqual(best - 1e-12)
    const printed = /^ {2}bound +none is below (\S+): .* gain (\S+) at most$/m.exec(await runSummary(result))
    expectPrinted(printed?.[1], bound)
    expectPrinted(printed?.[2], (result.value as number) - bound)
  })
})

/** Result and manifests; where rows are suppressed, the public manifest measures over released rows, and the full one has all. */
function agree(folder: string, result: RunResult, counted: Recounted, goal: string): void {
  const full = JSON.parse(readFileSync(join(folder, 'out/private/r.manifest.json'), 'utf8'))
  const open = JSON.parse(readFileSync(join(folder, 'out/r.manifest.json'), 'utf8'))
  // The number of combinations depends on suppressed values: manifests have it only where no row is suppressed.
  const { combinations: _, ...rows } = counted.rows
  for (const manifest of [full, open]) {
    expect(manifest.rows).toMatchObject(counted.rows.suppressed === 0 ? counted.rows : rows)
    expect('combinations' in manifest.rows).toBe(counted.rows.suppressed === 0)
  }
  for (const { metrics, risk } of [result, full, ...(counted.rows.suppressed === 0 ? [open] : [])]) {
    for (const [name, value] of Object.entries(metrics as Record<string, number>))
      if (name !== 'missing-cells') expect([name, value]).toEqual([name, expect.closeTo(counted.metrics[name], 9)])
    for (const when of ['before', 'after'] as const)
      for (const [name, value] of Object.entries(risk[when] as Record<string, number>))
        expect([when, name, value]).toEqual([when, name, expect.closeTo(counted.risk[when][name], 9)])
  }
  const { LM, RM } = counted.metrics
  const CM = (counted.metrics['CM (income)'] + counted.metrics['CM (left)']) / 2
  expect(result.value).toBeCloseTo({ general: LM, classification: CM, regression: RM }[goal] as number, 9)
  const detail = result.judgement?.detail.map(({ column, labels, kept }) => ({ column, labels, kept }))
  if (counted.rows.suppressed === 0)
    expect(detail).toEqual(counted.detail.map((own) => ({ ...own, kept: expect.closeTo(own.kept, 9) })))
  expect(full.judgement).toEqual(JSON.parse(JSON.stringify(result.judgement)))
}

/** Where rows are suppressed: the public manifest and the report have what a reader of the release can count. */
function agreeInPublic(folder: string, counted: Readonly<Record<string, number>>): void {
  const { metrics } = JSON.parse(readFileSync(join(folder, 'out/r.manifest.json'), 'utf8'))
  expect(Object.keys(metrics).length).toBeGreaterThanOrEqual(8)
  const page = readFileSync(join(folder, 'out/report.html'), 'utf8')
  for (const [name, value] of Object.entries(metrics as Record<string, number>)) {
    if (name === 'missing-cells') continue
    expect([name, value]).toEqual([name, expect.closeTo(counted[name], 9)])
    const cell = new RegExp(`<th scope="row">${escaped(name)}(?!\\w).*?data-label="Value">(?:<b>)?([^<]*)<`, 's').exec(
      page,
    )?.[1]
    if (cell !== undefined) expectPrinted(cell, counted[name])
  }
}

/** Terminal, and where no row is suppressed the report too: each figure stands beside its name. */
function agreeInPrint(terminal: string, { report, ...result }: RunResult, { rows, metrics, risk }: Recounted): void {
  const line = (name: string) => new RegExp(`^ {2}${name} +(.*)$`, 'm').exec(terminal)?.[1] ?? ''
  const [read, suppressed] = line('rows').match(/[\d,]+(?= read| suppressed)/g) ?? []
  expectPrinted(read, rows.read)
  expectPrinted(suppressed, rows.suppressed)
  const [classes, smallest, combinations] = line('classes').match(/[\d,]*\d/g) ?? []
  expectPrinted(classes, rows.classes)
  expectPrinted(smallest, rows.smallestClass)
  expectPrinted(combinations, rows.combinations)
  const utility = line('utility').split(' · ')
  expect(utility.length).toBeGreaterThanOrEqual(7)
  for (const part of utility) {
    const [, name, figure] = /^(.*) (\S+)$/.exec(part) as RegExpExecArray
    if (name !== 'missing-cells') expectPrinted(figure, metrics[name])
  }
  for (const part of line('risk').split(' · ')) {
    const [name, before, , after] = part.split(' ')
    expectPrinted(before, risk.before[name])
    expectPrinted(after, risk.after[name])
  }
  if (rows.suppressed > 0) return
  const page = readFileSync(report as string, 'utf8')
  const cell = (name: string, label: string) =>
    new RegExp(
      `<th scope="row">(?:[^<]*<small>)?${escaped(name)}(?!\\w).*?data-label="${label}">(?:<b>)?([^<]*)<`,
      's',
    ).exec(page)?.[1]
  for (const name of Object.keys(metrics).filter((one) => !(one in risk.after))) {
    const printed = cell(name, 'Value')
    if (printed !== undefined) expectPrinted(printed, metrics[name])
    else expect(['CM (income)', 'CM (left)', 'RM']).toContain(name)
  }
  // Of a decision per class the file alone knows who is in which class: its attribute risks stand in a section of their own.
  for (const name of Object.keys(result.risk?.after ?? {})) {
    expectPrinted(cell(name, 'Before') ?? '', risk.before[name])
    expectPrinted(cell(name, 'After') ?? '', risk.after[name])
  }
}
