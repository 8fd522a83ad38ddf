import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CancelledError } from '../ground/errors.ts'
import { hashFile, hashInThread } from './hash-file.ts'
import { hashHere } from './hash-job.ts'

describe('hashFile(file)', () => {
  let folder = ''
  const bytes = Buffer.alloc(3_000_000, 'halftone')
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'halftone-hash-'))
    writeFileSync(join(folder, 'file'), bytes)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('gives size and SHA-256, here or in a thread of its own', async () => {
    const expected = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    const file = join(folder, 'file')
    expect(await hashFile(file)).toEqual(expected)
    expect(await hashHere(file)).toEqual(expected)
    expect(await hashInThread(file)).toEqual(expected)
  })

  it('ends with the signal, here or in a thread of its own', async () => {
    const abort = new AbortController()
    const hashing = hashInThread(join(folder, 'file'), abort.signal)
    abort.abort()
    await expect(hashing).rejects.toThrow(CancelledError)
    await expect(hashFile(join(folder, 'file'), abort.signal)).rejects.toThrow(CancelledError)
  })

  it('fails where there is no file', async () => {
    await expect(hashFile(join(folder, 'none'))).rejects.toThrow('ENOENT')
  })
})
