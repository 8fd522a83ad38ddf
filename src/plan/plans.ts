/** The plan of any kind of data, checked before anything is opened. */
import type { UserError } from '../ground/errors.ts'
import { promisesOfItems } from '../requirements/items/index.ts'
import { smallestAllowedClass } from '../requirements/requirement.ts'
import type { About } from '../table/about.ts'
import type { ItemsPlan } from './items-plan.ts'
import type { TablePlan } from './plan.ts'

export type Plan = TablePlan | ItemsPlan

export interface PlanFacts {
  readonly about: About
  readonly promises: readonly string[]
  readonly k: number
}

export function planFacts(plan: Plan): PlanFacts {
  if (plan.kind !== 'items') {
    const k = plan.factsK ?? smallestAllowedClass(plan.requirements)
    return {
      about: 'columns',
      promises: [...plan.requirements.map(({ promise }) => promise), ...promisesOfItems(plan, k)],
      k,
    }
  }
  const { record, options } = plan.requirement
  return { about: 'items', promises: [record.promise(options)], k: Number(options['k']) }
}

/** Returns the plan if it is of this kind, otherwise throws `refusal`. */
export function ofKind<K extends Plan['kind']>(plan: Plan, kind: K, refusal: UserError): Plan & { readonly kind: K } {
  if (plan.kind !== kind) throw refusal
  return plan as Plan & { readonly kind: K }
}

/** Returns the plan if it is about a table, otherwise throws `refusal`. */
export function ofTable(plan: Plan, refusal: UserError): TablePlan {
  if (plan.kind === 'items') throw refusal
  return plan
}
