/** Plans the runs of a study file. Checks everything that needs no row before writing anything. */

import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { isDatabase } from '../engines/open-engine.ts'
import { naming, UserError, userError } from '../ground/errors.ts'
import { pairsInWords } from '../ground/format.ts'
import { findLearner } from '../learn/index.ts'
import { jobSchema, readJob } from '../plan/job.ts'
import { jobFiles, mapJobFiles } from '../plan/job-files.ts'
import { columnsInRole } from '../plan/plan.ts'
import { readDocument } from '../plan/read-job.ts'
import { makePlan, ofTable, type Plan, planFacts } from '../plan/read-plan.ts'
import { readText } from '../plan/shared-plan.ts'
import type { StudyRow } from '../report/study/study-row.ts'
import { displayName, findFiles, portablePath } from '../sources/files.ts'
import { isElsewhere } from '../sources/places/index.ts'
import { nameInDatabase } from '../sources/table-name.ts'
import { ABOUT, type About } from '../table/about.ts'
import type { Job } from '../table/job-schema.ts'
import { pathOfKey, withValue } from './dotted-key.ts'
import { type Axis, type Choice, listCombinations, readAxes, type Word } from './grid.ts'
import { checkAxes } from './study-map.ts'
import { type Study, studySchema } from './study-schema.ts'

const notTogether = userError('together', 'evaluate')
const sameJob = userError('together', 'grid')
const oneLedger = userError('together', 'history')

export type RowHead = Pick<
  StudyRow,
  'run' | 'settings' | 'data' | 'kind' | 'algorithm' | 'start' | 'improve' | 'seed' | 'k'
>

export interface PlannedRun extends RowHead {
  /** Paths are relative to the folder of the run, which holds the outputs. */
  readonly job: Job
  readonly files: readonly { readonly key: string; readonly file: string }[]
  /** Seed of the folds, if not the job's: runs with different seeds are tested on the same folds. */
  readonly foldSeed?: number
}

export interface StudyPlan {
  readonly name: string
  readonly title: string
  readonly file: string
  readonly folder: string
  readonly axes: readonly string[]
  readonly runs: readonly PlannedRun[]
  readonly map: NonNullable<Study['map']>
  readonly evaluate?: NonNullable<Study['evaluate']>
  readonly releases: 'keep' | 'discard'
  readonly fronts: boolean
}

export function readStudy(studyFile: string): StudyPlan {
  const path = resolve(studyFile)
  const study = readDocument(readText(path, studyFile, 'study file'), studyFile, studySchema)
  return planStudy(study, path)
}

/** `path` is the study file, which may not exist: its relative paths start there. */
export function planStudy(study: Study, path: string): StudyPlan {
  const name = basename(path)
  const base = dirname(path)
  const folder = resolve(base, study.output.folder)
  withName(name, () => checkAxes(study.map ?? {}, study.evaluate))
  const jobs = typeof study.job === 'string' ? [study.job] : study.job
  const axes = readAxes(study.grid, name)
  const combinations = listCombinations(axes, jobs.length, name)
  const jobNames = nameJobs(jobs)
  const width = String(jobs.length * combinations.length).length
  const planned = jobs.flatMap((jobFile, i) => {
    const file = resolve(base, jobFile)
    const job = readJob(readText(file, jobFile, 'job file'), jobFile)
    refuseWrongKeys(axes, job, name)
    return combinations.map((choices, j) =>
      planRun(
        {
          run: String(i * combinations.length + j + 1).padStart(width, '0'),
          settings: chosenSettings(axes, choices, jobs.length > 1 ? jobNames[i] : undefined),
        },
        choices,
        { job, file, name, folder },
        study,
      ),
    )
  })
  const runs = withoutJob(planned)
  refuseDoubles(runs, name)
  const named = withDifferentData(runs)
  return {
    name,
    title: study.title ?? fileStem(name),
    file: path,
    folder,
    axes: [...new Set(runs.flatMap(({ settings }) => Object.keys(settings)))],
    runs: named,
    map: study.map ?? {},
    evaluate: study.evaluate,
    releases: study.releases ?? 'discard',
    fronts: study.fronts ?? false,
  }
}

