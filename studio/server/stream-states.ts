/** Streams a changing state as server-sent events: the latest at once, then changes, until it ends. */
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'

/** Milliseconds between two states. */
const PAUSE = 100

export interface Watched<State> {
  state(): State
  /** Calls `tell` on every change; returns a function that unsubscribes. */
  listen(tell: (state: State) => void): () => void
}

export function watchedState<State extends object>(
  first: State,
): Watched<State> & { update(change: Partial<State>): void } {
  const listeners = new Set<(state: State) => void>()
  let state = first
  return {
    state: () => state,
    listen(tell) {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
    update(change) {
      state = { ...state, ...change }
      for (const tell of listeners) tell(state)
    },
  }
}

export function streamStates<State>(
  context: Context,
  watched: Watched<State>,
  isOver: (state: State) => boolean,
  shown: (state: State) => unknown = (state) => state,
): Response {
  return streamSSE(context, async (stream) => {
    let waiting: State | undefined = watched.state()
    let wake = (): void => {}
    const stop = watched.listen((state) => {
      // Only the latest state counts: a slow page must not build a queue.
      waiting = state
      wake()
    })
    let open = true
    stream.onAbort(() => {
      open = false
      wake()
    })
    try {
      while (open) {
        const state = waiting
        waiting = undefined
        if (state !== undefined) {
          await stream.writeSSE({ data: JSON.stringify(shown(state)) })
          if (isOver(state)) return
          await stream.sleep(PAUSE)
        }
        if (waiting === undefined && open) await new Promise<void>((resolve) => (wake = resolve))
      }
    } finally {
      stop()
    }
  })
}
