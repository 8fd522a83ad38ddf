/** Applies old recodings to new data, by the kind that the file names. */
import type { LedgerHead } from '../history/ledger.ts'
import type { Plan, PlannedHistory } from '../plan/plan.ts'
import type { ItemsRecoding } from '../recoding/items.ts'
import type { Recoding } from '../recoding/read-recoding.ts'
import type { RecodedColumn } from '../recoding/recoding.ts'
import type { RunResult } from '../run.ts'
import type { About } from '../table/about.ts'
import type { Applying } from './applying.ts'
import { type ApplyBoxes, planAppliedBoxes, planAppliedHistory } from './classes/apply.ts'
import { planAppliedItems } from './items/apply.ts'
import { planAppliedMixed } from './mixed/apply.ts'
import { planApplied, unlimitedWarning } from './table/apply.ts'

export interface AppliedKind {
  readonly about: About
  plan(request: Applying<Recoding, Plan>): Plan
  /** Absent if such a recoding cannot be counted together with earlier releases. */
  planHistory?(request: Applying<Recoding, Plan>, ledger: string, head: LedgerHead): PlannedHistory
  columns?(recoding: Recoding): readonly RecodedColumn[]
  warnings?(request: Applying<Recoding, Plan>, result: RunResult): string[]
}

const table = {
  about: 'columns',
  columns: (recoding: Exclude<Recoding, ItemsRecoding>) => recoding.columns,
  warnings: unlimitedWarning,
} as const

const recodings: Readonly<Record<Recoding['kind'], AppliedKind>> = {
  columns: { ...table, plan: planApplied },
  combinations: {
    ...table,
    plan: (request: ApplyBoxes) =>
      request.recoding.items === undefined
        ? planAppliedBoxes(request)
        : planAppliedMixed(request, request.recoding.items),
    planHistory: planAppliedHistory,
  },
  items: { about: 'items', plan: planAppliedItems },
}

export function appliedKind({ kind }: Recoding): AppliedKind {
  return recodings[kind]
}
