/**
 * The words after `node` that start the command line: what was built, where that is newer than every source (after `npm test` has built
 * it), which starts in a third of the time; else the source itself.
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
let words: readonly string[] | undefined

export function halftoneCommand(): readonly string[] {
  words ??= builtIsFresh()
    ? [built]
    : ['--import', join(root, 'node_modules', 'tsx', 'dist', 'esm', 'index.mjs'), join(root, 'cli', 'halftone.ts')]
  return words
}

const built = join(root, 'dist', 'cli', 'halftone.js')

function builtIsFresh(): boolean {
  // The pages of the studio are built last.
  const last = join(root, 'dist', 'studio', 'client', 'index.html')
  if (!existsSync(built) || !existsSync(last)) return false
  const { mtimeMs } = statSync(last)
  return ['src', 'cli', join('studio', 'server')].every((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.ts$/.test(name))
      .every((name) => statSync(join(root, folder, name)).mtimeMs < mtimeMs),
  )
}
