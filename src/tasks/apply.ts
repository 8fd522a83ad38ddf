/** Applies an old recoding to new data: keeps its groups, decides suppression again and verifies the result. */
import { existsSync } from 'node:fs'
import { anonymize, pickFound } from '../anonymize.ts'
import { isDatabase } from '../engines/open-engine.ts'
import { userError } from '../ground/errors.ts'
import { requireHead } from '../history/ledger.ts'
import type { Applying } from '../kinds/applying.ts'
import { kinds } from '../kinds/index.ts'
import { type AppliedKind, appliedKind } from '../kinds/recodings.ts'
import type { PlannedHistory } from '../plan/plan.ts'
import { type Plan, planFacts } from '../plan/read-plan.ts'
import { finishSets, requireSetOfRecoding } from '../publish/published-set.ts'
import { fileOfRecoding, type Recoding } from '../recoding/read-recoding.ts'
import type { AnonymizeRun, RunResult } from '../run.ts'
import { withEngine } from '../sources/stamp.ts'
import { ABOUT } from '../table/about.ts'

export interface ApplyRequest extends Omit<Applying<Recoding, Plan>, 'history'> {
  /** Absolute path of the ledger of earlier releases. Default: the job's. */
  readonly ledger?: string | undefined
}

export interface ApplyResult extends RunResult {
  readonly fresh?: Readonly<Record<string, number>>
}

export async function applyRecoding(request: ApplyRequest, run: AnonymizeRun = {}): Promise<ApplyResult> {
  const { recoding, name, job, compare = false, source } = request
  const file = fileOfRecoding(recoding)
  if (file !== undefined) await requireSetOfRecoding(file)
  const kind = appliedKind(recoding)
  if (job !== undefined && planFacts(job).about !== kind.about)
    throw userError('together', job.name)`${job.name} is about ${ABOUT[planFacts(job).about].data}, ${name} is not; give
      the job that the recoding was made by`
  const plan = kind.plan({ ...request, history: await findHistory(request, kind, run) })
  if (compare && kinds[plan.kind].figures === undefined)
    throw userError('together', '--compare')`--compare is for recodings of tables; run the job on the new data to
      compare baskets`
  // The comparison first: it may fail or be cancelled before anything is published.
  const fresh = compare && job !== undefined ? await compareSearch({ ...job, source }, run) : undefined
  const result = await anonymize(plan, run)
  return { ...result, warnings: [...result.warnings, ...(kind.warnings?.(request, result) ?? [])], fresh }
}

/** Returns how the release is counted together with earlier ones, if the request or its job has a ledger. */
async function findHistory(
  { ledger: named, ...request }: ApplyRequest,
  { planHistory }: AppliedKind,
  run: AnonymizeRun,
): Promise<PlannedHistory | undefined> {
  const { name, job, source, compare, suppressionLimit, order = job?.arrangement.order } = request
  const ledger = named ?? (job !== undefined && 'history' in job ? job.history?.ledger : undefined)
  if (ledger === undefined) return undefined
  const refused = userError('together', '--ledger')
  const other = [
    isDatabase(source.source) && 'data of a database',
    compare && '--compare',
    suppressionLimit !== undefined && '--suppression-limit',
    order === 'source' && 'the order of the source',
  ].find((one) => typeof one === 'string')
  if (other !== undefined)
    throw refused`a release that is counted together with earlier ones has their rows and lacks people who wait, so
      ${other} does not go with ${ledger}; leave it out`
  if (planHistory === undefined)
    throw refused`${name} has no classes with a range of every column, which a ledger keeps over all releases; give the
      recoding of a release in ${ledger}`
  await finishSets([ledger])
  if (!existsSync(ledger))
    throw refused`there is no ledger ${ledger}; make the first release with halftone run, by a job that has history`
  return planHistory(request, ledger, await withEngine(source, run, (engine) => requireHead(engine, ledger)))
}

async function compareSearch(plan: Plan, run: AnonymizeRun): Promise<Readonly<Record<string, number>> | undefined> {
  const kind = kinds[plan.kind]
  const { signal, threads, now } = run
  const searchStep = { signal, threads, now }
  return withEngine(plan.source, run, async (engine) => {
    const counted = await kind.count(plan, await kind.open(plan, engine, searchStep), searchStep)
    const problem = kind.pose(plan, counted)
    const found = pickFound(await kind.search(plan, problem, searchStep), {})
    return found === undefined ? {} : kind.figures?.(problem, found)
  })
}
