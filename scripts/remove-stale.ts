/** After tsc: removes outputs whose source is gone, so that they are not packed. */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

for (const folder of ['src', join('studio', 'server')]) {
  for (const file of readdirSync(join('dist', folder), { recursive: true, encoding: 'utf8' })) {
    const source = join(folder, file).replace(/(\.d\.ts|\.js)$/, '.ts')
    if (/\.(js|ts|wasm|txt|css|yaml|json|proto)$/.test(file) && !existsSync(source) && !existsSync(join(folder, file)))
      rmSync(join('dist', folder, file))
  }
}
// Vite rebuilds them.
rmSync('dist/studio/client', { recursive: true, force: true })
