/**
 * A Spark Connect session: sends plans, receives Arrow batches. Reattaches to a stream that breaks or ends early, so
 * that long statements survive short connections.
 */
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { ClientReadableStream, ServiceError } from '@grpc/grpc-js'
import { CancelledError, InternalError } from '../../ground/errors.ts'
import type { EngineRun } from '../engine.ts'
import type { SparkAddress } from './address.ts'
import type { SparkLibrary } from './library.ts'
import { type SparkError, translateError } from './translate-error.ts'

/** Read by the client, and by the servers of tests. */
export const PROTOCOL = fileURLToPath(new URL('./connect.proto', import.meta.url))
/** Interrupts the operations that carry a tag. */
const INTERRUPT_TAG = 2

export type Plan =
  | { readonly root: Relation }
  | { readonly command: { readonly sql_command: { readonly sql: string } } }
  | {
      readonly command: {
        readonly create_dataframe_view: { readonly input: Relation; readonly name: string; readonly replace: true }
      }
    }

type Relation =
  | { readonly sql: { readonly query: string } }
  | { readonly local_relation: { readonly data: Uint8Array } }

interface Response {
  readonly arrow_batch?: { readonly data: Uint8Array } | null
  readonly response_id: string
  readonly result_complete?: object | null
  readonly server_side_session_id: string
  readonly execution_progress?: {
    readonly stages: readonly { readonly num_tasks: string; readonly num_completed_tasks: string }[]
  } | null
}

type Stream = (request: object) => ClientReadableStream<Response>
type Call = (request: object, done: (error: ServiceError | null) => void) => void

interface Service {
  readonly ExecutePlan: Stream
  readonly ReattachExecute: Stream
  readonly ReleaseExecute: Call
  readonly Interrupt: Call
  readonly ReleaseSession: Call
  close(): void
}

/** In bytes, as in Spark's own clients. */
const largestMessage = 128 << 20

const mostAttempts = 4

export class SparkSession {
  readonly #service: Service
  readonly #heading: { readonly session_id: string; readonly user_context: { readonly user_id: string } }
  readonly traffic = { received: 0, sent: 0 }
  #observed: string | undefined

  constructor(
    { grpc, loader }: Pick<SparkLibrary, 'grpc' | 'loader'>,
    { target, tls, user, session = randomUUID(), token, headers }: SparkAddress,
  ) {
    const definition = loader.loadSync(PROTOCOL, { keepCase: true, longs: String, arrays: true, defaults: true })
    const root = grpc.loadPackageDefinition(definition) as unknown as {
      spark: { connect: { SparkConnectService: new (...options: unknown[]) => Service } }
    }
    const withHeaders = (call: { start: unknown }, next: (interceptor: unknown) => unknown) =>
      new grpc.InterceptingCall(next(call) as never, {
        start(metadata, listener, begin) {
          if (token !== undefined) metadata.set('authorization', `Bearer ${token}`)
          for (const [name, value] of Object.entries(headers)) metadata.set(name, value)
          begin(metadata, listener)
        },
      })
    this.#service = new root.spark.connect.SparkConnectService(
      target,
      tls ? grpc.credentials.createSsl() : grpc.credentials.createInsecure(),
      {
        'grpc.max_receive_message_length': largestMessage,
        'grpc.max_send_message_length': largestMessage,
        'grpc.keepalive_time_ms': 60_000,
        interceptors: [withHeaders],
      },
    )
    this.#heading = { session_id: session, user_context: { user_id: user } }
  }

  async *run(plan: Plan, { signal, progress }: EngineRun = {}): AsyncGenerator<Uint8Array> {
    if (signal?.aborted) throw new CancelledError()
    const operation = randomUUID()
    const tag = `halftone-${operation}`
    let again: NodeJS.Timeout | undefined
    // Repeated until the statement ends: a request before its start is lost.
    const interrupt = () => {
      this.#interrupt(tag)
      again = setInterval(() => this.#interrupt(tag), 100)
    }
    signal?.addEventListener('abort', interrupt)
    try {
      yield* this.#wholeAnswer(plan, operation, tag, progress)
      if (signal?.aborted) throw new CancelledError()
    } catch (error) {
      throw signal?.aborted ? new CancelledError() : translateError(error)
    } finally {
      clearInterval(again)
      signal?.removeEventListener('abort', interrupt)
      this.#service.ReleaseExecute({ ...this.#head(), operation_id: operation, release_all: {} }, () => {})
    }
  }

  async *#wholeAnswer(
    plan: Plan,
    operation: string,
    tag: string,
    progress: EngineRun['progress'],
  ): AsyncGenerator<Uint8Array> {
    let last: string | undefined
    let attempts = 0
    this.traffic.sent += planBytes(plan)
    const begin = () =>
      this.#service.ExecutePlan({
        ...this.#head(),
        plan,
        client_type: 'halftone',
        request_options: [{ reattach_options: { reattachable: true } }],
        operation_id: operation,
        tags: [tag],
      })
    const goOn = () =>
      this.#service.ReattachExecute({ ...this.#head(), operation_id: operation, last_response_id: last })
    let stream = begin()
    for (;;) {
      try {
        for await (const response of stream as AsyncIterable<Response>) {
          attempts = 0
          last = response.response_id
          this.#observed = response.server_side_session_id || this.#observed
          const { arrow_batch: batch, execution_progress: done } = response
          if (done) progress?.(doneShare(done.stages))
          this.traffic.received += batch?.data.length ?? 0
          if (batch) yield batch.data
          if (response.result_complete) return
        }
        // The server sometimes ends long streams early.
        attempts++
      } catch (error) {
        if (!isTransient(error as SparkError) || ++attempts > mostAttempts) throw error
        await new Promise((resolve) => setTimeout(resolve, 200 * attempts))
        // A plan that never reached the server is sent again.
        if (last === undefined) {
          stream = begin()
          continue
        }
      }
      if (attempts > mostAttempts) throw new InternalError('Spark ends an answer again and again before it is whole')
      stream = goOn()
    }
  }

  #interrupt(tag: string): void {
    this.#service.Interrupt({ ...this.#head(), interrupt_type: INTERRUPT_TAG, operation_tag: tag }, () => {})
  }

  #head() {
    return { ...this.#heading, client_observed_server_side_session_id: this.#observed }
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, 2000)
      this.#service.ReleaseSession(this.#heading, () => {
        clearTimeout(late)
        resolve()
      })
    })
    this.#service.close()
  }
}

function planBytes(plan: Plan): number {
  if ('root' in plan) return 'sql' in plan.root ? Buffer.byteLength(plan.root.sql.query) : 0
  const { command } = plan
  if ('sql_command' in command) return Buffer.byteLength(command.sql_command.sql)
  const { input } = command.create_dataframe_view
  return 'local_relation' in input ? input.local_relation.data.length : 0
}

function isTransient({ code, details = '' }: SparkError): boolean {
  return code === 14 || (code === 13 && /RST_STREAM|GOAWAY|Connection (dropped|reset)/i.test(details))
}

function doneShare(stages: readonly { readonly num_tasks: string; readonly num_completed_tasks: string }[]): number {
  const sum = (name: 'num_tasks' | 'num_completed_tasks') => stages.reduce((all, stage) => all + Number(stage[name]), 0)
  const tasks = sum('num_tasks')
  return tasks === 0 ? 0 : Math.min(1, sum('num_completed_tasks') / tasks)
}
