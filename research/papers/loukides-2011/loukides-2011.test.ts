/**
 * Compares the studies of this folder with values on which two independent programs agree. The suite runs one of
 * thirteen k, the knee; `npm run test:thorough research/papers/loukides-2011` runs all of them, and apriori.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { kneeAngle, kneeKneedle, kneeOnCurve, kneeZhao } from '../../../src/report/study/knees.ts'
import { ruMap } from '../../../src/report/study/ru-map.ts'
import type { StudyRow } from '../../../src/report/study/study-row.ts'
import { planStudy } from '../../../src/study/plan-study.ts'
import { run } from '../../../src/study/run-job.ts'
import { runStudy } from '../../../src/study/run-study.ts'
import type { Study } from '../../../src/study/study-schema.ts'
import { copyWithDataPaths, data } from '../../../test/data.ts'
import { webView } from '../../../test/example-rows.ts'
import { needs } from '../../../test/needs.ts'
import { thorough } from '../../../test/thorough.ts'
import { type VisitsRequest, writeVisits } from './visits.ts'

const here = fileURLToPath(new URL('./', import.meta.url))

const expected: typeof webView = {
  coat: webView['coat'],
  pcta: webView['pcta merge=progress'],
  'apriori lift=set': webView['apriori'],
}
const grid = Object.keys(expected['coat']).map(Number)

let room = ''
beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'halftone-loukides-'))
  copyWithDataPaths(here, room)
})
afterAll(async () => {
  await rm(room, { recursive: true })
})

/** Runs a study of this folder in this process, with part of its grid replaced. */
async function runRows(name: string, replaced: NonNullable<Study['grid']>): Promise<readonly StudyRow[]> {
  const study = parse(readFileSync(join(here, name), 'utf8')) as Study
  const plan = planStudy(
    { ...study, grid: { ...study.grid, ...replaced }, output: { folder: join(room, 'out', name) } },
    join(room, name),
  )
  const { rows } = await runStudy(plan, {
    execute: async (request, context) => ({
      result: await run(request, { ...context, keepBest: () => false }),
      peakMemory: 0,
    }),
  })
  return rows
}

const smallestSupport = (row: StudyRow) => 1 / row.risks['smallest-support']

describe('bms-webview-2.study.yaml', () => {
  it('asks for k² with 13 values of k, of apriori in both forms, coat and pcta', () => {
    const { grid: axes } = parse(readFileSync(join(here, 'bms-webview-2.study.yaml'), 'utf8')) as Study
    expect(axes?.['privacy.km.k']).toEqual(grid)
    expect(axes?.['algorithm']).toEqual([
      { name: 'apriori', lift: 'set' },
      { name: 'apriori' },
      { name: 'coat' },
      { name: 'pcta' },
    ])
  })

  it('gives the smallest support and ARE that were counted elsewhere', {
    timeout: thorough ? 1_800_000 : 600_000,
    ...needs(data('bms-webview-2')),
  }, async () => {
    const rows = await runRows('bms-webview-2.study.yaml', {
      algorithm: [
        { name: 'coat' },
        { name: 'pcta' },
        ...(thorough ? [{ name: 'apriori', lift: 'set' }, { name: 'apriori' }] : []),
      ],
      'privacy.km.k': thorough ? grid : [10],
      // They were counted with the estimate of §2.4.
      'utility.estimator': ['uniform-nonempty'],
    })
    expect(rows.length).toBe(thorough ? 52 : 2)
    for (const row of rows) {
      expect(row.error).toBeUndefined()
      expect(row.metrics['suppressed-items']).toBe(0)
      expect(smallestSupport(row)).toBeGreaterThanOrEqual(row.k! * (1 - 1e-12))
      const golden = expected[String(row.settings['algorithm'])]?.[row.k!]
      if (golden === undefined) continue
      expect(smallestSupport(row)).toBeCloseTo(golden[0], 9)
      expect(row.metrics['ARE']).toBeCloseTo(golden[1], 3)
    }
    if (!thorough) return
    const map = ruMap(rows, { ceiling: 0.2 })
    const byName = new Map(map.curves.map((curve) => [curve.name, curve]))
    for (const name of ['coat', 'pcta', 'apriori']) {
      expect(byName.get(name)?.knees.angle?.k).toBe(10)
      expect(byName.get(name)?.knees.kneedle?.k).toBe(10)
    }
    const best = rows.find((row) => row.run === map.best)
    expect([best?.algorithm, best?.k]).toEqual(['pcta', 5])
  })
})

