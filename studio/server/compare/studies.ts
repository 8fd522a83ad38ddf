/** The studies of a session: each is two files under `studies/`, so that the command line can run it too. */
import { existsSync, readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parse, stringify } from 'yaml'
import { UserError, userError } from '../../../src/ground/errors.ts'
import { readJob } from '../../../src/plan/job.ts'
import { listAxes } from '../../../src/report/study/axes.ts'
import { runName, type StudyRow } from '../../../src/report/study/study-row.ts'
import { readStudy, type StudyPlan } from '../../../src/study/plan-study.ts'
import { finishedRows, runStudy, type StudyProgress } from '../../../src/study/run-study.ts'
import type { Study } from '../../../src/study/study-schema.ts'
import { FileExists } from '../file-exists.ts'
import { pathFrom, pathInside } from '../folder.ts'
import { saveJob } from '../job/documents.ts'
import { checkedJob, planInside, refuseOutside } from '../job/job-paths.ts'
import { type Session, underWayIn } from '../session.ts'
import { type Watched, watchedState } from '../stream-states.ts'
import type { StudyRequest, StudyState } from './api.ts'

export interface OpenStudy extends Watched<StudyState> {
  readonly id: string
  readonly plan: StudyPlan
  /** Rows so far, in the order of the grid. */
  rows(): readonly StudyRow[]
  start(): void
  cancel(): void
  readonly ended: Promise<void>
}

const sessionStudies = underWayIn<OpenStudy>()

/** Writes the files of a study and opens it. If it cannot be planned, the files are restored. */
export async function makeStudy(session: Session, request: StudyRequest): Promise<OpenStudy> {
  const { job, base, name, study, force = false } = request
  if (!/^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u.test(name))
    throw userError('value', 'name')`the name of a study must be letters, digits, blanks, - and _; got "${name}"`
  const checked = checkedJob(job, 'the job')
  planInside(session, checked, base, 'the job')
  const file = pathInside(session.folder, join('studies', `${name}.study.yaml`))
  const document: Study = { version: 1, title: name, job: `${name}.job.yaml`, ...study, output: { folder: name } }
  const jobFile = pathInside(session.folder, join('studies', `${name}.job.yaml`))
  const before = [await asItWas(file), await asItWas(jobFile)]
  try {
    await saveJob(session, { job: checked, base, path: pathFrom(session.folder, jobFile), force: true })
    await writeFile(file, stringify(document, { flowCollectionPadding: true }))
    // Validate the study first.
    readStudy(file)
    // An unchanged study continues; another one of this name is only replaced on request.
    if (!force && before.some(({ isOther }) => isOther()))
      throw new FileExists(
        'there is another study named ' +
          `"${name}" in studies/; replace it (runs that are the same are kept), or choose another name`,
      )
    return await openStudy(session, pathFrom(session.folder, file))
  } catch (error) {
    for (const { back } of before) await back()
    throw error
  }
}

/** Snapshot of a file: whether it existed and has changed since, and a way to restore it. */
async function asItWas(file: string): Promise<{ isOther(): boolean; back(): Promise<void> }> {
  const text = existsSync(file) ? await readFile(file) : undefined
  return {
    isOther: () => text !== undefined && !readFileSync(file).equals(text),
    back: () => (text === undefined ? rm(file, { force: true }) : writeFile(file, text)),
  }
}

export async function openStudy(session: Session, path: string): Promise<OpenStudy> {
  const file = pathInside(session.folder, path)
  for (const job of jobsNamedIn(file)) {
    const jobFile = pathInside(session.folder, resolve(dirname(file), job))
    // A missing job is reported when the study is read.
    if (existsSync(jobFile)) refuseOutside(session, readJob(readFileSync(jobFile, 'utf8'), job), dirname(jobFile))
  }
  const plan = readStudy(file)
  pathInside(session.folder, plan.folder)
  for (const { files } of plan.runs) for (const output of files) pathInside(session.folder, output.file)
  const studies = sessionStudies(session)
  const known = () => [...studies.values()].find((study) => study.plan.file === plan.file)
  // A study that runs is not started again, and a stopped one keeps its rows.
  const opened = () => {
    const study = known()
    return study !== undefined && (study.state().status === 'running' || isSame(study.plan, plan)) ? study : undefined
  }
  const before = opened()
  if (before !== undefined) return before
  const rows = await finishedRows(plan)
  // Another request may have opened it meanwhile.
  const meanwhile = opened()
  if (meanwhile !== undefined) return meanwhile
  const id = known()?.id ?? String(studies.size + 1)
  const study = openedStudy(session, id, plan, rows)
  studies.set(id, study)
  return study
}

