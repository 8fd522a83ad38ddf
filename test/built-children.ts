/**
 * Workers and child processes of a test are those of the built command, where it is newer than every source: from TypeScript each of them
 * would first compile the whole library (more than a second). The places that start them are changed while they are loaded.
 */
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { builtCommand, builtIsFresh } from './command.ts'

const root = join(import.meta.dirname, '..')
const built = JSON.stringify(pathToFileURL(builtCommand).href)

export function builtChildren() {
  return {
    name: 'workers and child processes are the built ones',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      const [file = ''] = id.split('?')
      const path = relative(root, file).replaceAll('\\', '/')
      if (!/^(src|studio\/server)\/.*(?<!\.test)\.ts$/.test(path)) return null
      if (!code.includes('siblingModule(') || !builtIsFresh()) return null
      // The two entries also load work that only tests have, which is not built.
      const work = { 'src/workers/pool.ts': 'workerData.module', 'src/workers/child-process.ts': 'module.href' }[path]
      const place = work === undefined ? built : `(${work}.endsWith('.ts') ? import.meta.url : ${built})`
      return {
        code: code.replaceAll(/siblingModule\(('[^']+'), import\.meta\.url\)/g, `siblingModule($1, ${place})`),
        map: null,
      }
    },
  }
}
