/**
 * A pool of worker threads. A job is a module that exports `open(data)`, which returns a function from task to result.
 * Every worker opens the job once (tables are in shared memory) and takes tasks in batches: a message costs about 16
 * µs, a task in a batch of 50 less than 1 µs. With one thread, the job runs in the current one and yields for signals
 * and timers.
 */
import { createRequire } from 'node:module'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { InternalError } from '../errors.ts'
import { prose } from '../format.ts'
import { errorFrom, type SentError } from './sent-error.ts'

export type Job<Data, Task, Result> = (data: Data) => Work<Task, Result> | Promise<Work<Task, Result>>

export type Work<Task, Result> = (task: Task, context: WorkContext) => Result | Promise<Result>

export interface WorkContext {
  /** Whether to return early. Cheap: call it often. */
  stopped(): boolean
  /** Await it if not undefined, at least every 0.1 s: lets this thread handle signals. */
  pause(): Promise<void> | undefined
}

export interface Pool<Task, Result> {
  readonly threads: number
  /** Sends tasks to one worker, which does them in order and may keep state. */
  send(worker: number, tasks: readonly Task[]): Promise<Result[]>
  /** Distributes tasks over the workers, `batch` at a time; results are in task order. */
  map(tasks: readonly Task[], batch?: number): Promise<Result[]>
  stop(): void
  keepAlive(on: boolean): void
  close(): Promise<void>
}

export interface PoolOptions<Data, Task, Result> {
  readonly job: Job<Data, Task, Result>
  readonly module: URL
  /** Plain data for all workers; its typed arrays become shared memory. */
  readonly data: Data
  readonly threads: number
  /** Use a worker even for one thread, because this thread has other work. */
  readonly ownThread?: boolean
  readonly signal?: AbortSignal
  readonly now?: () => number
}

/** Returns the URL of a sibling module: `.ts` when run from source, `.js` when built. */
export function siblingModule(name: string, importer: string): URL {
  return new URL(name + (importer.endsWith('.ts') ? '.ts' : '.js'), importer)
}

export async function openPool<Data, Task, Result>(
  options: PoolOptions<Data, Task, Result>,
): Promise<Pool<Task, Result>> {
  const pool = options.threads > 1 || options.ownThread === true ? openWorkers(options) : await openInline(options)
  const { signal } = options
  if (signal === undefined) return pool
  const stop = () => pool.stop()
  if (signal.aborted) pool.stop()
  signal.addEventListener('abort', stop)
  return {
    ...pool,
    close() {
      signal.removeEventListener('abort', stop)
      return pool.close()
    },
  }
}

/** Milliseconds of inline work before it yields. */
const PAUSE_EVERY = 40

async function openInline<Data, Task, Result>(options: PoolOptions<Data, Task, Result>): Promise<Pool<Task, Result>> {
  const now = options.now ?? (() => performance.now())
  let stopped = false
  let paused = now()
  const work = await options.job(options.data)
  const context: WorkContext = {
    stopped: () => stopped,
    pause() {
      if (now() - paused < PAUSE_EVERY) return undefined
      return new Promise((resolve) =>
        setImmediate(() => {
          paused = now()
          resolve()
        }),
      )
    },
  }
  async function run(tasks: readonly Task[]): Promise<Result[]> {
    const results: Result[] = []
    for (const task of tasks) {
      await context.pause()
      results.push(await work(task, context))
    }
    return results
  }
  return {
    threads: 1,
    send: (_worker, tasks) => run(tasks),
    map: (tasks) => run(tasks),
    stop: () => {
      stopped = true
    },
    keepAlive: () => {},
    close: async () => {},
  }
}

interface Waiting {
  resolve(results: never[]): void
  reject(error: Error): void
}

