/**
 * The contract of an attacker: a record that says what it knows, what it wants and which bound holds, and a function that tries it on
 * people who are in the data, on people who are not, and by chance alone. An attacker sees the release; only the judge, who keeps the
 * score, sees the original.
 */
import type { Random } from '../ground/random.ts'
import { advantage, type Estimate, type Rate, residualRisk, wilson } from '../ground/statistics/wilson.ts'
import type { Lab } from './lab.ts'

export interface Attacker {
  readonly name: string
  /** In the words of docs/attacks.md. */
  readonly knows: string
  readonly wants: string
  readonly bound: string
  /** Tries the attack; a text says why it cannot be tried here. */
  attempt(lab: Lab, random: Random): Promise<readonly Attempt[] | string> | readonly Attempt[] | string
}

/** Scores of an attack, from 0 to 1 each: right, or the chance of being right. */
export interface Attempt {
  /** Which form of the attack, where there are several. */
  readonly form: string
  readonly members: readonly number[]
  readonly control?: readonly number[] | undefined
  /** The chance of the naive guess for each trial. */
  readonly naive: readonly number[]
  /** `naive` where the control group has another size than the data, so that its rate means something else. */
  readonly against?: 'control' | 'naive'
  readonly measure?: 'residual' | 'advantage'
  /** The best score against a single person, searched for and not only drawn. */
  readonly worst?: number | undefined
  /** The highest score that may occur. */
  readonly limit?: number | undefined
  /** Further figures by name. */
  readonly figures?: Readonly<Record<string, number>>
  /** Sentences about leaks that are certain, whatever the rates say. */
  readonly leaks?: readonly string[]
}

export interface AttackResult {
  readonly attacker: string
  readonly form: string
  readonly success: Rate
  readonly control?: Rate | undefined
  readonly naive: Rate
  /** Success beyond that of the control group, or of the naive guess where there is none. */
  readonly residual: Estimate & { readonly against: 'control' | 'naive'; readonly measure: 'residual' | 'advantage' }
  readonly worst?: number | undefined
  readonly limit?: number | undefined
  /** A score above the limit was measured. */
  readonly broken: boolean
  readonly figures: Readonly<Record<string, number>>
  readonly leaks: readonly string[]
}

/** Rounding may lift a chance of 1/k a little above 1/k. */
const ROUNDING = 1e-9

export function judge(attacker: string, attempt: Attempt): AttackResult {
  const { form, members, worst, limit, measure = 'residual', figures = {}, leaks = [] } = attempt
  const success = rateOf(members)
  const control = attempt.control === undefined ? undefined : rateOf(attempt.control)
  const naive = rateOf(attempt.naive)
  const against = control === undefined ? 'naive' : (attempt.against ?? 'control')
  const compared = against === 'control' && control !== undefined ? control : naive
  const residual = (measure === 'advantage' ? advantage : residualRisk)(success, compared)
  const broken = limit !== undefined && (worst ?? success.rate) > limit + ROUNDING
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

function rateOf(scores: readonly number[]): Rate {
  return wilson(scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length), scores.length)
}
