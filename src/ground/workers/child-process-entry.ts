/** Entry of a child process: runs one piece of work and ends, also when its parent ends. */
import type { ChildWork, FromChild, ToChild } from './child-process.ts'
import { sentError } from './sent-error.ts'

const pace = 100
const patience = 2000

const abort = new AbortController()
let keepBest = false
let sent = Number.NEGATIVE_INFINITY

function send(message: FromChild, then: () => void = () => {}): void {
  if (process.connected) process.send?.(message, then)
}

async function work(module: string, input: unknown): Promise<FromChild> {
  try {
    const { run } = (await import(module)) as { run: ChildWork<unknown, unknown, unknown> }
    const result = await run(input, {
      signal: abort.signal,
      keepBest: () => keepBest,
      progress(progress) {
        const now = performance.now()
        if (now - sent < pace) return
        sent = now
        send({ progress })
      },
    })
    // Kilobytes on every system that Node supports.
    return { result, peakMemory: process.resourceUsage().maxRSS * 1024 }
  } catch (error) {
    return { error: sentError(error) }
  }
}

process.on('message', async (message: ToChild) => {
  if ('cancel' in message) {
    ;({ keepBest } = message.cancel)
    abort.abort()
    return
  }
  const answer = await work(message.module, message.input)
  if (!process.connected) process.exit(1)
  send(answer, () => process.exit(0))
})
// Cancels the work, so that it removes its temporary files; exits anyway if it does not react.
process.on('disconnect', () => {
  abort.abort()
  setTimeout(() => process.exit(1), patience)
})
// Ctrl-C reaches the whole process group; the parent decides what to do.
process.on('SIGINT', () => {})
