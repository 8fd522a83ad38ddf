import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

function loadedBy(script: string): string[] {
  const tell =
    'console.log(JSON.stringify(Object.keys(createRequire(import.meta.url).cache).filter((file) => ' +
    "file.includes('duckdb'))))"
  const run = spawnSync(
    process.execPath,
    [
      '--import',
      'tsx',
      '--input-type=module',
      '--eval',
      `import { createRequire } from 'node:module'\n${script}\n${tell}`,
    ],
    { encoding: 'utf8', cwd: fileURLToPath(new URL('../../..', import.meta.url)) },
  )
  if (run.status !== 0) throw new Error(run.stderr)
  return JSON.parse(run.stdout)
}

describe('duckdbLibrary()', () => {
  it('is not loaded by importing Halftone, only by opening an engine', () => {
    // As strings: the test compiler would rewrite real imports.
    const [library, engine] = ['./src/index.ts', './src/engines/duckdb/duckdb-engine.ts']
    expect(loadedBy(`await import('${library}')`)).toEqual([])
    const opening = `const { openDuckDB } = await import('${engine}')
await (await openDuckDB()).close()`
    expect(loadedBy(opening)).not.toEqual([])
  })
})
