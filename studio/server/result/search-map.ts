/**
 * A map of the search of a run: what it looked at, by loss and suppressed rows. The run hands over a sample; what the search ruled out before
 * it was worked out is counted here, as what-if counts it, for as long as nobody minds waiting.
 */
import { setImmediate as breath } from 'node:timers/promises'
import { type KeptLook, UserError, wholeShare } from '../../../src/workbench.ts'
import { planInside } from '../job/job-paths.ts'
import { remembered } from '../remembered.ts'
import { findRun } from '../run/runs.ts'
import type { Session } from '../session.ts'
import type { MapLook, SearchMap, WhatIfQuestion } from './api.ts'
import { askWhatIf } from './what-ifs.ts'

/** Milliseconds of counting. */
const PATIENCE = 1000

const maps = remembered<Session, SearchMap>()

export function searchMap(session: Session, id: string): Promise<SearchMap> {
  return maps(session, id, () => makeMap(session, id))
}

/** The cuts of one look, for what-if. */
export function lookedAt(session: Session, id: string, number: number): WhatIfQuestion {
  const cuts = findRun(session, id)
    .looks()
    ?.kept.find((own) => own.number === number)?.cuts
  if (cuts === undefined)
    throw new UserError(`run ${id} has no look ${number} that could be opened; choose another point`, { rule: 'known' })
  return { cuts }
}

async function makeMap(session: Session, id: string): Promise<SearchMap> {
  const run = findRun(session, id)
  const { request, result } = run.state()
  const { seen = 0, kept = [] } = run.looks() ?? {}
  const plan = planInside(session, request.job, request.base, request.name)
  const rows = (result?.rows ?? 0) - (result?.missing ?? 0)
  const points: MapLook[] = []
  const unknown = kept.find(({ value, cuts }) => value === undefined && cuts !== undefined)
  // The table is counted once; patience is for the looks.
  if (unknown?.cuts !== undefined) await askWhatIf(session, id, unknown.cuts)
  const began = performance.now()
  for (const look of kept) {
    const figures = await figuresOf(session, id, look, performance.now() - began < PATIENCE)
    if (figures !== undefined) points.push({ number: look.number, ...figures, opens: look.cuts !== undefined })
  }
  return {
    seen,
    points,
    uncounted: kept.length - points.length,
    rows,
    mostSuppressed: wholeShare(plan.suppressionLimit, rows),
    goal: result?.goal ?? '',
    release:
      result?.value === undefined || result.suppressed === undefined
        ? undefined
        : { value: result.value, suppressed: result.suppressed },
  }
}

async function figuresOf(
  session: Session,
  id: string,
  { value, suppressed, cuts }: KeptLook,
  mayCount: boolean,
): Promise<Pick<MapLook, 'value' | 'suppressed'> | undefined> {
  if (value !== undefined && suppressed !== undefined) return { value, suppressed }
  if (cuts === undefined || !mayCount) return undefined
  await breath()
  const answer = await askWhatIf(session, id, cuts)
  return Number.isFinite(answer.value) ? { value: answer.value, suppressed: answer.suppressed } : undefined
}