function openWorkers<Data, Task, Result>(options: PoolOptions<Data, Task, Result>): Pool<Task, Result> {
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const workerData: WorkerData = { module: options.module.href, data: shareArrays(options.data), flag }
  const waiting = new Map<number, Waiting>()
  let nextBatch = 0
  let broken: Error | undefined

  function breakDown(error: Error): void {
    broken ??= error
    for (const { reject } of waiting.values()) reject(broken)
    waiting.clear()
  }
  const workers = Array.from({ length: options.threads }, () => {
    const worker = startWorker(workerData)
    worker.on('message', ({ batch, results, error }: FromWorker) => {
      const entry = waiting.get(batch)
      waiting.delete(batch)
      if (error === undefined) entry?.resolve(results as never[])
      else entry?.reject(errorFrom(error))
    })
    worker.on('error', (error) => breakDown(error instanceof Error ? error : new InternalError(String(error))))
    worker.on('exit', () => breakDown(new InternalError('a worker thread ended before its work was done')))
    return worker
  })

  function send(worker: number, tasks: readonly Task[]): Promise<Result[]> {
    if (broken !== undefined) return Promise.reject(broken)
    const batch = nextBatch++
    const message: ToWorker = { batch, tasks }
    return new Promise((resolve, reject) => {
      waiting.set(batch, { resolve, reject })
      workers[worker].postMessage(message)
    })
  }

  async function map(tasks: readonly Task[], batch = 1): Promise<Result[]> {
    const results = new Array<Result>(tasks.length)
    let next = 0
    async function keepBusy(worker: number): Promise<void> {
      while (next < tasks.length) {
        const from = next
        next = Math.min(tasks.length, from + batch)
        const done = await send(worker, tasks.slice(from, next))
        for (let i = 0; i < done.length; i++) results[from + i] = done[i]
      }
    }
    await Promise.all(workers.map((_, worker) => keepBusy(worker)))
    return results
  }

  return {
    threads: workers.length,
    send,
    map,
    stop: () => void Atomics.store(flag, 0, 1),
    keepAlive: (on) => {
      for (const worker of workers) on ? worker.ref() : worker.unref()
    },
    async close() {
      for (const worker of workers) worker.removeAllListeners('exit')
      await Promise.all(workers.map((worker) => worker.terminate()))
      breakDown(new InternalError('the pool was closed before its work was done'))
    },
  }
}

function startWorker(workerData: WorkerData): Worker {
  const entry = siblingModule('./worker-entry', import.meta.url)
  if (entry.pathname.endsWith('.js')) return new Worker(entry, { workerData, execArgv: [] })
  // Node 20 cannot load TypeScript in a worker, and tsx's loader does not reach workers: register it inside.
  const folder = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'))
  const tsx = new URL('dist/esm/api/index.mjs', folder)
  const source = prose`import(${JSON.stringify(tsx.href)}).then((tsx) => { tsx.register(); return
    import(${JSON.stringify(entry.href)}) })`
  return new Worker(source, { eval: true, workerData })
}

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

type TypedArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

const LARGE = 4096

/**
 * Moves large typed arrays into shared memory, so that sending copies little. Small ones are copied, because shared
 * memory is allocated in pages.
 */
export function shareArrays<T>(data: T): T {
  return share(data, new Map()) as T
}

function share(value: unknown, done: Map<unknown, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const known = done.get(value)
  if (known !== undefined) return known
  if (ArrayBuffer.isView(value)) return remember(value, shareArray(value as TypedArray), done)
  if (Array.isArray(value)) {
    const copy: unknown[] = remember(value, [], done)
    for (const item of value) copy.push(share(item, done))
    return copy
  }
  const copy: Record<string, unknown> = remember(value, {}, done)
  // Keys may be column names: assigning to __proto__ would lose one.
  for (const [key, item] of Object.entries(value))
    Object.defineProperty(copy, key, { value: share(item, done), enumerable: true, configurable: true, writable: true })
  return copy
}

function remember<T>(original: unknown, copy: T, done: Map<unknown, unknown>): T {
  done.set(original, copy)
  return copy
}

function shareArray(array: TypedArray): TypedArray {
  if (array.buffer instanceof SharedArrayBuffer) return array
  // Sending a view would copy its whole buffer.
  if (array.byteLength < LARGE) return array.slice()
  const Same = array.constructor as new (buffer: SharedArrayBuffer) => TypedArray
  const copy = new Same(new SharedArrayBuffer(array.byteLength))
  copy.set(array)
  return copy
}
