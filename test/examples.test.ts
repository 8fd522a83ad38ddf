/** The examples run, and say what they promise. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

function run(example: string, ...words: string[]): string {
  return execFileSync(process.execPath, ['--import', 'tsx', `examples/${example}.ts`, ...words], { encoding: 'utf8' })
}

it('examples/anonymize-a-table.ts ends with a verified release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halftone-example-'))
  try {
    expect(run('anonymize-a-table', folder)).toMatch(/^found, holds: LM 0\.\d+, \d+ of 2000 rows suppressed\n$/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it('examples/search-a-frequency-table.ts finds the best intervals', () => {
  // 21–22 has three rows, 23 too, 38–39 four; 61 alone is suppressed: (3 · 1/40 + 4 · 1/40 + 1) / 11.
  const loss = (3 * (1 / 40) + 4 * (1 / 40) + 1) / 11
  expect(run('search-a-frequency-table')).toBe(`[21,22] 23 [38,39] 61: LM ${loss.toFixed(4)}\n`)
})

it('examples/study.ts ends with the knee of a curve and its release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halftone-example-'))
  try {
    expect(run('study', folder)).toMatch(
      /^4 runs; the knee is run \d at k \d+: risk 0\.\d+, 1 − LM 0\.\d+\nholds: .*release\.csv\n$/,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
