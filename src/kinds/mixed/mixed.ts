/**
 * Tables whose rows also have items: classes over the columns, and inside each class an item recoding. Opening,
 * counting, posing and describing are those of classes; this folder adds the items.
 */
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import { withMixedCheck } from '../../verification/verify-mixed.ts'
import { classes, classesChecks } from '../classes/classes.ts'
import { releaseLayout } from '../items/baskets.ts'
import type { Checks, Kind, Written } from '../kind.ts'
import { writtenConstraints } from './constraints.ts'
import { countMixed } from './count-mixed.ts'
import { describeMixed } from './describe-mixed.ts'
import { poseMixed } from './pose-mixed.ts'
import type { MixedStations } from './stations.ts'
import { writeMixed } from './write-mixed.ts'

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
    constraints: writtenConstraints(work),
  }
  return {
    source,
    async verify(file, run) {
      const counted = await verify(file, run)
      return { ...counted, verification: await withMixedCheck(counted.verification, counted.release, request, run) }
    },
  }
}
