/** After tsc: what was built from sources that are no more is removed, so that it is not packed. */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

for (const folder of ['src', join('studio', 'server')]) {
  for (const file of readdirSync(join('dist', folder), { recursive: true, encoding: 'utf8' })) {
    const source = join(folder, file).replace(/(\.d\.ts|\.js)$/, '.ts')
    if (/\.(js|ts|wasm|txt)$/.test(file) && !existsSync(source) && !existsSync(join(folder, file)))
      rmSync(join('dist', folder, file))
  }
}
// Vite makes them anew.
rmSync('dist/studio/client', { recursive: true, force: true })