/** If each job has its own data, the data set identifies it and the job name is left out. */
function withoutJob(runs: readonly PlannedRun[]): readonly PlannedRun[] {
  const jobs = new Map<string, Set<unknown>>()
  for (const { data, settings } of runs) jobs.set(data, (jobs.get(data) ?? new Set()).add(settings['job']))
  if ([...jobs.values()].some((sources) => sources.size > 1)) return runs
  return runs.map((run) => {
    const { job: _, ...settings } = run.settings
    return { ...run, settings }
  })
}

/** Files with one name in different folders get the job or the folder added to the name. */
function withDifferentData(runs: readonly PlannedRun[]): PlannedRun[] {
  const findSource = ({ files }: PlannedRun) =>
    files.filter(({ key }) => key.startsWith('data.source')).map(({ file }) => file)
  const jobsBySource = new Map<string, Map<string, Set<unknown>>>()
  for (const run of runs) {
    const sources = jobsBySource.get(run.data) ?? new Map<string, Set<unknown>>()
    jobsBySource.set(run.data, sources)
    const source = findSource(run).join('\n')
    sources.set(source, (sources.get(source) ?? new Set()).add(run.settings['job']))
  }
  return runs.map((run) => {
    const sources = jobsBySource.get(run.data)
    if (sources === undefined || sources.size < 2) return run
    const jobs = [...sources.values()].map((names) => [...names])
    const byJob = jobs.every(([job, ...more]) => job !== undefined && more.length === 0)
    return { ...run, data: `${run.data} (${byJob ? run.settings['job'] : basename(dirname(findSource(run)[0]))})` }
  })
}

export function runEvaluation({ evaluate }: StudyPlan, { foldSeed }: PlannedRun): StudyPlan['evaluate'] {
  return evaluate === undefined || foldSeed === undefined ? evaluate : { ...evaluate, seed: foldSeed }
}

export function runFolder({ folder }: Pick<StudyPlan, 'folder'>, run: string): string {
  return join(folder, 'runs', run)
}

export function jobToRelease({ job }: PlannedRun, point: number | undefined): Job {
  return point === undefined ? job : (withValue(job, ['algorithm', 'point'], point) as Job)
}

function refuseWrongKeys(axes: readonly Axis[], job: Job, name: string): void {
  if (job.history !== undefined)
    throw oneLedger`${name}: its job has a ledger, which every run would add a release to; remove history from a copy of
      the job`
  for (const { key, choices } of axes) {
    for (const { settings, word } of choices) {
      const thing = key in settings ? `${name}: grid` : `${name}: grid.${key}.${word}`
      for (const key of Object.keys(settings)) pathOfKey(key, job, thing)
    }
  }
}

function chosenSettings(
  axes: readonly Axis[],
  choices: readonly Choice[],
  job: string | undefined,
): Record<string, Word> {
  const chosen = Object.fromEntries(axes.map(({ key }, i) => [key, choices[i].word]))
  return job === undefined ? chosen : { job, ...chosen }
}

function planRun(
  { run, settings }: Pick<StudyRow, 'run' | 'settings'>,
  choices: readonly Choice[],
  { job: given, file, name, folder }: Pick<StudyPlan, 'file' | 'name' | 'folder'> & Pick<PlannedRun, 'job'>,
  { evaluate }: Study,
): PlannedRun {
  const words = pairsInWords(settings, ' ')
  const thing = `${name}, run ${run}${words === '' ? '' : ` (${words})`}`
  const job = readSubstituted(substituted(given, choices, name), thing)
  const base = dirname(file)
  const plan = withName(thing, () => makePlan(job, base, basename(file)))
  if (evaluate !== undefined) withName(thing, () => checkEvaluation(evaluate, plan))
  const { source } = plan.source
  const sources = isElsewhere(source) ? [] : withName(thing, () => findFiles(source, plan.source.base))
  const runPath = join(folder, 'runs', run)
  const { seed = 1 } = given
  const { about: kind, k } = planFacts(plan)
  const moved = mapJobFiles(withSameQueries(job, given, kind), (path) =>
    isAbsolute(path) ? path : portablePath(runPath, resolve(base, path)),
  )
  const ending = /(\.[a-z]+)?(\.gz)?$/i.exec(basename(job.output.release ?? '.csv'))?.[0] ?? ''
  return {
    run,
    settings,
    data: isDatabase(source)
      ? nameInDatabase(plan.source)
      : sources.length === 0
        ? [source].flat().join(', ')
        : displayName(sources),
    kind,
    algorithm: plan.search.name,
    ...('stages' in plan.search ? plan.search.stages?.(plan.options) : undefined),
    k,
    seed: plan.seed,
    job: { ...moved, output: { release: `release${ending}` } },
    files: [
      ...sources.map((path, i) => ({ key: `data.source ${i + 1}`, file: path })),
      ...jobFiles(job)
        .filter(({ key }) => !key.startsWith('data.source') && !key.endsWith('.key'))
        .map(({ key, file: path }) => ({ key, file: resolve(base, path) })),
    ],
    foldSeed: evaluate !== undefined && evaluate.seed === undefined && plan.seed !== seed ? seed : undefined,
  }
}

