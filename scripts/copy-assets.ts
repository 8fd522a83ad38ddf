/**
 * After tsc: files that are not TypeScript go where their importers look for them, the command becomes executable, and what was built from
 * sources that are no more is removed, so that it is not packed.
 */
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
  if (!/\.(wasm|bundle\.js)$/.test(file)) continue
  const target = join('dist', 'src', file)
  mkdirSync(dirname(target), { recursive: true })
  copyFileSync(join('src', file), target)
}
for (const folder of ['src', 'cli', join('studio', 'server')]) {
  for (const file of readdirSync(join('dist', folder), { recursive: true, encoding: 'utf8' })) {
    const source = join(folder, file).replace(/(\.d\.ts|\.js)$/, '.ts')
    if (/\.(js|ts|wasm)$/.test(file) && !existsSync(source) && !existsSync(join(folder, file)))
      rmSync(join('dist', folder, file))
  }
}
chmodSync('dist/cli/halftone.js', 0o755)
// Vite makes them anew.
rmSync('dist/studio/client', { recursive: true, force: true })
