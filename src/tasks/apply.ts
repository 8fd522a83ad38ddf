/** Applies an old recoding to new data: keeps its groups, decides suppression again and verifies the result. */
import { anonymize, pickFound } from '../anonymize.ts'
import { userError } from '../ground/errors.ts'
import type { Applying } from '../kinds/applying.ts'
import { kinds } from '../kinds/index.ts'
import { appliedKind } from '../kinds/recodings.ts'
import { type Plan, planFacts } from '../plan/read-plan.ts'
import { requireSetOfRecoding } from '../publish/published-set.ts'
import { fileOfRecoding, type Recoding } from '../recoding/read-recoding.ts'
import type { AnonymizeRun, RunResult } from '../run.ts'
import { withEngine } from '../sources/stamp.ts'
import { ABOUT } from '../table/about.ts'

export type ApplyRequest = Applying<Recoding, Plan>

export interface ApplyResult extends RunResult {
  readonly fresh?: Readonly<Record<string, number>>
}

export async function applyRecoding(request: ApplyRequest, run: AnonymizeRun = {}): Promise<ApplyResult> {
  const { recoding, name, job, compare = false, source } = request
  const file = fileOfRecoding(recoding)
  if (file !== undefined) await requireSetOfRecoding(file)
  const kind = appliedKind(recoding)
  if (job !== undefined && planFacts(job).about !== kind.about) {
    throw userError('together', job.name)`${job.name} is about ${ABOUT[planFacts(job).about].data}, ${name} is not; give
      the job that the recoding was made by`
  }
  if (job !== undefined && 'history' in job && job.history !== undefined) {
    throw userError('together', 'history')`${job.name} has a ledger, and an old recoding on new data is not counted
      together with earlier releases; run the job again on the new data: it keeps its classes`
  }
  const plan = kind.plan(request)
  if (compare && kinds[plan.kind].figures === undefined)
    throw userError('together', '--compare')`--compare is for recodings of tables; run the job on the new data to
      compare baskets`
  // The comparison first: it may fail or be cancelled before anything is published.
  const fresh = compare && job !== undefined ? await compareSearch({ ...job, source }, run) : undefined
  const result = await anonymize(plan, run)
  return { ...result, warnings: [...result.warnings, ...(kind.warnings?.(request, result) ?? [])], fresh }
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
