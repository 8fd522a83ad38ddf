/** Entry of a worker thread: opens the job, then runs tasks batch by batch. */
import { parentPort, workerData } from 'node:worker_threads'
import type { FromWorker, Job, ToWorker, WorkContext, WorkerData } from './pool.ts'
import { sentError } from './sent-error.ts'

const { module, data, flag } = workerData as WorkerData
const context: WorkContext = { stopped: () => Atomics.load(flag, 0) === 1, pause: () => undefined }
const opened = import(module).then(({ open }: { open: Job<unknown, unknown, unknown> }) => open(data))
// Each batch reports a job that failed to open; without this line Node would end the thread first.
opened.catch(() => {})
let last: Promise<void> = Promise.resolve()

parentPort?.on('message', (message: ToWorker) => {
  last = last.then(() => answer(message))
})

async function answer({ batch, tasks }: ToWorker): Promise<void> {
  let reply: FromWorker
  try {
    const work = await opened
    const results: unknown[] = []
    for (const task of tasks) results.push(await work(task, context))
    reply = { batch, results }
  } catch (error) {
    reply = { batch, error: sentError(error) }
  }
  parentPort?.postMessage(reply)
}
