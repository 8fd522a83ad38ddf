import type { SentError } from './sent-error.ts'

export interface WorkerData {
  readonly module: string
  readonly data: unknown
  /** A shared number: 1 asks the work to return early. */
  readonly flag: Int32Array
}

export interface ToWorker {
  readonly batch: number
  readonly tasks: readonly unknown[]
}

export interface FromWorker {
  readonly batch: number
  readonly results?: readonly unknown[]
  readonly error?: SentError
}
