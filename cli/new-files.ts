/** Writes extra output files: only new ones, all or none. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { UserError } from '../src/ground/errors.ts'

export interface NewFile {
  readonly file: string
  readonly text: string
}

export function refuseExisting(files: readonly (string | undefined)[]): void {
  for (const file of files) if (file !== undefined && existsSync(file)) throw existing(file)
}

export function writeNewFiles(files: readonly NewFile[]): void {
  const written: string[] = []
  for (const { file, text } of files) {
    try {
      writeFileSync(file, text, { flag: 'wx' })
      written.push(file)
    } catch (error) {
      for (const file of written) rmSync(file)
      const { code } = error as NodeJS.ErrnoException
      throw code === 'EEXIST'
        ? existing(file)
        : new UserError(`${file} cannot be written (${code}); choose another place`, { path: file, rule: 'file' })
    }
  }
}

function existing(file: string): UserError {
  return new UserError(`${file} exists already; remove it, or choose another name`, { path: file, rule: 'file' })
}
