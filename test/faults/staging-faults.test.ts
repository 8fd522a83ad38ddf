/**
 * Every operation of the disk fails once in each way, and every operation is once the last one of a process that is killed. Whatever is
 * left, the next process finds the old set or the new one, never a mixture, and nothing else. By a disk that counts, not by luck of timing.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
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
import type { Engine } from '../../src/engines/engine.ts'
import { type Disk, realDisk } from '../../src/ground/disk.ts'
import type { Description, OpenedData } from '../../src/kinds/kind.ts'
import { type Plan, readPlan } from '../../src/plan/read-plan.ts'
import { openPublication } from '../../src/publish/publish.ts'
import { finishSets } from '../../src/publish/published-set.ts'
import { clearAtExit, openStaging } from '../../src/publish/staging.ts'
import { peopleFiles, peopleJob } from '../end-to-end/workshop.ts'
import { needs, platform } from '../needs.ts'
import { thorough } from '../thorough.ts'

/** Processes by hand: which one we are, and which live. */
const processes = vi.hoisted(() => ({ own: '1001.1', dead: new Set<string>() }))
vi.mock('../../src/ground/workers/living.ts', () => ({
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
const codeAt = (at: number): string => codes[at % codes.length]

class Killed extends Error {}

/** A disk that does not wait for the platter: no power is cut here. */
const quickDisk: Disk = { ...realDisk, sync: async () => {} }

/** A disk whose n-th operation fails, or is met by something else; a process that is killed there does nothing any more. */
function failing(at: number, how: string, meet?: () => void): Disk & { readonly done: () => number } {
  let count = 0
  let gone = false
  const wrap = Object.fromEntries(
    Object.entries(quickDisk).map(([name, work]) => [
      name,
      async (...words: never[]) => {
        if (gone) throw new Killed()
        if (count++ === at) {
          meet?.()
          if (how === 'killed') {
            gone = true
            throw new Killed()
          }
          if (how !== 'goes on') throw Object.assign(new Error(how), { code: how })
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
  for (const [what, howAt] of [
    ['killed', () => 'killed'],
    // Staging asks for none of these codes: each operation fails in one of them, where there is time in each.
    ...(thorough ? codes.map((code) => [code, () => code] as const) : [[codes.join(', '), codeAt] as const]),
  ] as const) {
    it(`is all or nothing whichever operation fails: ${what}`, async () => {
      const all = await operations(true)
      expect(all).toBeGreaterThan(40)
      for (let at = 0; at < all; at++) {
        await writeSet('old', false)
        await writeSet('new', true, failing(at, howAt(at))).catch(() => {})
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
  for (const [what, howAt] of [
    ['killed', () => 'killed'],
    [codes.join(', '), codeAt],
  ] as const) {
    it(`is all or nothing whichever operation fails: ${what}`, async () => {
      const all = await operations(false)
      for (let at = 0; at < all; at++) {
        await writeSet('new', false, failing(at, howAt(at))).catch(() => {})
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

describe('a signal at any operation of the disk, from the first lock to the last rename', () => {
  const outputs = { release: 'out/release.csv', report: 'out/report.html' }
  let asked: Plan
  const published = ['release.csv', 'report.html', 'private/release.recoding.json', 'private/release.manifest.json']

  /** All that a publication looks at of what was opened, where the release is a file. */
  const sourcesOf = (files: readonly string[]) => ({ files, table: {} }) as unknown as OpenedData

  /** Publishes a set as a run does. Everything in it says `what`. */
  async function publishSet(what: string, disk: Disk, signal?: AbortSignal): Promise<void> {
    const files = await openPublication(asked, sourcesOf([join(folder, 'people.csv')]), { force: true, disk })
    try {
      writeFileSync((files.staged as { readonly file: string }).file, what)
      const verification = { verdict: 'holds', checks: [] }
      const report = { asked: { goal: what }, found: {}, rows: { read: 1 }, verification }
      const description = {
        figures: { metrics: {}, risk: {} },
        warnings: [],
        report,
        drawReport: async () => what,
        recoding: { what },
        texts: {},
      }
      await files.publish(description as unknown as Description, { version: 'none' } as Engine, { signal })
    } finally {
      await files.close()
    }
  }

  /** Which runs the files are of. */
  function found(): string[] {
    const texts = [...published, 'release.manifest.json'].map((name) => {
      const file = join(folder, 'out', name)
      return existsSync(file) ? (/old|new/.exec(readFileSync(file, 'utf8'))?.[0] ?? 'empty') : 'none'
    })
    return [...new Set(texts)]
  }

  beforeEach(() => {
    for (const [name, text] of Object.entries(peopleFiles)) writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, 'job.yaml'), peopleJob({ output: outputs }))
    asked = readPlan(join(folder, 'job.yaml'))
  })

  async function every(force: boolean, meet: (at: number) => Promise<void>): Promise<void> {
    const counting = failing(Number.POSITIVE_INFINITY, 'none')
    if (force) await publishSet('old', quickDisk)
    await publishSet('new', counting)
    expect(counting.done()).toBeGreaterThan(40)
    for (let at = 0; at < counting.done(); at++) {
      rmSync(join(folder, 'out'), { recursive: true })
      if (force) await publishSet('old', quickDisk)
      await meet(at)
      if (!existsSync(join(folder, 'out'))) await publishSet('old', quickDisk)
    }
  }

  for (const [over, before] of [
    [true, 'old'],
    [false, 'none'],
  ] as const) {
    it(`once, with ${before} files there: cancelled with nothing changed, or published whole; nothing else stays`, async () => {
      const ends = new Set<string>()
      await every(over, async (at) => {
        const cancel = new AbortController()
        const ended = await publishSet(
          'new',
          failing(at, 'goes on', () => cancel.abort()),
          cancel.signal,
        ).then(
          () => 'new',
          (error: Error) => error.name,
        )
        ends.add(ended)
        expect(found(), `operation ${at}, ${ended}`).toEqual([ended === 'CancelledError' ? before : 'new'])
        expect(strangers(), `operation ${at}`).toEqual([])
      })
      expect([...ends].sort()).toEqual(['CancelledError', 'new'])
    })

    it(`twice, with ${before} files there: what is left is one set, or becomes one by the next command`, async () => {
      const ends = new Set<string>()
      await every(over, async (at) => {
        // The second signal ends the process: this is all that is done then.
        await publishSet('new', failing(at, 'killed', clearAtExit)).catch(() => {})
        // Outside the switch nothing is left for anybody to put right.
        if (!strangers().some((name) => name.includes('journal'))) {
          expect(found(), `operation ${at}`).toHaveLength(1)
          expect(strangers(), `operation ${at}`).toEqual([])
        } else ends.add('journal')
        processes.dead.add(processes.own)
        processes.own = `${++next}.1`
        await finishSets([join(folder, 'out', 'release.csv')])
        ends.add(found()[0])
        expect(found(), `operation ${at}`).toHaveLength(1)
        await (await openPublication(asked, sourcesOf([]), { force: true, disk: quickDisk })).close()
        expect(strangers(), `operation ${at}`).toEqual([])
      })
      expect([...ends].sort()).toEqual(['journal', 'new', before].sort())
    })
  }
})

describe('a journal that somebody else wrote', () => {
  const name = 'release.csv'
  const staged = `.partial-1.1-${'0'.repeat(24)}-${name}`
  /** Puts a journal of a dead process into the folder of the release, and lets a reader of the release come along. */
  async function plant(moves: readonly object[], leftovers: readonly string[] = []): Promise<void> {
    processes.dead.add('1.1')
    const journal = { halftone: 'journal', process: '1.1', replace: true, moves, leftovers }
    writeFileSync(join(folder, 'out', '.halftone-journal-1.1-x'), JSON.stringify(journal))
    await finishSets([join(folder, 'out', name)])
  }
  const inside = (own: string) => join(folder, 'out', own)
  const victim = () => join(folder, 'victim.txt')

  beforeEach(() => {
    mkdirSync(join(folder, 'out'))
    writeFileSync(victim(), 'mine')
    writeFileSync(inside(staged), 'theirs')
  })

  it('does what a switch does', async () => {
    writeFileSync(inside('old.html'), 'old')
    await plant([{ from: inside(staged), to: inside(name), mode: 0o600 }], [inside('old.html')])
    expect(readdirSync(join(folder, 'out'))).toEqual([name])
  })

  it.each<[string, () => object]>([
    ['a file elsewhere', () => ({ from: inside(staged), to: victim(), mode: 0o600 })],
    ['a file that was not staged', () => ({ from: victim(), to: inside(name), mode: 0o600 })],
    ['another name', () => ({ from: inside(staged), to: inside('other.csv'), mode: 0o600 })],
    ['a program', () => ({ from: inside(staged), to: inside(name), mode: 0o4777 })],
    ['nonsense', () => ({ from: inside(staged), to: inside(name), mode: 'x' })],
  ])('moves nothing that a switch would not: %s', async (_, move) => {
    await plant([move()])
    expect(readFileSync(victim(), 'utf8')).toBe('mine')
    expect(existsSync(inside(name))).toBe(false)
    expect(existsSync(inside('other.csv'))).toBe(false)
  })

  it('removes nothing outside its folder, by no link either', async () => {
    symlinkSync(folder, inside('up'))
    await plant(
      [{ from: inside(staged), to: inside(name), mode: 0o600 }],
      [victim(), inside('../victim.txt'), inside('up/victim.txt')],
    )
    expect(readFileSync(victim(), 'utf8')).toBe('mine')
  })
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

  it('a folder for private files that is a link is refused; one that others may enter is closed to them', async () => {
    const options = { isPrivate, privateFolder: 'private', force: true }
    const hidden = join(folder, 'out', 'private')
    mkdirSync(join(folder, 'public'))
    mkdirSync(join(folder, 'out'))
    symlinkSync(join(folder, 'public'), hidden)
    await expect(openStaging(targets(), options)).rejects.toThrow(/private is a link, and private files must not go/)
    expect(readdirSync(join(folder, 'public'))).toEqual([])
    rmSync(hidden)
    mkdirSync(hidden)
    chmodSync(hidden, 0o777)
    await (await openStaging(targets(), options)).discard()
    expect(statSync(hidden).mode & 0o777).toBe(0o700)
  })

  it('another name of the same file is that file: a hard link to a source is no target', async () => {
    const [source, other] = [join(folder, 'people.csv'), join(folder, 'copy.csv')]
    writeFileSync(source, 'age')
    linkSync(source, other)
    await expect(openStaging([other], { sources: [source], force: true })).rejects.toThrow(/is the source itself/)
  })

  it('a name with a line break is a name: nothing of its lock stays', async () => {
    const target = join(folder, 'a\nb.csv')
    const staging = await openStaging([target])
    await staging.write(target, 'mine')
    await staging.publish()
    expect(strangers()).toEqual([])
  })

  it('pipes under the names of locks and journals are not waited for', needs(platform('linux')), async () => {
    const target = join(folder, 'release.csv')
    for (const name of ['.halftone-release.csv.lock', '.halftone-journal-1.1-x'])
      execFileSync('mkfifo', [join(folder, name)])
    const staging = await openStaging([target])
    await staging.write(target, 'mine')
    await staging.publish()
    expect(readFileSync(target, 'utf8')).toBe('mine')
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
