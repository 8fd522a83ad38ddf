/** Errors between threads and processes: messages carry plain data, so an error is taken to pieces and made again. */
import { CancelledError, type Fault, InternalError, UserError } from '../errors.ts'

/** What crosses to another thread or process of an error. */
export interface SentError {
  readonly name: string
  readonly message: string
  readonly stack?: string | undefined
  /** Of a UserError: what is wrong, and what it is about. */
  readonly faults?: readonly Fault[] | undefined
}

export function sentError(error: unknown): SentError {
  // By its names: the work may have another copy of the class.
  const { name, message, stack, faults } = error as Error & { faults?: readonly Fault[] }
  return { name, message, stack, faults }
}

/** The error again, of our kinds. */
export function errorFrom({ name, message, stack, faults = [{ message }] }: SentError): Error {
  const error =
    name === 'UserError'
      ? new UserError(faults)
      : name === 'CancelledError'
        ? new CancelledError(message)
        : new InternalError(message)
  if (stack !== undefined) error.stack = stack
  return error
}
