/**
 * Data sets that are not in the repository: in the folder that HALFTONE_DATA names, else in `../shared/data` beside the clone. Tests that
 * read them say so with `needs(data('adult'))`; programs of research/ ask `haveData`.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Need } from './needs.ts'

const named = process.env['HALFTONE_DATA']
const dataFolder = named ? resolve(named) : join(import.meta.dirname, '..', '..', 'shared', 'data')

/** A file or folder of the data, by its path with `/`. */
export function dataPath(path: string): string {
  return join(dataFolder, ...path.split('/'))
}

export function data(set: string): Need {
  const folder = named ?? '../shared/data'
  const lacking = existsSync(dataFolder) ? `no ${set} in ${folder}` : `no ${folder}`
  return { met: existsSync(dataPath(set)), missing: `${lacking}; set HALFTONE_DATA to run them` }
}

/** For programs: whether a data set is there, and a line on standard error where it is not. */
export function haveData(set: string): boolean {
  const { met, missing } = data(set)
  if (!met) console.warn(`SKIPPED: ${missing}`)
  return met
}

/** The job and study files of a folder of research/papers/, copied with their `../../../../shared/data` replaced by where the data is. */
export function copyWithDataPaths(from: string, to: string): void {
  for (const file of readdirSync(from).filter((name) => /\.(yaml|txt)$/.test(name))) {
    const text = readFileSync(join(from, file), 'utf8')
    writeFileSync(join(to, file), text.replaceAll('../../../../shared/data', dataFolder.replaceAll('\\', '/')))
  }
}
