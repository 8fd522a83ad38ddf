/** Confines the studio to one folder: every path from a page must be inside, also after following links. */
import { existsSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { userError } from '../../src/ground/errors.ts'

/** The absolute path of a file inside the folder; it need not exist. */
export function pathInside(folder: string, path: string): string {
  const wanted = resolve(folder, path)
  if (path.includes('\0') || !lies(folder, wanted) || !lies(folder, realPath(wanted)))
    throw userError('file', path)`"${path}" lies outside the folder that the studio was started in (${folder}); start
      the studio where the file is, or drop the file on the page`
  return wanted
}

/** The path relative to the folder, with forward slashes. */
export function pathFrom(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/')
}

function lies(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
}

/** Resolves links as far as the path exists. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const parent = dirname(path)
  return parent === path ? path : resolve(realPath(parent), path.slice(parent.length).replace(/^[/\\]+/, ''))
}
