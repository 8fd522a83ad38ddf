/** The runs of a session, each in a child process that ends with the studio. A state is replaced on every change. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { diskFault } from '../../../src/ground/disk.ts'
import { CancelledError, UserError, userError } from '../../../src/ground/errors.ts'
import type { ChildProcess } from '../../../src/ground/workers/child-process.ts'
import { outputFiles } from '../../../src/plan/outputs.ts'
import { today } from '../../../src/report/signing.ts'
import type { RunProgress, RunResult } from '../../../src/run.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import { type ChildRunResult, runInChildProcess } from '../../../src/tasks/run-in-child-process.ts'
import { FileExists } from '../file-exists.ts'
import { pathFrom, pathInside } from '../folder.ts'
import { checkedJob, planInside } from '../job/job-paths.ts'
import { type Session, underWayIn } from '../session.ts'
import { type Watched, watchedState } from '../stream-states.ts'
import { isUnderWay, type RunRequest, type RunState, type RunStatus } from './api.ts'
import { earlierRun, earlierRuns, isEarlier } from './earlier-runs.ts'

const notTogether = userError('together')

export interface Run extends Watched<RunState> {
  readonly id: string
  /** Absolute paths. */
  readonly outputs: readonly string[]
  cancel(): void
  /** Ends the search and publishes its best result so far. */
  keepBest(): void
  /** Resolves however the run ends. */
  readonly ended: Promise<void>
}

const sessionRuns = underWayIn<Run>()

/** Starts a run. Refuses a job that cannot be planned or that names files outside the folder. */
export function startRun(session: Session, request: RunRequest): Run {
  const checked = checkedJob(request.job, request.name)
  const job = request.force ? checked : withFreeOutputs(session, checked, request)
  const plan = planInside(session, job, request.base, request.name)
  const recoding = request.recoding === undefined ? undefined : pathInside(session.folder, request.recoding)
  const trail = request.trail === undefined ? undefined : pathInside(session.folder, request.trail)
  const outputs = outputFiles(plan.output).map(([, file]) => file)
  const runs = sessionRuns(session)
  const id = String(runs.size + 1)
  if (!request.force) refuseExisting(session, outputs)
  const work = (progress: (progress: RunProgress) => void): ChildProcess<ChildRunResult> =>
    runInChildProcess(
      {
        job,
        base: pathInside(session.folder, request.base),
        name: request.name,
        date: today(),
        force: request.force,
        threads: session.threads,
        memory: session.memory,
        recoding,
        trail,
        inSourceOrder: rowsFile(session, id, plan.output.release),
      },
      { progress },
    )
  const before = [...runs.values()].filter((earlier) => isUnderWay(earlier.state()))
  const turn = before.length === 0 ? undefined : Promise.all(before.map(({ ended }) => ended)).then(() => {})
  const run = makeRun(id, { ...request, job }, outputs, work, turn)
  runs.set(run.id, run)
  return run
}

/** The private temporary file of a run's release in the order of its source. */
export function rowsFile(session: Session, id: string, release = ''): string {
  return join(session.scratch, `rows-${id}${/(\.[^./]+)?(\.gz)?$/.exec(release)?.[0]}`)
}

export function findRun(session: Session, id: string): Run {
  const run = isEarlier(id) ? endedRun(earlierRun(session, id)) : sessionRuns(session).get(id)
  if (run === undefined)
    throw new UserError(`there is no run "${id}" in this session; start one on the page Run`, { rule: 'known' })
  return run
}

/** Wraps an earlier release as an ended run. */
function endedRun(state: RunState | undefined): Run | undefined {
  const nothing = (): void => {}
  return (
    state && {
      id: state.id,
      outputs: [],
      state: () => state,
      listen: () => nothing,
      cancel: nothing,
      keepBest: nothing,
      ended: Promise.resolve(),
    }
  )
}

/** Releases from before this session that none of its runs has replaced. */
export function listEarlier(session: Session): readonly RunState[] {
  const releases = new Set(listRuns(session).map((run) => run.state().result?.release))
  return earlierRuns(session).filter(({ result }) => !releases.has(result?.release))
}

/** Returns a published run; refused if it published nothing or a later run replaced its files. */
export function publishedRun(session: Session, id: string): RunState & { readonly result: RunResult } {
  const state = findRun(session, id).state()
  const { result } = state
  if (result?.release === undefined)
    throw new UserError(`run ${id} has published nothing; change what is asked, or run again`, { rule: 'data' })
  const later = replacedBy(session, state)
  if (later !== undefined)
    throw notTogether`the release of run ${id} was replaced by run ${later}; look there, or run again`
  return { ...state, result }
}

export function plannedRun(session: Session, id: string) {
  const run = publishedRun(session, id)
  const { job, base, name } = run.request
  return { ...run, plan: planInside(session, job, base, name) }
}

export function listRuns(session: Session): readonly Run[] {
  return [...sessionRuns(session).values()]
}

