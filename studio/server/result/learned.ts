/** Disclosure by a release: sensitive values in its classes, and three attackers before and after. */

import { userError } from '../../../src/ground/errors.ts'
import type { RiskProfile } from '../../../src/metrics/risk/profile.ts'
import type { TablePlan } from '../../../src/plan/plan.ts'
import { ofTable } from '../../../src/plan/read-plan.ts'
import { learnedFromRelease } from '../../../src/tasks/learned.ts'
import { assessRisk } from '../../../src/tasks/risk.ts'
import type { LearnedColumn } from '../../../src/verification/learned-values.ts'
import { plannedRun } from '../run/runs.ts'
import type { Session } from '../session.ts'
import type { AttackersAnswer, AttackersRequest } from './api.ts'
import { sourceOfRelease } from './previews.ts'

export async function findLearned(
  session: Session,
  id: string,
  signal: AbortSignal,
): Promise<readonly LearnedColumn[]> {
  const { plan, result } = plannedTable(session, id)
  const { threads, memory } = session
  return learnedFromRelease(plan, sourceOfRelease(plan, result), { threads, memory, signal })
}

/** The risk of the data and of the release, computed as in `halftone risk`. */
export async function attackersOn(
  session: Session,
  id: string,
  { threshold, people }: AttackersRequest,
  signal: AbortSignal,
): Promise<AttackersAnswer> {
  const { plan, result } = plannedTable(session, id)
  const { missingValues, persons } = plan
  const { threads, memory } = session
  const quasiIdentifiers = plan.columns.filter(({ role }) => role === 'quasi-identifier').map(({ name }) => name)
  const assess = (source: TablePlan['source'], personColumn: string | undefined): Promise<RiskProfile> =>
    assessRisk(
      { source, quasiIdentifiers, missingValues, threshold, people, persons: personColumn },
      { threads, memory, signal },
    )
  // A release has no person ids: its rows are counted.
  return { before: await assess(plan.source, persons), after: await assess(sourceOfRelease(plan, result), undefined) }
}

function plannedTable(session: Session, id: string) {
  const { result, plan } = plannedRun(session, id)
  const noTable = userError('together')`this is counted for tables; baskets have their risk on the summary`
  return { plan: ofTable(plan, noTable), result }
}
