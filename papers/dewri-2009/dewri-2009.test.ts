/** The study files of this folder: all of them can be planned, and a short one finds what the digest has. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as yaml from 'yaml'
import { planStudy, readStudy, runStudy } from '../../src/workbench.ts'
import { adult } from '../../test/adult.ts'
import { copyWithDataPaths } from '../../test/data.ts'
import { needs } from '../../test/needs.ts'
import { efficiencyTable, REFERENCE } from './read-results.ts'

describe('Dewri et al. 2009 as studies', needs(adult), () => {
  let room = ''
  beforeAll(() => {
    room = mkdtempSync(join(tmpdir(), 'halftone-dewri-'))
    copyWithDataPaths(import.meta.dirname, room)
  })
  afterAll(() => rmSync(room, { recursive: true, force: true }))
  const here = (name: string) => join(room, `${name}.study.yaml`)

  test.each([
    ['efficiency', 60],
    ['population', 15],
    ['weights', 15],
    ['bias', 18],
  ])('%s.study.yaml has %d runs, all of which can be planned', (name, runs) => {
    const plan = readStudy(here(name))
    expect(plan.runs).toHaveLength(runs)
    expect(new Set(plan.runs.map(({ algorithm }) => algorithm))).toEqual(new Set(['pareto']))
  })

  test('quick.study.yaml: 13,321 combinations, 105 bits, and the reference at k = 50 and 100', async () => {
    const folder = join(room, 'out')
    const study = yaml.parse(readFileSync(here('quick'), 'utf8'))
    const plan = planStudy({ ...study, output: { folder } }, here('quick'))
    const { rows, files } = await runStudy(plan, { threads: 2 })
    const runs = rows.filter(({ point }) => point === undefined)
    for (const row of runs) {
      expect([row.rows, row.missing, row.combinations, row.suppressed]).toEqual([32_561, 2399, 13_321, 0])
      const [NWP, NECD, k] = REFERENCE[row.k as number]
      expect([row.metrics['NWP'].toFixed(4), row.metrics['NECD'].toFixed(4), row.smallestClass]).toEqual([
        NWP.toFixed(4),
        NECD.toFixed(4),
        k,
      ])
    }
    expect(readFileSync(files?.results as string, 'utf8')).toMatch(/detail bits/)
    expect(JSON.parse(readFileSync(join(folder, 'runs', '1', 'result.json'), 'utf8')).details.bits).toBe(105)
    // Fewer points are feasible as k grows, and their effective k is above the one asked for.
    const fronts = [50, 100].map((k) => rows.filter((row) => row.k === k && row.point !== undefined))
    expect(fronts[0].length).toBeGreaterThan(fronts[1].length)
    for (const { smallestClass, k } of fronts.flat()) expect(smallestClass).toBeGreaterThanOrEqual(k as number)
    expect(efficiencyTable({ rows }).map((line) => line.at(-1))).toEqual(['reference is', 'met', 'met'])
    expect(existsSync(join(folder, 'report.html'))).toBe(true)
  })
})
