/** Compiles every `*.as.ts` (AssemblyScript) under src/ to the `.wasm` beside it, unless that is newer than its source. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.as.ts')) continue
  const source = join('src', name)
  const target = source.replace(/\.as\.ts$/, '.wasm')
  if (existsSync(target) && statSync(target).mtimeMs > statSync(source).mtimeMs) continue
  const flags = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd']
  const compiler = join('node_modules', 'assemblyscript', 'bin', 'asc.js')
  const { status } = spawnSync(process.execPath, [compiler, source, '--outFile', target, ...flags], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
