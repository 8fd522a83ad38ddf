/** After tsc: files that are not TypeScript go where their importers look for them, and the command becomes executable. */
import { chmodSync, copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.wasm')) continue
  const target = join('dist', 'src', file)
  mkdirSync(dirname(target), { recursive: true })
  copyFileSync(join('src', file), target)
}
chmodSync('dist/cli/halftone.js', 0o755)
// Vite makes them anew.
rmSync('dist/studio/client', { recursive: true, force: true })
