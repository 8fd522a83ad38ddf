/** API types of evaluations. */
import type { ChildEvaluation } from '../../../src/evaluate/evaluate-in-child-process.ts'
import type { Failure } from '../api.ts'

export interface EvaluationRequest {
  readonly run: string
  /** Names of learners; empty for baskets, or if only queries are evaluated. */
  readonly learners: readonly string[]
  readonly folds: number | '5x2'
  /** File of test rows, relative to the studio's folder. */
  readonly test?: string
  /** One query per line, instead of those of the job. */
  readonly queries?: string
}

/** `GET api/evaluate/ID`, each event of `GET api/evaluate/ID/events`; `POST api/evaluate/ID/cancel`. */
export interface EvaluationState {
  readonly id: string
  readonly request: EvaluationRequest
  readonly status: 'running' | 'finished' | 'cancelled' | 'failed'
  readonly share?: number
  readonly result?: ChildEvaluation
  readonly error?: Failure
}
