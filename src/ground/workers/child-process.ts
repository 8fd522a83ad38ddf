/**
 * Work in a process of its own: for runs that must not hold up this thread, that can be paused as a whole (engine and threads with it),
 * whose memory is to be known, and whose crash must not be ours. The work is a module that exports `run(input, context)`; input, progress
 * and result are plain data. Starting one costs some 0.2 s.
 *
 *     const work = startChildProcess<RunRequest, RunProgress, RunResult>(siblingModule('./run-job', import.meta.url), request, { progress })
 *     const { result, peakMemory } = await work.done
 */
import { fork } from 'node:child_process'
import { InternalError } from '../errors.ts'
import { siblingModule } from './pool.ts'
import { errorFrom, type SentError } from './sent-error.ts'

/** What the module's `run` is given beside its input. */
export interface ChildContext<Progress> {
  readonly signal: AbortSignal
  /** Whether whoever cancelled wants what was found so far. */
  readonly keepBest: () => boolean
  /** At most ten a second are sent on. */
  readonly progress: (progress: Progress) => void
}

export type ChildWork<Input, Progress, Result> = (input: Input, context: ChildContext<Progress>) => Promise<Result>

export interface ChildProcess<Result> {
  /** Rejects with the error of the work, or with an InternalError where the process ended without a word. */
  readonly done: Promise<{ readonly result: Result; readonly peakMemory: number }>
  cancel(options?: { readonly keepBest?: boolean }): void
  /** Stops the process where it stands until `resume`; false where the system cannot (Windows). */
  pause(): boolean
  resume(): void
}

export interface ChildOptions<Progress> {
  readonly progress?: (progress: Progress) => void
  /** Cancels when it fires. */
  readonly signal?: AbortSignal
}

/** To the process: what to do first, then perhaps to stop. */
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
    // Typed arrays, undefined and not-a-number survive.
    serialization: 'advanced',
    execArgv: entry.pathname.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const complaints: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (text: string) => complaints.push(text))
  const send = (message: ToChild): void => {
    if (child.connected) child.send(message)
  }
  // Windows has no such signals, and would end the process instead.
  const canPause = process.platform !== 'win32'
  const resume = (): void => void (canPause && child.kill('SIGCONT'))
  const cancel = ({ keepBest = false } = {}): void => {
    // A process that is paused would not hear it.
    resume()
    send({ cancel: { keepBest } })
  }
  const onAbort = (): void => cancel()
  const done = new Promise<{ result: Result; peakMemory: number }>((resolve, reject) => {
    child.on('message', (message: FromChild) => {
      if ('progress' in message) progress?.(message.progress as Progress)
      else if ('error' in message) reject(errorFrom(message.error))
      else resolve({ result: message.result as Result, peakMemory: message.peakMemory })
    })
    child.on('error', reject)
    // Nothing happens when the work has spoken before.
    child.on('exit', (code, killedBy) => {
      const cause = killedBy === null ? `with exit code ${code}` : `by ${killedBy}, perhaps for want of memory`
      reject(
        new InternalError(`the process of the run was ended ${cause} ${complaints.join('').trim().slice(-500)}`.trim()),
      )
    })
    signal?.addEventListener('abort', onAbort)
  }).finally(() => signal?.removeEventListener('abort', onAbort))
  send({ module: module.href, input })
  if (signal?.aborted) cancel()
  return { done, cancel, pause: () => canPause && child.kill('SIGSTOP'), resume }
}
