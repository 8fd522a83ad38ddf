import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CancelledError, UserError } from '../ground/errors.ts'
import { openStaging, publishTexts } from './staging.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halftone-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const inside = (name: string) => join(folder, name)

describe('openStaging', () => {
  it('publish: moves every file to its target, in folders that it made', async () => {
    const targets = [inside('out/deep/a.csv.gz'), inside('out/b.json')]
    const staging = await openStaging(targets)
    for (const target of targets) {
      expect(dirname(staging.path(target))).toBe(dirname(target))
      // The extension determines the compression.
      expect(staging.path(target).endsWith(target.slice(target.indexOf('.', folder.length)))).toBe(true)
      writeFileSync(staging.path(target), target)
    }
    expect(targets.some(existsSync)).toBe(false)
    await staging.publish()
    await staging.discard()
    for (const target of targets) expect(readFileSync(target, 'utf8')).toBe(target)
    expect(readdirSync(inside('out')).sort()).toEqual(['b.json', 'deep'])
  })

  it('discard: removes what was staged and the folders it made, but not what others put there', async () => {
    const first = await openStaging([inside('out/deep/a.csv'), inside('out/b.csv')])
    await first.discard()
    expect(readdirSync(folder)).toEqual([])
    const second = await openStaging([inside('out/deep/a.csv')])
    writeFileSync(inside('out/theirs.txt'), '')
    await second.discard()
    expect(readdirSync(folder)).toEqual(['out'])
    expect(readdirSync(inside('out'))).toEqual(['theirs.txt'])
  })

  it('force: replaces a target, and keeps the old one until then', async () => {
    writeFileSync(inside('a.csv'), 'old')
    await expect(openStaging([inside('a.csv')])).rejects.toThrow('exists already')
    const staging = await openStaging([inside('a.csv')], { force: true })
    writeFileSync(staging.path(inside('a.csv')), 'new')
    expect(readFileSync(inside('a.csv'), 'utf8')).toBe('old')
    await staging.publish()
    expect(readFileSync(inside('a.csv'), 'utf8')).toBe('new')
  })

  it('refuses a source, also by another name and with force', async () => {
    writeFileSync(inside('data.csv'), 'x')
    symlinkSync(inside('data.csv'), inside('link.csv'))
    for (const target of ['data.csv', 'link.csv']) {
      for (const source of ['data.csv', 'link.csv']) {
        const opened = openStaging([inside(target)], { force: true, sources: [inside(source)] })
        await expect(opened).rejects.toThrow('is the source itself')
      }
    }
    expect(readdirSync(folder).sort()).toEqual(['data.csv', 'link.csv'])
  })

  it.each(['file/a.csv', 'file/deep/a.csv', '/proc/nowhere/a.csv', '/proc/a.csv'])(
    'a place where nothing can be written: %s',
    async (target) => {
      writeFileSync(inside('file'), '')
      const wrong = target.startsWith('/') ? target : inside(target)
      await expect(openStaging([inside('fine/b.csv'), wrong])).rejects.toThrow(UserError)
      expect(readdirSync(folder)).toEqual(['file'])
    },
  )

  it('refuses one file for two outputs', async () => {
    await expect(openStaging([inside('a'), inside('b'), inside('a')])).rejects.toThrow('two outputs have the same file')
    await expect(openStaging([inside('a.csv'), inside('A.csv')])).rejects.toThrow('two outputs have the same file')
    // Composed and decomposed accent.
    await expect(openStaging([inside('\u00e9.csv'), inside('e\u0301.csv')])).rejects.toThrow('two outputs have')
  })
})

describe('publishTexts', () => {
  it('writes texts in chunks, in order', async () => {
    const chunks = ['one', 'two ü', 'three']
    await publishTexts(
      [
        { path: inside('new/a.txt'), text: chunks },
        { path: inside('b.txt'), text: 'b' },
      ],
      {},
    )
    expect(readFileSync(inside('new/a.txt'), 'utf8')).toBe(chunks.join(''))
    expect(readFileSync(inside('b.txt'), 'utf8')).toBe('b')
    expect(readdirSync(folder).sort()).toEqual(['b.txt', 'new'])
  })

  it('leaves nothing behind when a chunk cannot be made, and keeps folders that were there', async () => {
    mkdirSync(inside('there'))
    const failing = (function* () {
      yield 'half'
      throw new Error('the maker broke')
    })()
    const files = [
      { path: inside('there/a.txt'), text: 'a' },
      { path: inside('new/b.txt'), text: failing },
    ]
    await expect(publishTexts(files, {})).rejects.toThrow('the maker broke')
    expect(readdirSync(folder, { recursive: true })).toEqual(['there'])
  })

  it('stops between chunks when it is cancelled', async () => {
    const control = new AbortController()
    const text = (function* () {
      yield 'half'
      control.abort()
      yield 'rest'
    })()
    const cancelled = publishTexts([{ path: inside('a.txt'), text }], { signal: control.signal })
    await expect(cancelled).rejects.toThrow(CancelledError)
    expect(readdirSync(folder)).toEqual([])
  })
})
