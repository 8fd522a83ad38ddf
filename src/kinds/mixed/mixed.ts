/**
 * Tables whose rows also have items: classes over the columns, and inside each class an item recoding. Opening, counting, posing
 * and describing are those of classes; this folder adds the items.
 */
import { itemsetAt } from '../../baskets/itemset-list.ts'
import type { MixedPlan } from '../../plan/plan.ts'
import { promisesOfItems } from '../../requirements/items/index.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import type { DecidedMixed, MixedProblem } from '../../search/methods/mixed/mixed.ts'
import { type ConstraintsOfClasses, withMixedCheck } from '../../verification/verify-mixed.ts'
import { type ClassesStations, classes, classesChecks } from '../classes/classes.ts'
import { releaseLayout } from '../items/baskets.ts'
import type { Checks, Kind, Written } from '../kind.ts'
import { type CountedMixed, countMixed } from './count-mixed.ts'
import { describeMixed } from './describe-mixed.ts'
import { poseMixed } from './pose-mixed.ts'
import { type WrittenMixed, writeMixed } from './write-mixed.ts'

export interface MixedStations extends ClassesStations {
  readonly plan: MixedPlan
  readonly counted: CountedMixed
  readonly problem: MixedProblem
  readonly found: DecidedMixed
  readonly written: WrittenMixed
}

export const mixed: Kind<MixedStations> = {
  open: classes.open,
  search: classes.search,
  figures: classes.figures,
  count: countMixed,
  pose: poseMixed,
  write: writeMixed,
  checks: mixedChecks,
  describe: describeMixed,
}

function mixedChecks(work: Written<MixedStations>): Checks {
  const { plan, problem } = work
  const { source, verify } = classesChecks(work)
  const request = {
    quasiIdentifiers: problem.hierarchies.map(({ column }) => column),
    layout: releaseLayout({ form: 'cells', items: plan.items }),
    k: plan.factsK ?? smallestAllowedClass(plan.requirements),
    m: plan.m,
    isOverFacts: plan.factsK !== undefined,
    sensitive: plan.sensitive,
    constraints: publishedConstraints(work),
  }
  return {
    source,
    async verify(file, run) {
      const counted = await verify(file, run)
      return { ...counted, verification: await withMixedCheck(counted.verification, counted.release, request, run) }
    },
  }
}

/** The privacy constraints as each class publishes them; a set with an item that is left out cannot be seen. */
function publishedConstraints({ plan, problem, written }: Written<MixedStations>): ConstraintsOfClasses | undefined {
  const { protects } = problem.items.constraints ?? {}
  if (protects === undefined) return undefined
  const classes = written.tokens.map((names, output) => {
    const sets = Array.from({ length: protects.count }, (_, i) =>
      Array.from(itemsetAt(protects, i), (leaf) => names[leaf]),
    )
    const shown = written.shown.map((labels) => labels[output])
    return { shown, sets: sets.filter((set): set is string[] => !set.includes(undefined)) }
  })
  return { promise: promisesOfItems(plan, smallestAllowedClass(plan.requirements))[0], classes }
}