export function replacedBy(session: Session, { id, result }: RunState): string | undefined {
  if (result?.release === undefined) return undefined
  const later = listRuns(session).filter((run) => Number(run.id) > Number(id))
  return later.find((run) => run.state().result?.release === result.release)?.id
}

/** Files that exist or that a pending run will write. */
function takenOutputs(session: Session, outputs: readonly string[]): string[] {
  const promised = new Set(listRuns(session).flatMap((run) => (isUnderWay(run.state()) ? run.outputs : [])))
  return outputs.filter((file) => promised.has(file) || existsSync(file))
}

/** Numbers the output files of a job if some are taken, so that no earlier result is lost: `release-2.csv`. */
function withFreeOutputs(session: Session, job: Job, { base, name }: RunRequest): Job {
  const isFree = (numbered: Job): boolean => {
    const outputs = outputFiles(planInside(session, numbered, base, name).output).map(([, file]) => file)
    return takenOutputs(session, outputs).length === 0
  }
  if (job.output.release === undefined || isFree(job)) return job
  for (let number = 2; ; number++) {
    const output = Object.fromEntries(
      Object.entries(job.output).map(([key, value]) => [
        key,
        NUMBERED.has(key) ? String(value).replace(/(\.[^./]+)?(\.gz)?$/, `-${number}$1$2`) : value,
      ]),
    ) as Job['output']
    const numbered = { ...job, output }
    if (isFree(numbered)) return numbered
  }
}

/** Keys of `output` that name a file. */
const NUMBERED = new Set(['release', 'recoding', 'tidy', 'manifest', 'report', 'workload'])

function refuseExisting(session: Session, outputs: readonly string[]): void {
  const there = takenOutputs(session, outputs).map((file) => pathFrom(session.folder, file))
  if (there.length > 0)
    throw new FileExists(
      `${there.join(', ')} ${there.length === 1 ? 'exists' : 'exist'} already; replace ` +
        `${there.length === 1 ? 'it' : 'them'}, or choose another name for the release`,
    )
}

function makeRun(
  id: string,
  request: RunRequest,
  outputs: readonly string[],
  start: (progress: (progress: RunProgress) => void) => ChildProcess<ChildRunResult>,
  turn: Promise<void> | undefined,
): Run {
  let began = performance.now()
  let stepBegan = 0
  const seconds = (): number => (performance.now() - began) / 1000
  const status = turn === undefined ? 'running' : 'waiting'
  const watched = watchedState<RunState>({ id, request, status, seconds: 0 })
  const { state } = watched
  const update = (change: Partial<RunState>): void => watched.update({ ...change, seconds: seconds() })
  const isOver = (): boolean => !isUnderWay(state())
  let child: ChildProcess<ChildRunResult> | undefined
  const begin = (): ChildProcess<ChildRunResult> =>
    start((progress) => {
      if (progress.step !== state().progress?.step) stepBegan = seconds()
      update({ progress, secondsLeft: timeLeft(progress, seconds() - stepBegan) })
    })
  const work = async (): Promise<ChildRunResult> => {
    if (turn !== undefined) {
      await turn
      if (isOver()) throw new CancelledError()
      began = performance.now()
      update({ status: 'running' })
    }
    child = begin()
    return (await child.done).result
  }
  const ended = work().then(
    ({ result, report }) => {
      update({
        status: endStatus(result),
        secondsLeft: undefined,
        result,
        // The page distinguishes the two kinds of report by its data.
        report: report as RunState['report'],
      })
    },
    (error: Error) => {
      update({
        secondsLeft: undefined,
        status: error.name === 'CancelledError' ? 'cancelled' : 'failed',
        error: { error: toSentence(error), kind: diskFault(error) === undefined ? error.name : 'DiskError' },
      })
    },
  )
  return {
    id,
    outputs,
    listen: watched.listen,
    state: () => (isOver() ? state() : { ...state(), seconds: seconds() }),
    cancel() {
      if (state().status === 'waiting') update({ status: 'cancelled' })
      else if (!isOver()) child?.cancel()
    },
    keepBest() {
      const { progress } = state()
      if (isOver()) throw notTogether`run ${id} has ended; there is nothing to keep`
      if (progress?.step !== 'search' || progress.search?.best === undefined)
        throw notTogether`run ${id} has found nothing yet that could be kept, or it is writing it already; wait`
      child?.cancel({ keepBest: true })
    },
    ended,
  }
}

function endStatus({ release, outcome }: RunResult): RunStatus {
  if (release !== undefined) return 'published'
  return outcome === 'cancelled' ? 'cancelled' : 'nothing-published'
}

function toSentence(error: Error): string {
  const { name, message } = error
  if (name === 'CancelledError') return 'cancelled; nothing was written'
  const refusal = diskFault(error)
  if (refusal !== undefined) return refusal
  return name === 'UserError' ? message : `this is our fault, not yours: ${message}`
}

/** The first moments of a step predict nothing. */
function timeLeft({ share }: RunProgress, elapsed: number): number | undefined {
  return share === undefined || share <= 0 || share >= 1 || elapsed < 0.5 ? undefined : (elapsed * (1 - share)) / share
}
