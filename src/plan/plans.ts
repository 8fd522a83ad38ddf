/** What a run was asked for, checked before anything is opened, whatever it is about. */
import type { UserError } from '../ground/errors.ts'
import { smallestAllowedClass } from '../requirements/requirement.ts'
import type { About } from '../table/about.ts'
import type { ItemsPlan } from './items-plan.ts'
import type { TablePlan } from './plan.ts'

export type Plan = TablePlan | ItemsPlan

/** What whoever does not care about its kind asks of a plan. */
export interface PlanFacts {
  readonly about: About
  /** What is promised, a sentence each. */
  readonly promises: readonly string[]
  readonly k: number
}

export function planFacts(plan: Plan): PlanFacts {
  if (plan.kind !== 'items') {
    const { requirements } = plan
    return {
      about: 'columns',
      promises: requirements.map(({ promise }) => promise),
      k: smallestAllowedClass(requirements),
    }
  }
  const { record, options } = plan.requirement
  return { about: 'items', promises: [record.promise(options)], k: Number(options['k']) }
}

/** The plan where it is of this kind, for what only such a plan can be asked; `refusal` where it is not. */
export function ofKind<K extends Plan['kind']>(plan: Plan, kind: K, refusal: UserError): Plan & { readonly kind: K } {
  if (plan.kind !== kind) throw refusal
  return plan as Plan & { readonly kind: K }
}

/** The plan where it is about a table; `refusal` where it is about baskets. */
export function ofTable(plan: Plan, refusal: UserError): TablePlan {
  if (plan.kind === 'items') throw refusal
  return plan
}
