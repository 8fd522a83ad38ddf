/** What runs in a process of its own (see child-process.ts): one piece of work, then the end. It also ends when its parent does. */
import type { ChildWork, FromChild, ToChild } from './child-process.ts'
import { sentError } from './sent-error.ts'

/** Milliseconds between two tellings of progress. */
const pace = 100
/** Milliseconds that the work has to end in when nobody waits for it any more. */
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
    // Kilobytes on every system that Node runs on.
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
// The work is cancelled, so that it takes its temporary files with it; if it does not hear, it ends all the same.
process.on('disconnect', () => {
  abort.abort()
  setTimeout(() => process.exit(1), patience)
})
// Ctrl-C reaches the whole group of processes; the parent decides what it means.
process.on('SIGINT', () => {})
