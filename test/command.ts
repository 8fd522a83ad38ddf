/**
 * The words after `node` that start the command line: what was built, where that is newer than every source, which starts in a fifth of
 * the time (test/prepare.ts sees to it); else the source itself.
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
export const builtCommand = join(root, 'dist', 'cli', 'halftone.js')
let fresh = false

export function halftoneCommand(): readonly string[] {
  return builtIsFresh()
    ? [builtCommand]
    : ['--import', join(root, 'node_modules', 'tsx', 'dist', 'esm', 'index.mjs'), join(root, 'cli', 'halftone.ts')]
}

/** Once it is, it stays so while tests run. */
export function builtIsFresh(): boolean {
  fresh ||= isFresh()
  return fresh
}

function isFresh(): boolean {
  if (!existsSync(builtCommand)) return false
  const { mtimeMs } = statSync(builtCommand)
  return ['src', 'cli', join('studio', 'server')].every((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.ts$|\.wasm$|\.bundle\.js$|\.txt$/.test(name))
      .every((name) => statSync(join(root, folder, name)).mtimeMs < mtimeMs),
  )
}
