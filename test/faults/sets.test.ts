/** A set is one: what a killed process left half published is put right by the next command that looks there, and parts of two runs are refused. */
import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { evaluateQueries } from '../../src/evaluate/evaluate-queries.ts'
import { realDisk } from '../../src/ground/disk.ts'
import { filesBeside } from '../../src/plan/outputs-beside.ts'
import { readRecodingFile } from '../../src/recoding/read-recoding.ts'
import { applyRecoding } from '../../src/tasks/apply.ts'
import { assessRisk, verifyRelease } from '../../src/tasks/verify.ts'
import { halftone, inFolder, peopleFiles, peopleJob, readTablePlan, runJob } from '../end-to-end/workshop.ts'

const report = { output: { report: 'out/report.html' } }
const files = { ...peopleFiles, 'job.yaml': peopleJob(report) }
const again = peopleJob({ ...report, privacy: { k: 3 } })
const asked = (folder: string) => ({
  source: { source: 'out/release.csv', base: folder },
  quasiIdentifiers: ['age', 'sex', 'city'],
  missingValues: [],
})
const verify = (folder: string) => halftoneHere(folder)

/** `verify --job`, in this process. */
async function halftoneHere(folder: string): Promise<string> {
  const { readPlan } = await import('../../src/plan/read-plan.ts')
  return (
    await verifyRelease({ ...asked(folder), quasiIdentifiers: undefined, job: readPlan(join(folder, 'job.yaml')) })
  ).verdict
}

describe('verify refuses a set whose parts do not belong together', () => {
  const parts = {
    'the manifest of another run': 'out/release.manifest.json',
    'the report of another run': 'out/report.html',
    'the recoding of another run': 'out/private/release.recoding.json',
    'the release of another run': 'out/release.csv',
  }
  it(Object.keys(parts).join(', '), async () => {
    await inFolder(files, async (folder) => {
      await runJob(folder)
      expect(await verify(folder)).toBe('holds')
      cpSync(join(folder, 'out'), join(folder, 'old'), { recursive: true })
      writeFileSync(join(folder, 'job.yaml'), again)
      await runJob(folder, { force: true })
      expect(await verify(folder)).toBe('holds')
      for (const [what, part] of Object.entries(parts)) {
        copyFileSync(join(folder, part), join(folder, 'new'))
        copyFileSync(join(folder, part.replace(/^out/, 'old')), join(folder, part))
        await expect(verify(folder), what).rejects.toMatchObject({
          name: 'UserError',
          message: expect.stringMatching(/do not belong together.*run the job again, or move the manifest away/),
        })
        renameSync(join(folder, 'new'), join(folder, part))
      }
    })
  })

  it('evaluate and apply refuse it too, and leave nothing', async () => {
    await inFolder(files, async (folder) => {
      await runJob(folder)
      const recoding = join(folder, 'out/private/release.recoding.json')
      copyFileSync(recoding, join(folder, 'old'))
      writeFileSync(join(folder, 'job.yaml'), again)
      await runJob(folder, { force: true })
      const evaluated = () =>
        evaluateQueries({
          job: readTablePlan(join(folder, 'job.yaml')),
          release: asked(folder).source,
          workload: { file: 'queries.txt', text: 'sex = F\n' },
        })
      const applied = () =>
        halftone(folder, ['apply', 'out/private/release.recoding.json', 'people.csv', '--output', 'new/release.csv'])
      const appliedHere = () =>
        applyRecoding({
          recoding: readRecodingFile(recoding),
          name: recoding,
          source: { source: 'people.csv', base: folder },
          output: filesBeside(join(folder, 'new', 'release.csv'), ['recoding', 'fullManifest', 'manifest']),
          unseen: 'fail',
        })
      expect((await evaluated()).queries).toHaveLength(1)
      expect((await applied()).code).toBe(0)
      rmSync(join(folder, 'new'), { recursive: true })
      expect((await appliedHere()).outcome).toBe('found')
      rmSync(join(folder, 'new'), { recursive: true })
      renameSync(join(folder, 'old'), recoding)
      await expect(evaluated()).rejects.toMatchObject({
        name: 'UserError',
        message: expect.stringMatching(/do not belong together/),
      })
      await expect(appliedHere()).rejects.toThrow(/do not belong together/)
      expect(await applied()).toMatchObject({ code: 2, stderr: expect.stringMatching(/do not belong together/) })
      expect(existsSync(join(folder, 'new'))).toBe(false)
    })
  })

  it('a release that somebody changed; by itself it can be looked at', async () => {
    await inFolder(files, async (folder) => {
      await runJob(folder)
      writeFileSync(
        join(folder, 'out/release.csv'),
        `${readFileSync(join(folder, 'out/release.csv'), 'utf8')}99,F,Oslo,low\n`,
      )
      const refused = await halftone(folder, ['verify', 'out/release.csv', '--job', 'job.yaml', '--json'])
      expect([refused.code, refused.stdout]).toEqual([2, expect.stringMatching(/do not belong together/)])
      rmSync(join(folder, 'out/release.manifest.json'))
      rmSync(join(folder, 'out/private'), { recursive: true })
      expect(await verify(folder)).toBe('broken')
    })
  })

  it('a part that is not there is no fault: a reader may have been given the release and the manifest alone', async () => {
    await inFolder(files, async (folder) => {
      await runJob(folder)
      rmSync(join(folder, 'out/report.html'))
      rmSync(join(folder, 'out/private'), { recursive: true })
      expect(await verify(folder)).toBe('holds')
    })
  })
})

