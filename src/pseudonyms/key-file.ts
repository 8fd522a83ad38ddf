/**
 * The key of pseudonyms: 32 random bytes in a private file. With it, anybody can compute the pseudonym of a known
 * identifier, so it never appears in output, plans or messages.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { chmodSync, closeSync, openSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { UserError, userError } from '../ground/errors.ts'
import { readSmallFile } from '../ground/small-file.ts'

/** Default key, beside the job file, so that all jobs of a folder share it. */
export const DEFAULT_KEY = 'halftone.key'

const HEAD = '# Halftone key for pseudonyms. Keep it secret, apart from the releases, and keep a copy of it.'
const BYTES = 32

export interface KeyFile {
  readonly file: string
  /** Derives 32 bytes for one purpose; they reveal neither the key nor the bytes of another purpose. */
  derive(purpose: string): Buffer
  /** Reveals only whether two files have the same key. */
  readonly fingerprint: string
  readonly warnings: readonly string[]
}

/** Creates a key. Replaces an existing one only with `force`: its pseudonyms can never be made again. */
export function makeKeyFile(file: string, { force = false }: { readonly force?: boolean } = {}): KeyFile {
  const wrongFile = userError('file', file)
  const text = `${HEAD}\n${randomBytes(BYTES).toString('hex')}\n`
  const target = force ? `${file}.${randomBytes(4).toString('hex')}` : file
  try {
    const handle = openSync(target, 'wx', 0o600)
    try {
      // The umask cannot widen the mode of a new file, but some file systems ignore the mode.
      chmodSync(target, 0o600)
      writeFileSync(handle, text)
    } finally {
      closeSync(handle)
    }
    if (force) renameSync(target, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST')
      throw wrongFile`${file} exists; without it the pseudonyms of earlier releases cannot be made again: choose another
        file, or replace it with --force`
    throw wrongFile`the key cannot be written to ${file} (${code}); choose another folder`
  }
  return readKeyFile(file, file)
}

export function readKeyFile(file: string, named: string): KeyFile {
  const wrongFile = userError('file', named)
  let text: string
  try {
    text = readSmallFile(file, `the key "${named}"`, 10_000)
  } catch (error) {
    if (error instanceof UserError) throw error
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'there is none' : `it cannot be read (${code})`
    throw wrongFile`pseudonyms need their key, "${named}", and ${reason}; make a new one with halftone key ${named}, or
      bring the one of earlier releases`
  }
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'))
  if (lines.length !== 1 || !new RegExp(`^[0-9a-f]{${2 * BYTES}}$`).test(lines[0].trim()))
    throw wrongFile`"${named}" is no key of Halftone: it must hold one line of ${2 * BYTES} hexadecimal digits; make one
      with halftone key`
  const key = Buffer.from(lines[0].trim(), 'hex')
  const derive = (purpose: string): Buffer => createHmac('sha256', key).update(`halftone ${purpose}`).digest()
  const fingerprint = derive('fingerprint').toString('hex').slice(0, 16)
  return { file, derive, fingerprint, warnings: openTo(file, named) }
}

function openTo(file: string, named: string): string[] {
  if (process.platform === 'win32' || (statSync(file).mode & 0o077) === 0) return []
  return [`others may read the key "${named}", and with it find the person behind a pseudonym: chmod 600 ${named}`]
}
