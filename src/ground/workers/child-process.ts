/**
 * Runs work in a child process, so that it cannot block or crash this one, and its memory can be measured. The
 * work is a module that exports `run(input, context)`; all messages are plain data. Startup takes about 0.2 s.
 */
import { fork } from 'node:child_process'
import { InternalError } from '../errors.ts'
import { siblingModule } from './pool.ts'
import { errorFrom, type SentError } from './sent-error.ts'

export interface ChildContext<Progress> {
  readonly signal: AbortSignal
  readonly keepBest: () => boolean
  readonly progress: (progress: Progress) => void
}

export type ChildWork<Input, Progress, Result> = (input: Input, context: ChildContext<Progress>) => Promise<Result>

export interface ChildProcess<Result> {
  /** Rejects with the error of the work, or with an InternalError if the process ended silently. */
  readonly done: Promise<{ readonly result: Result; readonly peakMemory: number }>
  cancel(options?: { readonly keepBest?: boolean }): void
}

export interface ChildOptions<Progress> {
  readonly progress?: (progress: Progress) => void
  readonly signal?: AbortSignal
}

export type ToChild =
  | { readonly module: string; readonly input: unknown }
  | { readonly cancel: { readonly keepBest: boolean } }

export type FromChild =
  | { readonly progress: unknown }
  | { readonly result: unknown; readonly peakMemory: number }
  | { readonly error: SentError }

export function startChildProcess<Input, Progress, Result>(
  module: URL,
  input: Input,
  { progress, signal }: ChildOptions<Progress> = {},
): ChildProcess<Result> {
  const entry = siblingModule('./child-process-entry', import.meta.url)
  const child = fork(entry, {
    serialization: 'advanced',
    execArgv: entry.pathname.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const complaints: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (text: string) => complaints.push(text))
  const send = (message: ToChild): void => {
    if (child.connected) child.send(message)
  }
  const cancel = ({ keepBest = false } = {}): void => send({ cancel: { keepBest } })
  const onAbort = (): void => cancel()
  const done = new Promise<{ result: Result; peakMemory: number }>((resolve, reject) => {
    child.on('message', (message: FromChild) => {
      if ('progress' in message) progress?.(message.progress as Progress)
      else if ('error' in message) reject(errorFrom(message.error))
      else resolve({ result: message.result as Result, peakMemory: message.peakMemory })
    })
    child.on('error', reject)
    child.on('exit', (code, killedBy) => {
      const cause = killedBy === null ? `with exit code ${code}` : `by ${killedBy}, perhaps for want of memory`
      const said = complaints.join('').trim().slice(-500)
      reject(new InternalError(`the process of the run was ended ${cause} ${said}`.trim()))
    })
    signal?.addEventListener('abort', onAbort)
  }).finally(() => signal?.removeEventListener('abort', onAbort))
  send({ module: module.href, input })
  if (signal?.aborted) cancel()
  return { done, cancel }
}
