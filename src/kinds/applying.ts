/** What the kinds share when an old recoding is applied to new data (`src/tasks/apply.ts`). */
import type { PlannedOutput } from '../plan/outputs.ts'
import type { PlannedColumn } from '../plan/plan.ts'
import type { Plan } from '../plan/plans.ts'
import type { Recoding } from '../recoding/read-recoding.ts'
import { type Arrangement, DEFAULT_ARRANGEMENT } from '../release/arrange.ts'
import type { SourceRequest } from '../sources/open-source.ts'
import type { Role } from '../table/column.ts'

/** A request about a recoding of some kind, with the job that belongs to it. */
export interface Applying<R extends Recoding, P extends Plan> {
  readonly recoding: R
  /** What errors call the recoding. */
  readonly name: string
  readonly source: SourceRequest
  readonly output: PlannedOutput
  /** How rows stand in the release; that of the job, or sorted, when absent. */
  readonly order?: Arrangement['order']
  /** How a delimited release is written, where there is no job that says so. */
  readonly form?: Arrangement['form'] | undefined
  /** Another k than the recoding's. */
  readonly k?: number
  /** Values or items that the recoding does not know. */
  readonly unseen: 'suppress' | 'fail'
  /** The largest share of rows, or of distinct items, that may be suppressed; that of the job when absent, without a job none. */
  readonly suppressionLimit?: number
  /** The job: its roles, weights, endpoints, goal and queries make the figures those of `run`, and its suppression limit holds. */
  readonly job?: P
  /** Columns that the recoding does not know: left out, or released as they are. Without a word about them they are refused. */
  readonly drop?: readonly string[] | undefined
  readonly keep?: readonly string[] | undefined
  /** The key of pseudonyms and shifted dates; that of the job when absent. */
  readonly key?: string | undefined
  /** Tables: also search anew on the new data with the job's goal and algorithm, to see what the old recoding costs. */
  readonly compare?: boolean
}

/** What is planned in the same way, whatever the recoding is of. */
export function sharedApplied({ name, source, output, order, form, key, job }: Applying<Recoding, Plan>) {
  const arrangement = job?.arrangement ?? { ...DEFAULT_ARRANGEMENT, form }
  return {
    name,
    purpose: job?.purpose,
    source,
    // What the recoding has never seen is not released because nobody spoke of it.
    unlisted: job?.unlisted === 'drop' ? 'drop' : 'fail',
    unlistedRemedy: 'leave them out with --drop, or release them as they are with --keep (names separated by commas)',
    options: {},
    seed: job?.seed ?? 1,
    arrangement: { ...arrangement, order: order ?? arrangement.order },
    inputs: [name, ...(key === undefined ? [] : [key]), ...(job?.inputs ?? [])],
    output,
  } as const
}

/** A column that is not recoded, which the new data may do without. */
export function asIs(name: string, role: Role): PlannedColumn {
  return { name, role, hierarchyText: '', weight: 1, optional: true }
}