/** Short keys first, so that `algorithm` does not undo `algorithm.population`. */
function substituted(job: Job, choices: readonly Choice[], name: string): unknown {
  const settings = choices
    .flatMap((choice) => Object.entries(choice.settings))
    .map(([key, value]) => ({ path: pathOfKey(key, job, name), value }))
    .sort((a, b) => a.path.length - b.path.length)
  return settings.reduce<unknown>((made, { path, value }) => withValue(made, path, value), job)
}

function readSubstituted(job: unknown, thing: string): Job {
  try {
    return readDocument(JSON.stringify(job), thing, jobSchema())
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    // Drops line numbers: no user wrote this text.
    throw new UserError(error.faults.map(({ message, path, rule }) => ({ place: `${thing}:`, message, path, rule })))
  }
}

function withName<T>(thing: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof UserError ? naming(thing, error) : error
  }
}

export const noLearning = notTogether`evaluate is for tables; remove it: classifiers do not learn from baskets`

function checkEvaluation({ learners }: NonNullable<Study['evaluate']>, plan: Plan): void {
  for (const learner of learners) findLearner(learner)
  if (!columnsInRole(ofTable(plan, noLearning), 'target').some(({ type }) => type !== 'numeric'))
    throw notTogether`evaluate needs a target column of categories to learn; give a column role: target`
}

function refuseDoubles(runs: readonly PlannedRun[], name: string): void {
  const seen = new Map<string, string>()
  for (const { run, job, settings } of runs) {
    const text = sortedText(job)
    const before = seen.get(text)
    if (before !== undefined)
      throw sameJob`${name}: runs ${before} and ${run} (${pairsInWords(settings, ' ')}) are the same job; take one of
        the choices out of the grid`
    seen.set(text, run)
  }
}

/** Names job files by file name if these differ, otherwise by folder, otherwise by both. */
function nameJobs(jobs: readonly string[]): readonly string[] {
  const folders = jobs.map((job) => dirname(job).split(sep).join('/'))
  const stems = jobs.map(fileStem)
  const differ = (names: readonly string[]) => new Set(names).size === names.length
  if (differ(stems)) return stems
  return differ(folders) && !folders.includes('.') ? folders : stems.map((stem, i) => `${folders[i]}/${stem}`)
}

function fileStem(file: string): string {
  return basename(file).replace(/\.(ya?ml|json)$/i, '')
}

/** Fixes the seed of drawn queries, so that runs with different seeds compare. `given`: the job before the grid. */
function withSameQueries(job: Job, { seed = 1 }: Job, about: About): Job {
  const workload = job.utility?.workload
  const drawn =
    workload === undefined ? ABOUT[about].alwaysQueried : typeof workload !== 'string' && workload.seed === undefined
  if (!drawn || (job.seed ?? 1) === seed) return job
  return { ...job, utility: { ...job.utility, workload: { ...(typeof workload === 'object' ? workload : {}), seed } } }
}

/** Serializes equal values to equal text, whatever the order of their keys. */
export function sortedText(value: unknown): string {
  return JSON.stringify(value, (_key, inner) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
