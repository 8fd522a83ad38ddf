/** What an old recoding does on new data, by the kind that its file names. */
import type { Recoding } from '../recoding/read-recoding.ts'
import type { RunResult } from '../run.ts'
import type { About } from '../table/about.ts'
import type { Applying } from './applying.ts'
import { planAppliedBoxes } from './classes/apply.ts'
import { planApplied, unlimitedWarning } from './columns/apply.ts'
import { planAppliedItems } from './items/apply.ts'
import type { Plan } from './plan.ts'

interface AppliedKind {
  readonly about: About
  /** The plan that brings a recoding to its request's data. */
  plan(request: Applying<Recoding, Plan>): Plan
  /** What is to be said of the result. */
  warnings?(request: Applying<Recoding, Plan>, result: RunResult): string[]
}

const table = { about: 'columns', warnings: unlimitedWarning } as const

export const recodings: Readonly<Record<Recoding['kind'], AppliedKind>> = {
  columns: { ...table, plan: planApplied },
  combinations: { ...table, plan: planAppliedBoxes },
  items: { about: 'items', plan: planAppliedItems },
}
