import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { needs } from '../../test/needs.ts'
import { makeKeyFile, readKeyFile } from './key-file.ts'

const modes = { met: process.platform !== 'win32', missing: 'Windows has no modes of files' }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halftone-key-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('makeKeyFile(file)', () => {
  it('writes 32 random bytes that only the owner may read, and never over a key that is there', () => {
    const file = join(folder, 'a.key')
    const { fingerprint, warnings } = makeKeyFile(file)
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(warnings).toEqual([])
    expect(readFileSync(file, 'utf8')).toMatch(/^#.*\n[0-9a-f]{64}\n$/)
    expect(() => makeKeyFile(file)).toThrow(/exists; .* --force/)
    expect(readKeyFile(file, 'a.key').fingerprint).toBe(fingerprint)
    expect(makeKeyFile(file, { force: true }).fingerprint).not.toBe(fingerprint)
    expect(readdirSync(folder)).toEqual(['a.key'])
    expect(() => makeKeyFile(join(folder, 'nowhere', 'a.key'))).toThrow(/cannot be written to .*ENOENT/)
  })
})

describe('readKeyFile(file)', () => {
  it('refuses what is no key without quoting it, and says how to make one', () => {
    const file = join(folder, 'b.key')
    expect(() => readKeyFile(file, 'b.key')).toThrow(
      '"b.key", and there is none; make a new one with halftone key b.key',
    )
    for (const wrong of ['', 'deadbeef', 'z'.repeat(64), `${'a'.repeat(64)}\n${'b'.repeat(64)}`]) {
      writeFileSync(file, wrong)
      let said = ''
      try {
        readKeyFile(file, 'b.key')
      } catch (error) {
        said = (error as Error).message
      }
      expect(said).toContain('"b.key" is no key of Halftone')
      if (wrong !== '') expect(said).not.toContain(wrong.slice(0, 8))
    }
  })

  it('warns where others may read it', needs(modes), () => {
    const file = join(folder, 'c.key')
    makeKeyFile(file)
    chmodSync(file, 0o644)
    expect(readKeyFile(file, 'c.key').warnings).toEqual([expect.stringMatching(/others may read .*chmod 600 c.key/)])
  })

  it('derives other bytes for other purposes', () => {
    const key = makeKeyFile(join(folder, 'd.key'))
    expect(key.derive('pseudonym ').equals(key.derive('shift '))).toBe(false)
    expect(key.derive('pseudonym ').equals(key.derive('pseudonym '))).toBe(true)
  })
})
