/** A release as `judge` sees it, and the judgement. */
import type { Metric, UselessFigure } from '../../metrics/metric.ts'
import type { ColumnExposure, JointExposure } from '../../verification/exposure.ts'
import type { Advice, Remedies } from '../advice.ts'

export interface Judgement extends Pick<JudgedRelease, 'exposure' | 'joint' | 'leftOut' | 'detail'> {
  readonly verdict: 'green' | 'amber' | 'exposed' | 'no-information'
  /** Warnings before publishing, most serious first. */
  readonly cautions: readonly Caution[]
  /** People singled out by the recoded columns and all `other` columns; absent in older manifests. */
  readonly exposed?: { readonly people: number; readonly of: number; readonly limit?: number | undefined } | undefined
  readonly accepted?: AcceptedExposure | undefined
  /** Why an exposed release is not published, and the cheapest remedies. */
  readonly refusal?: { readonly reason: string; readonly remedies: readonly ExposureRemedy[] } | undefined
  /** Changes to the job that may restore detail and that no caution names; absent in older manifests. */
  readonly advice?: readonly Advice[] | undefined
}

export interface AcceptedExposure {
  readonly accept: readonly string[]
  readonly reason: string
}

export interface LeftOut {
  readonly column: string
  readonly why: 'identifier' | 'not named by the job'
  /** Many rows share its values, so it is not a name or number and says something about people. */
  readonly informs?: boolean | undefined
}

export interface Caution {
  readonly kind: 'pseudonym' | 'exposed' | 'left-out' | 'little-detail' | 'suppressed' | 'useless'
  readonly columns: readonly string[]
  readonly message: string
  readonly remedy?: string | undefined
  readonly advice?: readonly Advice[] | undefined
}

export interface ColumnDetail {
  readonly column: string
  readonly labels: number
  /** The share of detail kept, 0 to 1: 1 − the loss of its cells. */
  readonly kept: number
  /** Whether its labels are more precise than the whole domain. */
  readonly says: 'all' | 'something' | 'nothing'
  readonly example?: string
  readonly why?: string
}

export interface JudgedRelease {
  readonly k: number
  readonly rows: number
  readonly suppressed: number
  readonly classes: number
  readonly smallestClass: number
  readonly unit?: 'row' | 'person'
  readonly metrics: Readonly<Record<string, number>>
  /** Metrics that alone can show that a release is hardly useful, most telling first. */
  readonly telling: readonly (Pick<Metric, 'name'> & { readonly useless: UselessFigure })[]
  readonly goal: string
  /** Per categorical target, the cost of guessing its most frequent value: the share of rows without it. */
  readonly guessing: readonly { readonly target: string; readonly cost: number }[]
  /** Exact ends of intervals that fewer than k people have, by column. */
  readonly ends?: readonly { readonly column: string; readonly count: number }[]
  readonly exposure: readonly ColumnExposure[]
  readonly joint?: JointExposure | undefined
  readonly people?: number
  readonly exposed?: number
  /** People exposed without the columns that the job accepts. */
  readonly unaccepted?: number
  /** No limit when absent. */
  readonly exposureLimit?: number | undefined
  readonly acceptedExposure?: AcceptedExposure | undefined
  readonly exposureRemedies?: readonly ExposureRemedy[]
  readonly countedAdvice?: CountedAdvice
  readonly leftOut?: readonly LeftOut[]
  readonly missing?: number
  readonly suppressionLimit?: number
  readonly detail: readonly ColumnDetail[]
  readonly remedies: Remedies
}

export type Finding = Omit<Caution, 'remedy' | 'advice'> & { readonly advice: readonly (Advice | undefined)[] }

export interface ExposureRemedy extends Advice {
  /** Share of people who are unique by the recoded columns and the `other` columns. */
  readonly exposed: number
  /** The largest fingerprint of a column that is not recoded. */
  readonly fingerprint: number
  /** Columns to accept by name; a person writes the reason. */
  readonly accept?: readonly string[]
}

/** Changes that lower what columns single out together, with their counted effect; absent if too many to count. */
export interface CountedAdvice {
  /** For the recoded columns with all `other` columns. */
  readonly exposed?: readonly Advice[] | undefined
  /** For the columns that are not recoded. */
  readonly joint?: readonly Advice[] | undefined
}
