/** The examples run, and say what they promise. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'

/** What an example prints, run in this process: a process for each would first compile the whole library. */
async function run(example: string, ...words: string[]): Promise<string> {
  let printed = ''
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => {
    printed += `${line}\n`
  })
  const before = process.argv
  process.argv = [process.execPath, `examples/${example}.ts`, ...words]
  try {
    await import(`../examples/${example}.ts`)
  } finally {
    process.argv = before
    log.mockRestore()
  }
  return printed
}

/** What an example prints that works in a folder of its own. */
async function runInFolder(example: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'halftone-example-'))
  try {
    return await run(example, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

it('examples/anonymize-a-table.ts ends with a verified release', async () => {
  expect(await runInFolder('anonymize-a-table')).toMatch(/^found, holds: LM 0\.\d+, \d+ of 2000 rows suppressed\n$/)
})

it('examples/rows-in-code.ts prints the first released row', async () => {
  expect(await run('rows-in-code')).toMatch(
    /^200 rows, green, LM 0\.\d+\n\{"age":"(≤ \d+|\[.*\])","city":.*"spent":\d+\}\n$/,
  )
})

it('examples/baskets.ts ends with a verified release and less risk', async () => {
  expect(await runInFolder('baskets')).toMatch(/^holds: NCP 0\.\d+, ARE \d+\.\d+\nrisk 1 before, 0\.\d+ after\n$/)
})

it('examples/check-a-file.ts tells the risk of the raw file, and finds witnesses where k is too large', async () => {
  expect(await runInFolder('check-a-file')).toMatch(
    /^raw: 1\d{3} of 2000 rows are .*\nrelease, k = 10: holds, 0 witnesses\nrelease, k = 1000: broken, 10 witnesses\n$/,
  )
})

it('examples/next-month.ts tells what an old recoding costs', async () => {
  const [, reused, fresh] = /^holds: LM (0\.\d+), anew (0\.\d+)\n$/.exec(await runInFolder('next-month')) ?? []
  expect(Number(reused)).toBeGreaterThanOrEqual(Number(fresh))
})

it('examples/search-a-frequency-table.ts finds the best intervals', async () => {
  // 21–22 has three rows, 23 too, 38–39 four; 61 alone is suppressed: (3 · 1/40 + 4 · 1/40 + 1) / 11.
  const loss = (3 * (1 / 40) + 4 * (1 / 40) + 1) / 11
  expect(await run('search-a-frequency-table')).toBe(`[21,22] 23 [38,39] 61: LM ${loss.toFixed(4)}\n`)
})

it('examples/study.ts ends with the knee of a curve and its release', async () => {
  expect(await runInFolder('study')).toMatch(
    /^4 runs; the knee is run \d at k \d+: risk 0\.\d+, 1 − LM 0\.\d+\nholds: .*release\.csv\n$/,
  )
})

it('examples/README.md names every example', () => {
  const programs = readdirSync('examples').filter((name) => name.endsWith('.ts'))
  const page = readFileSync('examples/README.md', 'utf8')
  expect(programs.filter((name) => !page.includes(`(${name})`))).toEqual([])
})
