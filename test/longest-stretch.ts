/**
 * How long work goes on without letting events in: signals, timers and the end of a time limit are heard only when the event loop turns. `amount` is
 * what is measured of the work: seconds of the processor for a bench, evaluations for a test that must not hang on speed.
 */
export async function longestStretch(amount: () => number, work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = amount()
  let timer: NodeJS.Immediate | undefined
  const turn = () => {
    const now = amount()
    longest = Math.max(longest, now - last)
    last = now
    timer = setImmediate(turn)
  }
  timer = setImmediate(turn)
  try {
    await work()
    return Math.max(longest, amount() - last)
  } finally {
    clearImmediate(timer)
  }
}
