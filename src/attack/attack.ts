/**
 * The contract of an attacker: a name and a function that attacks people in the data, people outside it, and by chance
 * alone. The attacker sees only the release; the judge also sees the original.
 */
import type { Random } from '../ground/random.ts'
import { advantage, type Rate, residualRisk, wilson } from '../ground/statistics/wilson.ts'
import type { Plan, PlannedAttack } from '../plan/plan.ts'
import type { AttackerName, AttackResult } from '../report/attack-figures.ts'
import type { SourceRequest } from '../sources/table.ts'
import type { Lab } from './lab.ts'

export interface AttackRequest extends Pick<PlannedAttack, 'control' | 'known' | 'secret' | 'targets' | 'fail'> {
  readonly release: SourceRequest
  readonly original: SourceRequest
  readonly job?: Plan | undefined
  /** Defaults to the job's k. */
  readonly k?: number | undefined
  /** Items of a basket that attackers know; defaults to the job's m, or 2. */
  readonly m?: number | undefined
  readonly seed: number
}

export interface Attacker {
  readonly name: AttackerName
  readonly wants: string
  /** Runs the attack; returns a text if it cannot be tried here. */
  attempt(lab: Lab, random: Random): Promise<readonly Attempt[] | string> | readonly Attempt[] | string
}

/** Scores from 0 to 1: right or wrong, or the probability of being right. */
export interface Attempt {
  /** Variant of the attack, if there are several. */
  readonly form: string
  readonly members: readonly number[]
  readonly control?: readonly number[] | undefined
  /** Success probability of the naive guess, per trial. */
  readonly naive: readonly number[]
  /** `naive` if the control group differs in size from the data, which makes its rate incomparable. */
  readonly against?: 'control' | 'naive'
  readonly measure?: 'residual' | 'advantage'
  /** The best score against a single person, over everybody. */
  readonly worst?: number | undefined
  readonly limit?: number | undefined
  /** Exact promises that the release does not keep; each fails the run. */
  readonly broken?: readonly string[]
  readonly figures?: Readonly<Record<string, number>>
  /** Certain leaks, whatever the rates. */
  readonly leaks?: readonly string[]
}

export function judge(attacker: AttackerName, attempt: Attempt): AttackResult {
  const { form, members, worst, limit, measure = 'residual', broken = [], figures = {}, leaks = [] } = attempt
  const success = successRate(members)
  const control = attempt.control === undefined ? undefined : successRate(attempt.control)
  const naive = successRate(attempt.naive)
  const against = control === undefined ? 'naive' : (attempt.against ?? 'control')
  const compared = against === 'control' && control !== undefined ? control : naive
  const residual = (measure === 'advantage' ? advantage : residualRisk)(success, compared)
  return {
    attacker,
    form,
    success,
    control,
    naive,
    residual: { ...residual, against, measure },
    worst,
    limit,
    broken,
    figures,
    leaks,
  }
}

/** The limit 1/k of the worst chance, and the promise that is broken above it. */
export function breaksBound(worst: number, k: number | undefined): Pick<Attempt, 'limit' | 'broken'> {
  if (k === undefined) return {}
  const limit = 1 / k
  if (worst <= limit + ROUNDING) return { limit }
  const found = `a person is found with chance ${worst.toFixed(4)}, above the bound ${limit.toFixed(4)}`
  return { limit, broken: [`${found}; ${BROKEN_PROMISE}`] }
}

export const BROKEN_PROMISE =
  'the release does not keep its promise: do not publish it, and if Halftone made it, this is a bug in Halftone: ' +
  'please report it'

/** Rounding may lift 1/k a little. */
const ROUNDING = 1e-9

function successRate(scores: readonly number[]): Rate {
  return wilson(scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length), scores.length)
}