/** Lists the axes that a map of the rows can have, and the runs that can be opened. */
function listRows(rows: readonly StudyRow[]): Pick<StudyState, 'axes' | 'found'> {
  const namedAxes = (family: 'risk' | 'utility') =>
    listAxes(rows, family).map(({ name, label, title }) => ({ name, label, title }))
  return {
    axes: { risk: namedAxes('risk'), utility: namedAxes('utility') },
    found: rows
      .filter(({ outcome }) => outcome === 'found')
      .map((row) => ({ run: runName(row), settings: Object.values(row.settings).join(', ') })),
  }
}

function isSame(one: StudyPlan, other: StudyPlan): boolean {
  const key = ({ title, folder, runs }: StudyPlan) =>
    JSON.stringify([title, folder, runs.map(({ run, job, settings }) => [run, job, settings])])
  return key(one) === key(other)
}

/** The job files that a study names, read before planning. Errors of the file are reported later. */
function jobsNamedIn(file: string): readonly string[] {
  try {
    const { job } = parse(readFileSync(file, 'utf8')) as { job?: unknown }
    return [job].flat().filter((name) => typeof name === 'string')
  } catch {
    return []
  }
}

export function findStudy(session: Session, id: string): OpenStudy {
  const study = sessionStudies(session).get(id)
  if (study === undefined)
    throw new UserError(`there is no study "${id}" in this session; open or start one`, { rule: 'known' })
  return study
}

function openedStudy(session: Session, id: string, plan: StudyPlan, before: readonly StudyRow[]): OpenStudy {
  let rows = before
  // Points of a front are rows of one run.
  const finished = new Set(rows.map(({ run }) => run)).size
  const file = pathFrom(session.folder, plan.file)
  const { update, ...watched } = watchedState<StudyState>({
    id,
    title: plan.title,
    file,
    folder: pathFrom(session.folder, plan.folder),
    command: `halftone study ${/[^\w./-]/.test(file) ? `"${file}"` : file}`,
    status: finished === plan.runs.length ? 'finished' : 'stopped',
    done: finished,
    total: plan.runs.length,
    kept: finished,
    failed: rows.filter(({ outcome }) => outcome === 'failed').length,
    running: [],
    ...listRows(rows),
  })
  let abort = new AbortController()
  let ended = Promise.resolve()
  const progressed = ({ done, kept, failed, running, secondsLeft }: StudyProgress): void => {
    update({ done, kept, failed, running: running.map(({ run, settings }) => ({ run, settings })), secondsLeft })
  }
  const work = async (): Promise<void> => {
    try {
      const result = await runStudy(plan, {
        threads: session.threads,
        memory: session.memory,
        signal: abort.signal,
        progress: progressed,
        rows: (soFar) => {
          rows = soFar
          update(listRows(rows))
        },
      })
      ;({ rows } = result)
      const status = result.outcome === 'finished' ? 'finished' : 'stopped'
      update({ status, running: [], secondsLeft: undefined, error: undefined, ...listRows(rows) })
    } catch (error) {
      const { name, message } = error as Error
      update({ status: 'failed', running: [], error: { error: message, kind: name } })
    }
  }
  return {
    id,
    plan,
    ...watched,
    rows: () => rows,
    start() {
      if (watched.state().status === 'running') return
      abort = new AbortController()
      update({ status: 'running' })
      ended = work()
    },
    cancel: () => abort.abort(),
    get ended() {
      return ended
    },
  }
}
