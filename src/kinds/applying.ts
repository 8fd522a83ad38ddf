/** The part that all kinds share when an old recoding is applied to new data (`src/tasks/apply.ts`). */
import type { PlannedOutput } from '../plan/outputs.ts'
import type { Plan, PlannedColumn, PlannedHistory } from '../plan/plan.ts'
import type { Recoding } from '../recoding/read-recoding.ts'
import { type Arrangement, DEFAULT_ARRANGEMENT } from '../release/arrange.ts'
import type { SourceRequest } from '../sources/table.ts'
import type { Role } from '../table/column.ts'

export interface Applying<R extends Recoding, P extends Plan> {
  readonly recoding: R
  readonly name: string
  readonly source: SourceRequest
  readonly output: PlannedOutput
  /** Row order of the release. Default: the job's, or sorted. */
  readonly order?: Arrangement['order']
  readonly form?: Arrangement['form'] | undefined
  readonly k?: number
  readonly unseen: 'suppress' | 'fail'
  /** Largest share of rows, or of items, that may be suppressed. Default: the job's; unlimited without a job. */
  readonly suppressionLimit?: number
  /** Makes the figures comparable with `run`; its suppression limit holds. */
  readonly job?: P
  /** Columns that the recoding does not know: dropped, or released unchanged. Columns in neither list are refused. */
  readonly drop?: readonly string[] | undefined
  readonly keep?: readonly string[] | undefined
  /** Key of pseudonyms and shifted dates. Default: the job's. */
  readonly key?: string | undefined
  /** Tables: also searches the new data with the job's goal and algorithm, to show what the old recoding costs. */
  readonly compare?: boolean
  /** Boxes: the releases that this one is counted together with. */
  readonly history?: PlannedHistory | undefined
}

export function sharedApplied({ name, source, output, order, form, key, job }: Applying<Recoding, Plan>) {
  const arrangement = job?.arrangement ?? { ...DEFAULT_ARRANGEMENT, form }
  return {
    name,
    purpose: job?.purpose,
    source,
    // Columns that the recoding has never seen are not released by default.
    unlisted: job?.unlisted === 'drop' ? 'drop' : 'fail',
    unlistedRemedy: 'leave them out with --drop, or release them as they are with --keep (names separated by commas)',
    options: {},
    seed: job?.seed ?? 1,
    arrangement: { ...arrangement, order: order ?? arrangement.order },
    inputs: [name, ...(key === undefined ? [] : [key]), ...(job?.inputs ?? [])],
    output,
  } as const
}

/** Plans a column that is not recoded and may be absent from the new data. */
export function asIs(name: string, role: Role): PlannedColumn {
  return { name, role, hierarchyText: '', weight: 1, optional: true }
}