function rowAt(algorithm: string, k: number, { utility, risk }: { utility: number; risk: number }): StudyRow {
  const figures = { metrics: { ARE: 1 / utility }, risks: { 'smallest-support': risk } }
  return {
    run: String(k),
    settings: {},
    data: 'bms',
    kind: 'items',
    algorithm,
    k,
    seed: 1,
    outcome: 'found',
    ...figures,
  }
}

describe('knees of BMS-WebView-2', () => {
  it.each(['coat', 'pcta'])('%s: k = 10 by angle and by Kneedle, k = 3 by the literal method of Zhao', (name) => {
    const points = grid.map((k) => ({ utility: 1 / expected[name][k][1], risk: 1 / expected[name][k][0] }))
    expect(grid[kneeAngle(points)!.index]).toBe(10)
    expect(grid[kneeKneedle(points)!.index]).toBe(10)
    // Zhao's method: normalized risk along the curve without the dominated point, ascending by utility.
    const curve = kneeAngle(points)!.curve
    expect(curve.map((place) => grid[place]).sort((a, b) => a - b)).toEqual(grid.filter((k) => k !== 8))
    const risks = curve.map((place) => points[place].risk)
    const [low, high] = [Math.min(...risks), Math.max(...risks)]
    const knee = kneeZhao(risks.map((risk) => (risk - low) / (high - low)))!
    expect(grid[curve[knee.index]]).toBe(3)
    expect(kneeOnCurve(points)).toEqual({ index: curve[knee.index] })
    const rows = grid.map((k, i) => rowAt(name, k, points[i]))
    expect(
      [undefined, 'zhao' as const].map((method) => ruMap(rows, { knee: method }).curves[0].knees.angle?.k),
    ).toEqual([10, 3])
  })
})

describe('visits.study.yaml, visits-few-codes.study.yaml, visits-groups.study.yaml', () => {
  const made = async (jobFile: string, request: Omit<VisitsRequest, 'seed'>) => {
    const folder = join(room, jobFile)
    await writeVisits(folder, { ...request, seed: 1 })
    return (keys: Record<string, unknown>) => ({
      sample: {
        made: {
          'data.source': join(folder, 'patients.txt'),
          'columns.codes.taxonomy': join(folder, 'codes.json'),
          'privacy.constraints': join(folder, 'policy.txt'),
          ...keys,
        },
      },
    })
  }

  it('COAT meets the single-visit policy without suppression, and is less useful at a larger k', async () => {
    const onSample = await made('few', { patients: 400, codes: 120 })
    for (const study of ['visits.study.yaml', 'visits-few-codes.study.yaml']) {
      const rows = await runRows(study, { ...onSample({}), 'privacy.k': [2, 20] })
      expect(rows.map(({ outcome }) => outcome)).toEqual(['found', 'found'])
      expect(rows.map((row) => row.metrics['suppressed-items'])).toEqual([0, 0])
      expect(smallestSupport(rows[0])).toBeGreaterThanOrEqual(2)
      expect(smallestSupport(rows[1])).toBeGreaterThanOrEqual(20 - 1e-9)
      expect(rows[1].metrics['ARE']).toBeGreaterThan(rows[0].metrics['ARE'])
    }
  })

  it('narrower groups have to be paid for by suppression', async () => {
    const onSample = await made('groups', { patients: 400, codes: 120 })
    const rows = await runRows('visits-groups.study.yaml', {
      together: {
        any: {},
        'three characters': {
          'utility.constraints': join(room, 'groups', 'groups.txt'),
          'privacy.suppression-limit': 1,
        },
      },
      ...onSample({}),
      'privacy.k': [10],
    })
    expect(rows.map(({ outcome }) => outcome)).toEqual(['found', 'found'])
    expect(rows[0].metrics['suppressed-items']).toBe(0)
    expect(rows[1].metrics['suppressed-items']).toBeGreaterThan(0.1)
    expect(rows[1].metrics['NCP']).toBeGreaterThan(rows[0].metrics['NCP'])
  })
})
