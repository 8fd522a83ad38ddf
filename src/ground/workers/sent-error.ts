/** Converts errors to plain data and back, for messages between threads and processes. */
import { CancelledError, type Fault, InternalError, UserError } from '../errors.ts'

export interface SentError {
  readonly name: string
  readonly message: string
  readonly stack?: string | undefined
  readonly faults?: readonly Fault[] | undefined
}

export function sentError(error: unknown): SentError {
  // By name: the work may have loaded another copy of the class.
  const { name, message, stack, faults } = error as Error & { faults?: readonly Fault[] }
  return { name, message, stack, faults }
}

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
