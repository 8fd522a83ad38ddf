/** A Spark Connect session: sends plans, receives Arrow batches, and reattaches to streams that break or end early. */
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type * as Grpc from '@grpc/grpc-js'
import type { ClientReadableStream, ServiceError } from '@grpc/grpc-js'
import type * as ProtoLoader from '@grpc/proto-loader'
import type * as Arrow from 'apache-arrow'
import { CancelledError, InternalError, UserError, userError } from '../../ground/errors.ts'
import type { EngineRun } from '../engine.ts'
import type { SparkAddress } from './address.ts'

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

export interface SparkLibrary {
  readonly grpc: typeof Grpc
  readonly loader: typeof ProtoLoader
  readonly arrow: typeof Arrow
}

/** Loads the optional packages when a table is first opened. */
export async function sparkLibrary(): Promise<SparkLibrary> {
  try {
    const [grpc, loader, arrow] = await Promise.all([
      import('@grpc/grpc-js'),
      import('@grpc/proto-loader'),
      import('apache-arrow'),
    ])
    return {
      grpc: 'default' in grpc ? (grpc.default as typeof Grpc) : grpc,
      loader: 'default' in loader ? (loader.default as typeof ProtoLoader) : loader,
      arrow,
    }
  } catch (error) {
    throw userError('present', 'data.source', error)`reading from Spark needs three packages that are not installed; npm
      install @grpc/grpc-js @grpc/proto-loader apache-arrow`
  }
}

export interface SparkError extends Error {
  readonly code?: number
  readonly details?: string
}

const UNAVAILABLE = 14

/** Translates errors, without the statement and without data values. */
export function translateError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof UserError || (error as SparkError).code === undefined) return error
  const { code, details = '' } = error as SparkError
  const wrongSource = userError('file', 'data.source', error)
  const wrongTable = userError('file', 'data.table', error)
  const wrongTarget = userError('file', 'output.table', error)
  const kind = /\[([A-Z_.]+)\]/.exec(details)?.[1] ?? ''
  if (code === UNAVAILABLE && /certificate/i.test(details))
    return wrongSource`nobody here knows who has signed the certificate of Spark, so that nothing was sent;
      GRPC_DEFAULT_SSL_ROOTS_FILE_PATH names a file of certificates to trust`
  if (code === UNAVAILABLE)
    return wrongSource`Spark does not answer at the address of data.source, or the connection was lost; nothing was
      published: is it running, with Spark Connect, and is the address right?`
  if (code === 16 || code === 7)
    return wrongSource`Spark refuses the user or the token; set SPARK_CONNECT_AUTHENTICATE_TOKEN, and see who may read
      and write there`
  if (/^INVALID_HANDLE/.test(kind) || /INVALID_HANDLE/.test(details))
    return wrongSource`the session of Spark has ended (it was idle for too long, or the server was started anew);
      nothing was published: run again`
  if (code === 8 || /larger than max|message size/i.test(details) || /TOO_COMPLEX|STACK_OVERFLOW/.test(kind))
    return wrongSource`a statement or an answer is larger than Spark takes (spark.connect.grpc.maxInboundMessageSize),
      or too deep for it; nothing was published: coarsen columns, or name fewer of them`
  if (/^(TABLE_OR_VIEW_NOT_FOUND|PATH_NOT_FOUND|SCHEMA_NOT_FOUND)/.test(kind))
    return wrongTable`Spark has no such table or path (${kind}); see data.table and data.path`
  if (/^(PARSE_SYNTAX_ERROR|UNRESOLVED_COLUMN)/.test(kind))
    return userError('value', 'data.query', error)`Spark does not understand data.query or data.key (${kind})`
  if (/^TABLE_OR_VIEW_ALREADY_EXISTS/.test(kind))
    return wrongTarget`the table of output.table appeared while the run was under way; nothing was published: choose
      another name, or add --force`
  if (/^LOCATION_ALREADY_EXISTS/.test(kind))
    return wrongTarget`a folder with the name of output.table lies in the warehouse of Spark, of a table that its
      catalog has forgotten; nothing was published: remove the folder, or choose another name`
  if (/No space left|DiskErrorException|quota/i.test(details))
    return wrongSource`Spark has no disk left for it; nothing was published: free some on its workers, and run again`
  if (/Permission denied|AccessControlException|AccessDenied|Mkdirs failed|Unable to create/i.test(details))
    return wrongSource`Spark may not read or write there; nothing was published: ask for the right, or name another
      place`
  if (/maxResultSize/.test(details))
    return wrongSource`Spark keeps what it sends at once in the memory of its driver, and this is more than
      spark.driver.maxResultSize; nothing was published: leave the release in the cluster (output.table or output.path),
      or have that setting raised`
  // An executor without memory exits (52), and its next tasks fail too.
  if (/OutOfMemory|heap space|ExecutorLost|exited with code|RejectedExecutionException/i.test(details))
    return wrongSource`workers of Spark ended while they were at it, most often for want of memory; nothing was
      published: give executors more (spark.executor.memory), or have more parts (spark.sql.shuffle.partitions)`
  if (/^(FAILED_READ_FILE|MALFORMED_RECORD)/.test(kind))
    return wrongSource`Spark cannot read the data (${kind}): a file was changed or removed during the run, or a line has
      not as many fields as the first; nothing was published`
  return new InternalError(`Spark refuses a statement (${kind || `gRPC ${code}`})`, { cause: error })
}
