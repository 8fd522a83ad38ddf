/**
 * Every operation of the disk fails once in each way, and every operation is once the last one of a process that is killed. Whatever is
 * left, the next process finds the old set or the new one, never a mixture, and nothing else. By a disk that counts, not by luck of timing.
 */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Disk, realDisk } from '../../src/release/disk.ts'
import { openStaging } from '../../src/release/staging.ts'

/** Processes by hand: which one we are, and which live. */
const processes = vi.hoisted(() => ({ own: '1001.1', dead: new Set<string>() }))
vi.mock('../../src/workers/living.ts', () => ({
  processMark: () => processes.own,
  isLiving: (mark: string) => !processes.dead.has(mark),
}))

let folder: string
let next = 1001
beforeEach(() => {
  folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'halftone-test-'))
  processes.own = `${++next}.1`
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const names = ['release.csv', 'report.html', 'private/recoding.json', 'private/full.json', 'manifest.json']
const targets = () => names.map((name) => join(folder, 'out', name))
const isPrivate = (target: string) => target.includes('private')

const codes = ['ENOSPC', 'EIO', 'EACCES', 'EFBIG', 'EROFS']

class Killed extends Error {}

/** A disk that does not wait for the platter: no power is cut here. */
const quickDisk: Disk = { ...realDisk, sync: async () => {} }

/** A disk whose n-th operation fails; a process that is killed there does nothing any more. */
function failing(at: number, how: string): Disk & { readonly done: () => number } {
  let count = 0
  let gone = false
  const wrap = Object.fromEntries(
    Object.entries(quickDisk).map(([name, work]) => [
      name,
      async (...words: never[]) => {
        if (gone) throw new Killed()
        if (count++ === at) {
          if (how === 'killed') {
            gone = true
            throw new Killed()
          }
          throw Object.assign(new Error(how), { code: how })
        }
        return (work as (...own: never[]) => Promise<unknown>)(...words)
      },
    ]),
  )
  return { ...(wrap as unknown as Disk), done: () => count }
}

async function writeSet(what: string, force: boolean, disk: Disk = quickDisk): Promise<void> {
  const staging = await openStaging(targets(), { force, isPrivate, disk })
  try {
    for (const target of targets()) await staging.write(target, `${what} ${target}`)
    await staging.publish()
  } finally {
    await staging.discard()
  }
}

function theSet(): string[] {
  return targets().map((target) => (existsSync(target) ? readFileSync(target, 'utf8').split(' ')[0] : 'none'))
}

/** Files that nobody asked for. */
function strangers(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /(^|\/)\./.test(name))
}

/** Another process comes along: it opens and leaves the same set. */
async function nextProcess(): Promise<void> {
  processes.dead.add(processes.own)
  processes.own = `${++next}.1`
  const staging = await openStaging(targets(), { force: true, isPrivate, disk: quickDisk })
  await staging.discard()
}

/** How many operations a whole publishing takes. */
async function operations(force: boolean): Promise<number> {
  const disk = failing(Number.POSITIVE_INFINITY, 'none')
  if (force) await writeSet('old', false)
  await writeSet('new', force, disk)
  rmSync(join(folder, 'out'), { recursive: true, force: true })
  return disk.done()
}

describe('publishing a set over an old one', () => {
  for (const how of ['killed', ...codes]) {
    it(`is all or nothing whichever operation fails: ${how}`, async () => {
      const all = await operations(true)
      expect(all).toBeGreaterThan(40)
      for (let at = 0; at < all; at++) {
        await writeSet('old', false)
        await writeSet('new', true, failing(at, how)).catch(() => {})
        const between = theSet()
        // Before anybody repairs it, a mixture has no manifest to vouch for it.
        if (new Set(between).size > 1) expect(between.at(-1), `operation ${at}`).toBe('none')
        await nextProcess()
        const after = new Set(theSet())
        expect(after.size, `operation ${at}: ${[...after]}`).toBe(1)
        expect(['old', 'new']).toContain([...after][0])
        expect(strangers(), `operation ${at}`).toEqual([])
        rmSync(join(folder, 'out'), { recursive: true, force: true })
      }
    })
  }
})

describe('publishing a new set', () => {
  for (const how of ['killed', ...codes]) {
    it(`is all or nothing whichever operation fails: ${how}`, async () => {
      const all = await operations(false)
      for (let at = 0; at < all; at++) {
        await writeSet('new', false, failing(at, how)).catch(() => {})
        await nextProcess()
        const after = new Set(theSet())
        expect(after.size, `operation ${at}: ${theSet()}`).toBe(1)
        expect(['new', 'none']).toContain([...after][0])
        expect(strangers(), `operation ${at}`).toEqual([])
        rmSync(join(folder, 'out'), { recursive: true, force: true })
      }
    })
  }
})

describe('openStaging', () => {
  it('two runs at once: the second is refused with the number of the first', async () => {
    const first = await openStaging(targets())
    processes.own = '77777.1'
    await expect(openStaging(targets(), { force: true })).rejects.toThrow(/being written by process \d+/)
    processes.own = `${next}.1`
    await first.discard()
    processes.own = '77777.1'
    await (await openStaging(targets())).discard()
    expect(strangers()).toEqual([])
  })

  it('a file that appears during the run is not overwritten without force; nothing is published', async () => {
    const staging = await openStaging(targets())
    for (const target of targets()) await staging.write(target, 'mine')
    writeFileSync(targets()[1], 'theirs')
    await expect(staging.publish()).rejects.toThrow(/exists already|appeared/)
    await staging.discard()
    expect(theSet()).toEqual(['none', 'theirs', 'none', 'none', 'none'])
    expect(strangers()).toEqual([])
  })

  it('staged files are unpredictable and only ours; private ones stay so, in a folder of mode 0700', async () => {
    const one = await openStaging(targets(), { isPrivate })
    const paths = targets().map((target) => one.path(target))
    for (const path of paths) expect(statSync(path).mode & 0o777).toBe(0o600)
    await one.publish()
    const two = await openStaging(targets(), { isPrivate, force: true })
    for (const [i, target] of targets().entries()) expect(two.path(target)).not.toBe(paths[i])
    await two.discard()
    expect(statSync(join(folder, 'out', 'private')).mode & 0o777).toBe(0o700)
    expect(statSync(targets()[2]).mode & 0o777).toBe(0o600)
    expect(statSync(targets()[0]).mode & 0o044).toBe(0o044 & ~process.umask())
  })

  it('links are not followed: a dangling one counts as there, and force replaces the link, not what it leads to', async () => {
    const elsewhere = join(folder, 'elsewhere.txt')
    const target = join(folder, 'link.csv')
    symlinkSync(elsewhere, target)
    await expect(openStaging([target])).rejects.toThrow(/exists already/)
    writeFileSync(elsewhere, 'untouched')
    const staging = await openStaging([target], { force: true })
    await staging.write(target, 'mine')
    await staging.publish()
    expect(readFileSync(elsewhere, 'utf8')).toBe('untouched')
    expect(() => readlinkSync(target)).toThrow()
    expect(readFileSync(target, 'utf8')).toBe('mine')
  })
})
