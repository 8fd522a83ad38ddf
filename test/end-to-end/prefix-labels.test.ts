/** Labels of short codes: the root keeps its name, and stars fill up to the longest released code wherever a release is read again. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { halftone, inFolder, readRelease, runJob } from './workshop.ts'

const prefix = { role: 'quasi-identifier', type: 'prefix' }

function files(rows: readonly string[], more: object) {
  const job = {
    version: 1,
    data: { source: 'table.csv' },
    output: { release: 'out/release.csv', report: 'out/report.html', tidy: 'out/tidy.csv' },
    ...more,
  }
  return { 'table.csv': `${rows.join('\n')}\n`, 'job.yaml': JSON.stringify(job) }
}

const searches = ['lattice', 'genetic', 'bottom-up', 'top-down', 'pareto', 'boxes', 'mondrian', 'k-optimize']

describe('a root is never cut', () => {
  it.each(
    searches.flatMap((name) =>
      [
        ['a', 'b', 'c', 'd'],
        ['11', '22', '33', '44'],
      ].map((codes) => ({ name, codes })),
    ),
  )('$name, codes $codes', ({ name, codes }) =>
    inFolder(
      files(['code', ...codes, ...codes.slice(0, 2)], {
        columns: { code: prefix },
        privacy: { k: 6, 'suppression-limit': 0 },
        algorithm: name,
        goal: name === 'k-optimize' ? { metric: 'DM' } : 'general',
      }),
      async (folder) => {
        expect((await runJob(folder)).outcome).toBe('found')
        const labels = new Set(readRelease(join(folder, 'out/release.csv')).map(({ code }) => code))
        expect([...labels]).toEqual(['ANY'])
        expect(readFileSync(join(folder, 'out/report.html'), 'utf8')).toContain('ANY')
      },
    ),
  )
})

/** Four-character codes, twelve rows; the only longer one is alone with `y`. */
const codes = ['1011', '1012', '1110', '1111'].flatMap((code) => Array<string>(3).fill(`${code},x`))
const columns = { code: prefix, other: { role: 'quasi-identifier', order: ['x', 'y'] } }
const search = { name: 'genetic', population: 40, iterations: 400 }
const privacy = { k: 4, ends: 'exact', 'suppression-limit': 0.1 }

test('queries are answered by a release whose longest code is in a suppressed row', () =>
  inFolder(
    files(['code,other', ...codes, '10195555,y'], {
      columns,
      privacy,
      algorithm: search,
      utility: { workload: { count: 20 } },
    }),
    async (folder) => {
      const result = await runJob(folder)
      expect([result.outcome, result.suppressed]).toEqual(['found', 1])
      expect(readRelease(join(folder, 'out/release.csv')).some(({ code }) => /^\d+\*+$/.test(code))).toBe(true)
      const { code, stderr } = await halftone(folder, ['evaluate', 'out/release.csv', '--job', 'job.yaml'])
      expect([code, stderr]).toEqual([0, stderr])
    },
  ))

test('the tidy form names prefixes as the release does, missing codes or not', () =>
  inFolder(
    files(['code,other', ...codes, '10195555,y', ',x', ',x', ',x', ',x'], {
      data: { source: 'table.csv', missing: 'category' },
      columns,
      privacy,
      algorithm: search,
    }),
    async (folder) => {
      expect((await runJob(folder)).suppressed).toBe(1)
      const [release, tidy] = ['release', 'tidy'].map((name) => readRelease(join(folder, `out/${name}.csv`)))
      const shown = new Set(release.map(({ code }) => code))
      expect([...shown].some((code) => /^\d+\*+$/.test(code))).toBe(true)
      release.forEach(({ code }, row) => {
        const parts = Object.entries(tidy[row]).flatMap(([name, text]) => (/^code_/.test(name) && text ? [text] : []))
        if (code.endsWith('*') && code !== '*') expect(parts.at(-1)).toBe(code)
      })
    },
  ))
