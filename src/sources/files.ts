/** Finds the files of a source: a path, a list of paths, or a glob with `*` and `?` in any part of the path. */
import { type BigIntStats, existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, parse, relative, resolve, sep } from 'node:path'
import { databases } from '../engines/index.ts'
import { listedNames, userError } from '../ground/errors.ts'
import { tableFormats } from './formats/index.ts'
import { findPlace, places } from './places/index.ts'

const wrongFile = userError('file', 'data.source')

/** Absolute paths, sorted within each glob. A file named twice, also by a link, is read once: nobody counts twice. */
export function findFiles(source: string | readonly string[], base: string): string[] {
  const found = (typeof source === 'string' ? [source] : source).flatMap((pattern) => {
    refuseAddress(pattern)
    const path = resolve(base, pattern)
    return isGlob(path) && !existsSync(path) ? matchGlob(path, pattern) : [checkFile(path, pattern)]
  })
  return different(found)
}

function different(paths: readonly string[]): string[] {
  const identities = new Set<string>()
  return paths.filter((path) => {
    const stats = statIfThere(path)
    if (stats === undefined) return false
    const { dev, ino } = stats
    const identity = ino === 0n ? realpathSync(path) : `${dev} ${ino}`
    return !identities.has(identity) && identities.add(identity)
  })
}

export function statIfThere(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true })
  } catch {
    return undefined
  }
}

function refuseAddress(source: string): void {
  if (/^[a-z0-9]+:\/\//i.test(source) || findPlace(source) !== undefined)
    throw wrongFile`source "${source}" is an address that cannot be read here; ${readable()}: export the table`
}

function readable(): string {
  const schemes = [...databases, ...places].map(({ schemes: [scheme] }) => `${scheme}:`)
  return `a job reads files (${tableFormats()}), and ${schemes.join(', ')}`
}

function isGlob(path: string): boolean {
  return /[*?]/.test(path)
}

function checkFile(path: string, named: string): string {
  if (!existsSync(path)) {
    const there = readableEntries(dirname(path)).filter((name) => !name.startsWith('.'))
    const near = existsSync(dirname(path))
      ? `; its folder has ${there.length === 0 ? 'no files' : listedNames(there, 5)}`
      : `; there is no folder ${dirname(path)}`
    throw wrongFile`no such file: "${named}" (looked for ${path})${near}`
  }
  const stats = statSync(path)
  if (!stats.isFile())
    throw wrongFile`"${named}" is not a file; name a file, or a glob such as "${join(named, '*.csv')}"`
  if (stats.size === 0) throw wrongFile`"${named}" is empty; a table needs a header line and at least one row`
  return path
}

function matchGlob(path: string, named: string): string[] {
  const { root } = parse(path)
  let found = [root]
  for (const part of path.slice(root.length).split(sep)) {
    found = isGlob(part)
      ? // Circular links would give more paths with every part.
        different(
          found
            .flatMap((folder) =>
              readableEntries(folder)
                .filter((entry) => matches(part, entry))
                .map((entry) => join(folder, entry)),
            )
            .sort(),
        )
      : found.map((folder) => join(folder, part)).filter((candidate) => existsSync(candidate))
  }
  const files = found.filter((file) => statIfThere(file)?.isFile()).sort()
  if (files.length === 0) throw wrongFile`no file fits "${named}"; see whether the path and the * in it are right`
  return files.map((file) => checkFile(file, file))
}

function readableEntries(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Matches the whole name. Only the last `*` backtracks, so the cost is at most pattern × name. */
function matches(pattern: string, name: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false
  const [wanted, letters] = [Array.from(pattern), Array.from(name)]
  let [at, place] = [0, 0]
  let star: { readonly at: number; taken: number } | undefined
  while (place < letters.length) {
    if (wanted[at] === '*') star = { at: at++, taken: place }
    else if (wanted[at] === '?' || wanted[at] === letters[place]) [at, place] = [at + 1, place + 1]
    else if (star === undefined) return false
    else [at, place] = [star.at + 1, ++star.taken]
  }
  return wanted.slice(at).every((letter) => letter === '*')
}

export function displayName(files: readonly string[]): string {
  return files.length === 1 ? basename(files[0]) : `${basename(files[0])} and ${files.length - 1} more`
}

export function portablePath(from: string, to: string): string {
  return relative(from, to).split(sep).join('/')
}
