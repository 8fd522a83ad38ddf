/**
 * Manages `runs/<run>/` of a study. A result is valid as long as its fingerprint: the job, the content of its input
 * files, and Halftone's version. Runs that changed their index in the grid are renamed; everything else in `runs/` is
 * removed.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as yaml from 'yaml'
import { UserError, userError } from '../ground/errors.ts'
import { pairsInWords } from '../ground/format.ts'
import { version } from '../ground/version.ts'
import { runName, type StudyRow } from '../report/study/study-row.ts'
import type { PlannedRun, StudyPlan } from './plan-study.ts'
import { jobToRelease, runEvaluation, runFolder, sortedText } from './plan-study.ts'
import type { RunOutcome } from './run-job.ts'
import type { StudyInputs } from './study-inputs.ts'

const wrongFile = userError('file', 'output.folder')

export interface StoredRun extends Omit<RunOutcome, 'seconds'> {
  readonly fingerprint: string
  readonly measured: NonNullable<StudyRow['measured']>
}

/** Marks a folder as a study's; raise the version if the stored format changes. */
const MARK = { halftone: 'study', version: 2 } as const
const MOVING = '.moving-'

export async function fingerprintRuns(plan: StudyPlan, { hash }: StudyInputs): Promise<readonly string[]> {
  const prints: string[] = []
  for (const planned of plan.runs) {
    const { job, files } = planned
    const read: [string, string][] = []
    for (const { key, file } of files) read.push([key, await hash(file)])
    const text = sortedText({
      mark: MARK,
      halftone: version,
      job,
      read,
      evaluate: runEvaluation(plan, planned),
      releases: plan.releases,
    })
    prints.push(createHash('sha256').update(text).digest('hex'))
  }
  return prints
}

/** Refuses a folder with other content. Writes nothing. */
export async function checkFolder({ folder, name }: StudyPlan, force: boolean): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new UserError(
      error.code === 'ENOTDIR'
        ? `output.folder of ${name} is a file (${folder}); name a folder`
        : `output.folder of ${name} cannot be read (${error.code}): ${folder}`,
      { path: 'output.folder', rule: 'file' },
    )
  })
  if (entries.length === 0 || force) return
  const mark = (await readJson(join(folder, 'study.json'))) as Partial<typeof MARK & { name: string }> | undefined
  if (mark?.halftone !== MARK.halftone)
    throw wrongFile`output.folder of ${name} holds something that is not a study
      (${entries.slice(0, 3).join(', ')}${entries.length > 3 ? ', …' : ''} in ${folder}); choose another folder, or add
      --force to write into it`
  if (mark.name !== name)
    throw wrongFile`output.folder of ${name} holds the study ${mark.name} (${folder}), whose rows would go; choose
      another folder, or add --force to take it over`
}

/** Returns valid results by run and removes everything else in `runs/`; with `retry`, failed runs too. */
export async function openStudyFolder(
  plan: StudyPlan,
  fingerprints: readonly string[],
  { retry = false }: { readonly retry?: boolean } = {},
): Promise<Map<string, StoredRun>> {
  const runs = join(plan.folder, 'runs')
  await mkdir(runs, { recursive: true })
  const { name, axes } = plan
  await writeWhole(
    join(plan.folder, 'study.json'),
    `${JSON.stringify({ ...MARK, name, axes, runs: plan.runs.map(({ run, settings }) => ({ run, settings })) }, null, 2)}\n`,
  )
  const kept = await keptRuns(plan, fingerprints, retry)
  const stored = new Map<string, StoredRun>()
  for (const entry of await readdir(runs)) {
    const result = kept.get(entry)
    if (result === undefined) {
      await rm(join(runs, entry), { recursive: true, force: true })
      continue
    }
    stored.set(result.run, result.stored)
    // Two steps, since two runs may swap names; after a crash in between, either name is recognized.
    if (entry !== result.run) await rename(join(runs, entry), join(runs, MOVING + result.run))
  }
  for (const entry of await readdir(runs)) {
    if (entry.startsWith(MOVING)) await rename(join(runs, entry), join(runs, entry.slice(MOVING.length)))
  }
  for (const { run } of plan.runs) if (stored.has(run)) await writeJob(plan, run)
  return stored
}

export async function readStudyFolder(
  plan: StudyPlan,
  fingerprints: readonly string[],
): Promise<Map<string, StoredRun>> {
  return new Map([...(await keptRuns(plan, fingerprints, false)).values()].map(({ run, stored }) => [run, stored]))
}

async function keptRuns({ folder, runs }: StudyPlan, fingerprints: readonly string[], retry: boolean) {
  const wanted = new Map(fingerprints.map((print, i) => [print, runs[i].run]))
  const kept = new Map<string, { readonly run: string; readonly stored: StoredRun }>()
  for (const entry of (await readdir(join(folder, 'runs')).catch(() => [])).sort()) {
    const stored = await readStored(join(folder, 'runs', entry))
    const run = stored === undefined ? undefined : wanted.get(stored.fingerprint)
    if (stored === undefined || run === undefined || (retry && stored.figures.outcome === 'failed')) continue
    wanted.delete(stored.fingerprint)
    kept.set(entry, { run, stored })
  }
  return kept
}

export async function prepareRun(plan: StudyPlan, run: string): Promise<string> {
  await rm(runFolder(plan, run), { recursive: true, force: true })
  await mkdir(runFolder(plan, run), { recursive: true })
  return writeJob(plan, run)
}

export async function storeRun(plan: StudyPlan, run: string, stored: StoredRun): Promise<void> {
  await writeWhole(join(runFolder(plan, run), 'result.json'), `${JSON.stringify(stored, writeNumbers, 2)}\n`)
}

export async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.partial`, text)
  await rename(`${file}.partial`, file)
}

export function jobText({ name }: Pick<StudyPlan, 'name'>, planned: PlannedRun, point?: number): string {
  const words = pairsInWords(planned.settings, ' ')
  const run = runName({ run: planned.run, point })
  return `# Run ${run} of ${name}${words === '' ? '' : `: ${words}`}\n${yaml.stringify(jobToRelease(planned, point))}`
}

async function writeJob(plan: StudyPlan, run: string): Promise<string> {
  const planned = plan.runs.find((one) => one.run === run) as PlannedRun
  const file = join(runFolder(plan, run), 'job.yaml')
  await writeWhole(file, jobText(plan, planned))
  return file
}

async function readStored(folder: string): Promise<StoredRun | undefined> {
  const file = join(folder, 'result.json')
  if (!existsSync(file)) return undefined
  const found = (await readJson(file)) as Partial<StoredRun> | undefined
  return found?.figures === undefined || found.details === undefined || found.measured === undefined
    ? undefined
    : (found as StoredRun)
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'), readNumbers)
  } catch {
    return undefined
  }
}

/** Numbers that JSON cannot represent. */
const odd: Readonly<Record<string, number>> = {
  'number NaN': Number.NaN,
  'number Infinity': Number.POSITIVE_INFINITY,
  'number -Infinity': Number.NEGATIVE_INFINITY,
}

function writeNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? `number ${value}` : value
}

function readNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'string' && value in odd ? odd[value] : value
}
