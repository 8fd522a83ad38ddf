import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsToCsv } from '../report/study/row-table.ts'
import type { StudyRow } from '../report/study/study-row.ts'
import { drawStudyRows } from './draw-rows.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'halftone-draw-rows-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const row = (run: string, k: number): StudyRow => ({
  run,
  settings: { 'privacy.k': k },
  data: 'people.csv',
  kind: 'columns',
  algorithm: 'lattice',
  k,
  seed: 1,
  outcome: 'found',
  metrics: { LM: k / 100 },
  risks: { prosecutor: 1 / k },
})

const draw = (text: string) => {
  const file = join(folder, 'rows.csv')
  writeFileSync(file, text)
  return drawStudyRows({ file, force: true })
}

describe('drawStudyRows({ file })', () => {
  it('writes the report beside the file', async () => {
    const { report, file } = await draw(rowsToCsv([row('1', 5), row('2', 10)]))
    expect(report.maps[0].points).toHaveLength(2)
    expect(file).toBe(join(folder, 'rows.html'))
    expect(existsSync(file)).toBe(true)
  })

  it.each([
    ['no rows', [], /has no row; there is nothing to draw/],
    ['the rows of two studies', [row('1', 5), row('2', 10), row('1', 20)], /has the run 1 twice, in rows 1 and 3/],
  ])('refuses %s, and writes nothing', async (_, rows, message) => {
    rmSync(join(folder, 'rows.html'), { force: true })
    await expect(draw(rowsToCsv(rows))).rejects.toThrow(message)
    expect(existsSync(join(folder, 'rows.html'))).toBe(false)
  })
})
