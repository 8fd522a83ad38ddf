/**
 * An old recoding on new data, of a table or of baskets: what was published together stays together, suppression is counted anew with the
 * same requirements, the result is verified like any release. It is the whole path with a search that has nothing left to find.
 */
import { anonymize, pickFound } from './anonymize.ts'
import { UserError } from './errors.ts'
import type { Applying } from './kinds/applying.ts'
import { type ApplyBoxes, planAppliedBoxes } from './kinds/classes/apply.ts'
import { type ClassesStations, classes, figuresOfDecided } from './kinds/classes/classes.ts'
import { type ApplyColumns, planApplied } from './kinds/columns/apply.ts'
import { type ColumnsStations, columns } from './kinds/columns/columns.ts'
import { countRows, openTable } from './kinds/columns/count-rows.ts'
import { figuresOf } from './kinds/columns/describe-table.ts'
import { poseProblem } from './kinds/columns/pose-problem.ts'
import { type ApplyItems, planAppliedItems } from './kinds/items/apply.ts'
import type { TablePlan } from './plan.ts'
import { requireSetOfRecoding } from './published-set.ts'
import type { Plan } from './read-plan.ts'
import { fileOfRecoding, type Recoding } from './recoding/read-recoding.ts'
import { formatShare } from './report/format.ts'
import type { AnonymizeRun, RunResult } from './run.ts'
import { createEvaluator } from './search/evaluation.ts'
import { withEngine } from './sources/stamp.ts'

export type ApplyRequest = Applying<Recoding, Plan>

export interface ApplyResult extends RunResult {
  /** Figures of a fresh search on the same data. */
  readonly fresh?: Readonly<Record<string, number>>
}

export async function applyRecoding(request: ApplyRequest, run: AnonymizeRun = {}): Promise<ApplyResult> {
  const { recoding, name, job, compare = false } = request
  const file = fileOfRecoding(recoding)
  if (file !== undefined) await requireSetOfRecoding(file)
  const aboutItems = recoding.kind === 'items'
  if (job !== undefined && (job.kind === 'items') !== aboutItems) {
    throw new UserError(
      `${job.name} is about ${aboutItems ? 'columns of a table' : 'baskets of items'}, ${name} is not; give the job that the recoding was made by`,
      { path: job.name, rule: 'together' },
    )
  }
  if (compare && aboutItems)
    throw new UserError('--compare is for recodings of tables; run the job on the new data to compare baskets', {
      path: '--compare',
      rule: 'together',
    })
  if (aboutItems) return anonymize(planAppliedItems(request as ApplyItems), run)
  const plan =
    recoding.kind === 'combinations' ? planAppliedBoxes(request as ApplyBoxes) : planApplied(request as ApplyColumns)
  return applyToTable(request as ApplyBoxes | ApplyColumns, plan, run)
}

async function applyToTable(
  request: ApplyBoxes | ApplyColumns,
  plan: TablePlan,
  run: AnonymizeRun,
): Promise<ApplyResult> {
  const { job, compare = false, source } = request
  // First what may fail or be cancelled without having published anything.
  const fresh = compare && job !== undefined ? await compareSearch({ ...job, source }, run) : undefined
  const result = await anonymize(plan, run)
  return { ...result, warnings: [...result.warnings, ...unlimitedWarning(request, result)], fresh }
}

/** Searches without writing anything: the figures that the best recoding of this data would have. */
async function compareSearch(plan: TablePlan, run: AnonymizeRun): Promise<Readonly<Record<string, number>>> {
  return withEngine(plan.source, run, async (engine) => {
    const { table } = await openTable(plan, engine, { signal: run.signal })
    const problem = poseProblem(plan, await countRows(plan, table, { signal: run.signal }))
    const { signal, threads, now } = run
    if (plan.kind === 'classes') {
      const found = pickFound<ClassesStations>(await classes.search(plan, problem, { signal, threads, now }), {})
      return found === undefined ? {} : figuresOfDecided(problem, found)
    }
    const found = pickFound<ColumnsStations>(await columns.search(plan, problem, { signal, threads, now }), {})
    return found === undefined ? {} : figuresOf(problem, createEvaluator(problem).evaluate(found.groupings)).metrics
  })
}

/** Rows that the old groups cost are named where nobody said how many they may be. */
function unlimitedWarning(
  { job, suppressionLimit = job?.suppressionLimit }: Pick<ApplyColumns, 'job' | 'suppressionLimit'>,
  { rows, missing, suppressed = 0 }: RunResult,
): string[] {
  if (suppressionLimit !== undefined || suppressed === 0) return []
  return [
    `${formatShare(suppressed / (rows - missing))} of the rows are suppressed, and no limit was asked for; --suppression-limit or --job gives one`,
  ]
}
