/**
 * Compiles the AssemblyScript kernels: every `*.as.ts` under src/ that no other one imports becomes a `.wasm` beside
 * it, if out of date.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.as.ts'))
  .map((name) => join('src', name))
const texts = sources.map((source) => readFileSync(source, 'utf8'))
const newest = Math.max(0, ...sources.map((source) => statSync(source).mtimeMs))

for (const source of sources) {
  // AssemblyScript imports omit the extension.
  const name = basename(source, '.ts')
  if (texts.some((text) => text.includes(`/${name}'`) || text.includes(`/${name}"`))) continue
  const target = source.replace(/\.as\.ts$/, '.wasm')
  if (existsSync(target) && statSync(target).mtimeMs > newest) continue
  const flags = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd']
  const compiler = join('node_modules', 'assemblyscript', 'bin', 'asc.js')
  const run = spawnSync(process.execPath, [compiler, source, '--outFile', target, ...flags], { stdio: 'inherit' })
  if (run.status !== 0) process.exit(run.status ?? 1)
}