describe('a switch that was interrupted', () => {
  class Killed extends Error {}

  /** A run whose process dies at the n-th move of the switch. */
  async function dyingRun(folder: string, at: number, force: boolean): Promise<void> {
    let moves = 0
    let gone = false
    const guard =
      <W extends unknown[], R>(work: (...words: W) => Promise<R>, counts: boolean) =>
      async (...words: W): Promise<R> => {
        if (
          gone ||
          (counts &&
            words.some((word) => String(word).includes(join(folder, 'out'))) &&
            isTarget(String(words[1])) &&
            ++moves > at)
        ) {
          gone = true
          throw new Killed()
        }
        return work(...words)
      }
    const disk = Object.fromEntries(
      Object.entries(realDisk).map(([name, work]) => [
        name,
        guard(work as never, name === 'move' || name === 'moveNew'),
      ]),
    ) as unknown as typeof realDisk
    await expect(runJob(folder, { force, disk })).rejects.toBeInstanceOf(Killed)
    // Journal and locks name this process, which lives: let it be one that does not.
    for (const name of readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' })) {
      if (!/(^|\/)\.halftone-/.test(name)) continue
      const file = join(folder, 'out', name)
      writeFileSync(file, readFileSync(file, 'utf8').replace(/"process":"[^"]*"/, '"process":"999999999.1"'))
    }
  }
  const isTarget = (path: string) => !/(^|\/)\.(partial|halftone)-[^/]*$/.test(path)

  const commands: Readonly<Record<string, (folder: string) => Promise<unknown>>> = {
    verify,
    risk: (folder) => assessRisk(asked(folder)),
  }
  for (const [name, command] of Object.entries(commands)) {
    it(`is finished by the next ${name}, at whichever file it stopped`, async () => {
      await inFolder(files, async (folder) => {
        await runJob(folder)
        writeFileSync(join(folder, 'job.yaml'), again)
        for (let at = 0; at < 5; at++) {
          await dyingRun(folder, at, true)
          expect(readdirSync(join(folder, 'out')).some((own) => own.startsWith('.halftone-journal-'))).toBe(true)
          expect(existsSync(join(folder, 'out/release.manifest.json'))).toBe(false)
          if (command !== verify) await command(folder)
          expect(await verify(folder)).toBe('holds')
          expect(
            JSON.parse(readFileSync(join(folder, 'out/release.manifest.json'), 'utf8')).requirements[0].options.k,
          ).toBe(3)
          expect(readdirSync(join(folder, 'out')).filter((own) => own.startsWith('.halftone-journal-'))).toEqual([])
        }
      })
    })
  }

  it('of a new set: finished, or taken back where somebody put a file in the way', async () => {
    await inFolder(files, async (folder) => {
      await dyingRun(folder, 1, false)
      writeFileSync(join(folder, 'out/release.manifest.json'), 'theirs')
      await assessRisk(asked(folder)).catch(() => {})
      expect(readFileSync(join(folder, 'out/release.manifest.json'), 'utf8')).toBe('theirs')
    })
  })
})
