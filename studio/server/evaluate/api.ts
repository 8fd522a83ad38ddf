/** What a release is worth, as pages see it. Types only. */
import type { ChildEvaluation } from '../../../src/evaluate/evaluate-in-child-process.ts'
import type { Failure } from '../api.ts'

/** `POST api/evaluate` → `EvaluationState`: judges the release of a run. */
export interface EvaluationRequest {
  /** A run of this session that has published. */
  readonly run: string
  /** Names of learners; none for baskets, or where only queries are asked. */
  readonly learners: readonly string[]
  readonly folds: number | '5x2'
  /** A file of rows to test on, relative to the studio's folder. */
  readonly test?: string
  /** Queries, a line each, instead of those of the job. */
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
