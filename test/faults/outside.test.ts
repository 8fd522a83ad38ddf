/** What stands outside of a run: its inputs as outputs, files of earlier jobs, other runs, limits of the system, readers with spreadsheets. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { clearAtExit } from '../../src/publish/staging.ts'
import type { RunProgress } from '../../src/run.ts'
import { halftoneCommand } from '../command.ts'
import {
  cities,
  type Ended,
  type Files,
  halftoneProcess,
  inFolder,
  listing,
  ownTemporaryFolder,
  people,
  peopleFiles,
  peopleJob,
  runJob,
  writeFiles,
} from '../end-to-end/workshop.ts'
import { needs, platform } from '../needs.ts'

const temporary = ownTemporaryFolder()
afterAll(temporary.remove)

describe('public files', () => {
  const role = 'quasi-identifier'
  const table = `name,age,born,zip,city,ill\n${Array.from({ length: 24 }, (_, i) => `Person${i}secret,${20 + (i % 2)},1980-0${1 + (i % 2)}-01,10${i % 2},Oslo,${i % 2 ? 'yes' : 'no'}`).join('\n')}\nOdd1secret,9871,1845-05-05,9123477,Lyon,no\n`
  const columns = {
    name: { role: 'identifier' },
    age: { role, type: 'numeric' },
    born: { role, type: 'date' },
    zip: { role, type: 'prefix' },
    city: { role, taxonomy: 'city.json' },
    ill: { role: 'target' },
  }
  const job = (algorithm: unknown, more: object = {}) =>
    JSON.stringify({
      version: 1,
      data: { source: 'people.csv' },
      columns,
      privacy: { k: 3 },
      algorithm,
      output: { release: 'out/release.csv', report: 'out/report.html', workload: 'out/private/queries.txt' },
      utility: { workload: { count: 50 } },
      ...more,
    })
  const baskets = `${'ale bun\n'.repeat(6)}ale secretitem\n`
  const kinds: Readonly<Record<string, Files>> = {
    lattice: { 'people.csv': table, 'job.yaml': job('lattice') },
    'bottom-up, with its trail': { 'people.csv': table, 'job.yaml': job({ name: 'bottom-up', suppression: 0.1 }) },
    'pareto, with its front': {
      'people.csv': table,
      'job.yaml': job({ name: 'pareto', population: 10, evaluations: 100 }),
    },
    kactus: { 'people.csv': table, 'job.yaml': job('kactus', { goal: 'classification' }) },
    baskets: {
      'b.txt': baskets,
      'job.yaml': JSON.stringify({
        version: 1,
        data: { source: 'b.txt', format: 'transactions' },
        columns: {},
        privacy: { km: { k: 2, m: 1 }, 'suppression-limit': 0.5 },
        utility: { constraints: 'groups.txt' },
        algorithm: 'coat',
        output: { release: 'out/release.txt', report: 'out/report.html' },
      }),
      'groups.txt': 'ale bun\n',
    },
  }
  for (const [kind, files] of Object.entries(kinds)) {
    it(`hold none of the planted values, and private ones are for their owner alone: ${kind}`, async () => {
      await inFolder({ 'city.json': cities, ...files }, async (folder) => {
        const result = await runJob(folder)
        expect(result.verification?.verdict).toBe('holds')
        const all = readdirSync(join(folder, 'out'), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
        const open = all.filter((file) => !file.includes(join('out', 'private')))
        expect(open.length).toBeGreaterThanOrEqual(3)
        for (const file of open) expect(readFileSync(file, 'latin1'), file).not.toMatch(/9871|1845|9123477|secret/)
        // They are looked for in the right way: what is kept back has them.
        if (kind !== 'baskets')
          expect(all.map((file) => readFileSync(file, 'latin1')).join()).toMatch(/9871|1845|9123477/)
      })
    })
  }
})

describe('an output that is an input is refused, also with force', () => {
  const outputs = {
    'the data': { release: 'people.csv' },
    'the job': { report: 'job.yaml' },
    'a taxonomy': { report: 'city.json' },
    'a link to the data': { report: 'link.html' },
    'the data by another way': { release: 'sub/../people.csv' },
  }
  for (const [what, output] of Object.entries(outputs)) {
    it(what, async () => {
      await inFolder({ ...peopleFiles, 'job.yaml': peopleJob({ output }) }, async (folder) => {
        symlinkSync(join(folder, 'people.csv'), join(folder, 'link.html'))
        mkdirSync(join(folder, 'sub'))
        const before = listing(folder)
        await expect(runJob(folder, { force: true })).rejects.toMatchObject({
          name: 'UserError',
          message: expect.stringMatching(/is the source itself, or another file that the job reads/),
        })
        expect(listing(folder)).toEqual(before)
      })
    })
  }
})

it('what an earlier job left beside the release goes when a new set comes, unless somebody has changed it', async () => {
  await inFolder(
    { ...peopleFiles, 'job.yaml': peopleJob({ output: { report: 'out/report.html' } }) },
    async (folder) => {
      const report = join(folder, 'out/report.html')
      await runJob(folder)
      writeFileSync(join(folder, 'job.yaml'), peopleJob())
      await runJob(folder, { force: true })
      expect(existsSync(report)).toBe(false)
      writeFileSync(report, 'mine')
      await runJob(folder, { force: true })
      expect(readFileSync(report, 'utf8')).toBe('mine')
    },
  )
})

it('a second release of the same data in the folder is mentioned, one of other data is not', () =>
  inFolder(peopleFiles, async (folder) => {
    const into = (name: string, more: object = {}) =>
      writeFiles(folder, { 'job.yaml': peopleJob({ output: { release: `out/${name}.csv` }, ...more }) })
    into('first')
    expect((await runJob(folder)).warnings.join()).not.toContain('the same data')
    into('second', { privacy: { k: 3 } })
    expect((await runJob(folder)).warnings).toContainEqual(
      expect.stringMatching(
        /^first\.csv in the same folder: released from the same data before.*give out one of them$/,
      ),
    )
    // Its own earlier release is replaced.
    rmSync(join(folder, 'out/private/first.manifest.json'))
    expect((await runJob(folder, { force: true })).warnings.join()).not.toContain('the same data')
    writeFiles(folder, { 'people.csv': people.replace('Ada,21', 'Ada,22') })
    into('third')
    expect((await runJob(folder)).warnings.join()).not.toContain('the same data')
  }))

it('a manifest that somebody else put there removes nothing outside of its folder, by no link either', async () => {
  await inFolder({ ...peopleFiles, 'victim.txt': 'mine' }, async (folder) => {
    await runJob(folder)
    const sha256 = createHash('sha256').update('mine').digest('hex')
    const files = ['../../victim.txt', join(folder, 'victim.txt'), '../up/victim.txt', '../own.txt']
    writeFileSync(join(folder, 'out/own.txt'), 'mine')
    symlinkSync(folder, join(folder, 'out/up'))
    const planted = { files, output: files.map(() => ({ name: 'x', bytes: 4, sha256 })) }
    writeFileSync(join(folder, 'out/private/release.manifest.json'), JSON.stringify(planted))
    await runJob(folder, { force: true })
    expect(readFileSync(join(folder, 'victim.txt'), 'utf8')).toBe('mine')
    // It is read at all: what stands in its own folder and is as it says goes, as what an earlier run left does.
    expect(existsSync(join(folder, 'out/own.txt'))).toBe(false)
  })
})

describe('cells that a spreadsheet would run', () => {
  const evil = ['=1+1', '+cmd', '-2+3', '@SUM(1)']
  const rows = people.trimEnd().split('\n')
  const text = `${rows.map((row, i) => (i === 0 ? `${row},note` : `${row},${evil[i % 4]}`)).join('\n')}\n`
  const files = (safe: boolean) => ({
    ...peopleFiles,
    'people.csv': text,
    'job.yaml': peopleJob({
      columns: { note: { role: 'other' } },
      output: safe ? { 'spreadsheet-safe': true } : {},
    }),
  })

  it('are warned of, by column, and stay as they are', async () => {
    await inFolder(files(false), async (folder) => {
      const { warnings } = await runJob(folder)
      expect(warnings.join('\n')).toMatch(/cells of note begin with =, \+, - or @.*output\.spreadsheet-safe: true/)
      expect(readFileSync(join(folder, 'out/release.csv'), 'utf8')).toContain(',=1+1')
    })
  })

  it.each(['=1+1', '+cmd', '@SUM(A1)', '-x'])(
    'names of columns: %s is warned of, and refused by output.spreadsheet-safe',
    async (name) => {
      const table = `${rows.map((row, i) => `${row},${i === 0 ? name : 'x'}\n`).join('')}`
      const named = { ...peopleFiles, 'people.csv': table }
      const job = (safe: boolean) =>
        peopleJob({ output: { 'spreadsheet-safe': safe }, columns: { [name]: { role: 'other' } } })
      await inFolder({ ...named, 'job.yaml': job(true) }, async (folder) => {
        await expect(runJob(folder)).rejects.toMatchObject({
          name: 'UserError',
          message: expect.stringMatching(/takes for a formula/),
        })
        expect(existsSync(join(folder, 'out'))).toBe(false)
        writeFileSync(join(folder, 'job.yaml'), job(false))
        expect((await runJob(folder)).warnings.join()).toMatch(/spreadsheet/)
      })
    },
  )

  it('get an apostrophe by output.spreadsheet-safe; numbers do not', async () => {
    await inFolder(files(true), async (folder) => {
      const { warnings } = await runJob(folder)
      expect(warnings.join('\n')).not.toMatch(/spreadsheet/)
      const release = readFileSync(join(folder, 'out/release.csv'), 'utf8')
      for (const cell of evil) expect(release).toContain(`,'${cell}`)
      expect(release).not.toMatch(/,[=+@-]/)
    })
  })
})

describe('a signal between any two steps', () => {
  for (const step of ['open', 'count', 'search', 'write', 'verify', 'publish'] as const) {
    it(`sent twice ends the process there and leaves nothing: ${step}`, async () => {
      await inFolder(peopleFiles, async (folder) => {
        const before = listing(folder)
        const cancel = new AbortController()
        let left: readonly string[] | undefined
        const progress = (own: RunProgress) => {
          if (own.step !== step || left !== undefined) return
          cancel.abort()
          if (step !== 'open') expect(listing(folder)).not.toEqual(before)
          // Nothing of the run goes on after the second signal: what is seen here is what stays.
          clearAtExit()
          left = listing(folder)
        }
        await runJob(folder, { progress, signal: cancel.signal }).catch(() => {})
        expect(left).toEqual(before)
      })
    })

    it(`cancels the run and leaves nothing: ${step}`, async () => {
      await inFolder(
        { ...peopleFiles, 'job.yaml': peopleJob({ output: { report: 'out/report.html' } }) },
        async (folder) => {
          const before = listing(folder)
          const cancel = new AbortController()
          const progress = (own: RunProgress) => {
            if (own.step === step) cancel.abort()
          }
          const ended = await runJob(folder, { progress, signal: cancel.signal }).catch((error: Error) => error.name)
          // A search that is stopped answers; everything else throws.
          if (typeof ended === 'string') expect(ended).toBe('CancelledError')
          else expect(ended.outcome).toBe('cancelled')
          expect(listing(folder)).toEqual(before)
          expect(temporary.engineFolders()).toEqual([])
        },
      )
    })
  }
})

describe('limits and signals of the system', needs(platform('linux')), () => {
  /** Starts the command in a way of its own, and does something to it when it has something to say. */
  function start(
    folder: string,
    words: readonly string[],
    meet: (child: ReturnType<typeof spawn>) => void,
  ): Promise<Ended> {
    const [command, ...args] = words
    const child = spawn(command, args, { cwd: folder, env: { ...process.env, NO_COLOR: '1' } })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (text) => {
      stdout += text
    })
    child.stderr.on('data', (text) => {
      stderr += text
    })
    meet(child)
    return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })))
  }
  const many = `name,age,sex,city,income\n${Array.from({ length: 3000 }, (_, i) => `P${i},${20 + (i % 50)},${i % 2 ? 'F' : 'M'},${['Oslo', 'Bergen', 'Paris', 'Lyon'][i % 4]},low`).join('\n')}\n`

  const long = peopleJob({
    algorithm: { name: 'genetic', population: 200, iterations: 1e8, patience: 1e8, improve: 'columns' },
  })

  it('a file that would be larger than allowed: exit 2, a sentence, nothing left', async () => {
    await inFolder({ ...peopleFiles, 'people.csv': many }, async (folder) => {
      const before = listing(folder)
      const words = ['prlimit', '--fsize=20000', process.execPath, ...halftoneCommand(), 'run', 'job.yaml']
      const ended = await start(folder, words, () => {})
      expect([ended.code, ended.stderr]).toEqual([2, expect.stringMatching(/larger than the system allows.*ulimit -f/)])
      expect(listing(folder)).toEqual(before)
    })
  })

  it.each(['SIGHUP', 'SIGTERM'] as const)(
    '%s once: cancelled, nothing left, not in the folder of engines either',
    (signal) =>
      inFolder({ ...peopleFiles, 'people.csv': many, 'job.yaml': long }, async (folder) => {
        const before = listing(folder)
        const words = [process.execPath, ...halftoneCommand(), 'run', 'job.yaml']
        const ended = await start(folder, words, (child) => {
          const watch = setInterval(() => {
            if (!existsSync(join(folder, 'out'))) return
            clearInterval(watch)
            child.kill(signal)
          }, 20)
          child.on('close', () => clearInterval(watch))
        })
        expect(ended.code).toBe(130)
        expect(listing(folder)).toEqual(before)
        expect(readdirSync(tmpdir()).filter((name) => name.startsWith('halftone-engine-'))).toEqual([])
      }),
  )

  it('Ctrl-C twice: gone at once, and nothing left', async () => {
    await inFolder({ ...peopleFiles, 'people.csv': many, 'job.yaml': long }, async (folder) => {
      const before = listing(folder)
      const ended = await start(folder, [process.execPath, ...halftoneCommand(), 'run', 'job.yaml'], (child) => {
        const watch = setInterval(() => {
          if (!listing(folder).some((name) => name.includes('.partial-'))) return
          clearInterval(watch)
          child.kill('SIGINT')
          child.kill('SIGINT')
        }, 20)
        child.on('close', () => clearInterval(watch))
      })
      expect(ended.code).toBe(130)
      expect(listing(folder)).toEqual(before)
    })
  })

  const searching = (folder: string, meet: (child: ReturnType<typeof spawn>) => void) =>
    start(folder, [process.execPath, ...halftoneCommand(), 'run', 'job.yaml'], (child) => {
      const watch = setInterval(() => {
        if (guards(child.pid).length === 0) return
        clearInterval(watch)
        meet(child)
      }, 20)
    })
  /** The processes that clear up after this one. */
  function guards(pid = 0): number[] {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
    return children.filter(
      (child) => child > 0 && /halftone-guard/.test(readFileSync(`/proc/${child}/cmdline`, 'utf8')),
    )
  }

  it.each(['SIGKILL', 'SIGABRT'] as const)('%s, as when memory runs out: nothing is left', (signal) =>
    inFolder({ ...peopleFiles, 'people.csv': many, 'job.yaml': long }, async (folder) => {
      const before = listing(folder)
      await searching(folder, (child) => {
        expect(listing(folder).some((name) => name.includes('.partial-'))).toBe(true)
        child.kill(signal)
      })
      await vi.waitFor(() => expect(listing(folder)).toEqual(before), 10_000)
      expect(readdirSync(tmpdir()).filter((name) => name.startsWith('halftone-engine-'))).toEqual([])
    }),
  )

  it('no guard is left after a run, nor after the death of one', () =>
    inFolder({ ...peopleFiles, 'people.csv': many, 'job.yaml': long }, async (folder) => {
      let known: number[] = []
      await searching(folder, (child) => {
        known = guards(child.pid)
        child.kill('SIGTERM')
      })
      expect(known).toHaveLength(1)
      await vi.waitFor(() => expect(existsSync(`/proc/${known[0]}`)).toBe(false), 10_000)
    }))

  it('kill -9 of a run and its guard: the next run clears what was staged, and the folder of the engine', async () => {
    await inFolder({ ...peopleFiles, 'people.csv': many, 'job.yaml': long }, async (folder) => {
      await searching(folder, (child) => {
        for (const pid of guards(child.pid)) process.kill(pid, 'SIGKILL')
        child.kill('SIGKILL')
      })
      expect(listing(folder).some((name) => name.includes('.partial-'))).toBe(true)
      writeFileSync(join(folder, 'job.yaml'), peopleJob())
      expect((await halftoneProcess(folder, ['run', 'job.yaml'])).code).toBe(0)
      expect(listing(folder).filter((name) => /\.(partial|halftone)-/.test(name))).toEqual([])
      expect(readdirSync(tmpdir()).filter((name) => name.startsWith('halftone-engine-'))).toEqual([])
    })
  })
})
