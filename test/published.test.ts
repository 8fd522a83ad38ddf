/** What we publish is what the code says: the JSON Schemas, and the package as a user installs it. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jobJsonSchema, studyJsonSchema } from '../src/index.ts'

describe.each([
  ['docs/job.schema.json', jobJsonSchema],
  ['docs/study.schema.json', studyJsonSchema],
])('%s', (file, schema) => {
  it('is what the schema says; npx tsx scripts/write-schema.ts writes it', () => {
    expect(readFileSync(file, 'utf8')).toBe(schema())
  })
})

describe('the packed tarball', () => {
  it('installs into an empty folder, and its halftone works there', async () => {
    if (!existsSync('dist/cli/halftone.js')) throw new Error('the package is not built; run npm run build, or npm test')
    const folder = mkdtempSync(join(tmpdir(), 'halftone-packed-'))
    try {
      const quiet = { encoding: 'utf8' as const, stdio: ['ignore', 'pipe', 'pipe'] as ('ignore' | 'pipe')[] }
      const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
      const packed = JSON.parse(
        execFileSync(npm, ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], quiet),
      )
      const [{ filename, files }] = packed as [{ filename: string; files: { path: string }[] }]
      const paths = files.map(({ path }) => path)
      expect(paths).toContain('dist/src/frequency/kernel.wasm')
      expect(paths).toContain('dist/studio/client/index.html')
      expect(paths.filter((path) => /\.test\.|^(src|test|bench)\//.test(path))).toEqual([])

      execFileSync(npm, ['init', '-y'], { ...quiet, cwd: folder })
      execFileSync(
        npm,
        ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', resolve(folder, filename)],
        { ...quiet, cwd: folder },
      )
      const halftone = (...words: string[]) =>
        execFileSync(
          process.execPath,
          [join(folder, 'node_modules', 'halftone', 'dist', 'cli', 'halftone.js'), ...words],
          { ...quiet, cwd: folder },
        )
      expect(existsSync(join(folder, 'node_modules', '.bin', 'halftone'))).toBe(true)
      halftone('sample', 'census', '--rows', '2000', '--output', 'census')
      const result = JSON.parse(halftone('run', 'census/job.yaml', '--json'))
      expect(result).toMatchObject({ outcome: 'found', rows: 2000, verification: { verdict: 'holds' } })
      expect(existsSync(join(folder, 'census', 'out', 'report.html'))).toBe(true)
      await expectStudio(join(folder, 'node_modules', 'halftone', 'dist', 'cli', 'halftone.js'), folder)
      const program = "import { allMetrics } from 'halftone'; console.log(allMetrics.length)"
      expect(
        Number(execFileSync(process.execPath, ['--input-type=module', '-e', program], { ...quiet, cwd: folder })),
      ).toBeGreaterThan(5)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }, 240_000)
})

/** The studio starts, serves its page to whoever has the token, and ends with Ctrl-C. */
async function expectStudio(halftone: string, cwd: string): Promise<void> {
  const child = spawn(process.execPath, [halftone, 'studio', '--no-open', '--json'], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  try {
    const line = await new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(String(text))))
    const { url } = JSON.parse(line) as { url: string }
    const page = await fetch(url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<title>Halftone studio</title>')
    expect((await fetch(new URL('/', url))).status).toBe(403)
  } finally {
    child.kill('SIGINT')
  }
  expect(await ended).toBe(0)
}
