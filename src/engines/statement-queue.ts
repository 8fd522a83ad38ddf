/** Runs the statements of one connection in sequence, also after failures. */
import { InternalError } from '../ground/errors.ts'

export class StatementQueue {
  waited = 0
  #last: Promise<unknown> = Promise.resolve()
  #closed = false

  inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new InternalError('the engine is closed'))
    const turn = this.#last
      .catch(() => {})
      .then(async () => {
        const began = performance.now()
        try {
          return await work()
        } finally {
          this.waited += performance.now() - began
        }
      })
    this.#last = turn
    return turn
  }

  async close(end: () => Promise<void>): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#last.catch(() => {})
    await end()
  }
}
