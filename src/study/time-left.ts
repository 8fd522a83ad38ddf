/** Estimates the remaining time of a study from finished runs, preferably of the same algorithm. */

export interface Times {
  readonly finished: readonly { readonly algorithm: string; readonly seconds: number }[]
  readonly running: readonly { readonly algorithm: string; readonly seconds: number }[]
  readonly waiting: readonly string[]
  readonly threads: number
}

/** Returns seconds, or undefined while nothing has finished. */
export function estimateTimeLeft({ finished, running, waiting, threads }: Times): number | undefined {
  if (finished.length === 0) return undefined
  const all = finished.reduce((sum, { seconds }) => sum + seconds, 0) / finished.length
  const means = new Map<string, { seconds: number; runs: number }>()
  for (const { algorithm, seconds } of finished) {
    const total = means.get(algorithm) ?? { seconds: 0, runs: 0 }
    means.set(algorithm, { seconds: total.seconds + seconds, runs: total.runs + 1 })
  }
  const expected = (algorithm: string): number => {
    const mean = means.get(algorithm)
    if (mean !== undefined) return mean.seconds / mean.runs
    // A running one of an algorithm is assumed to be at most half done.
    const longest = running.filter((run) => run.algorithm === algorithm).map(({ seconds }) => seconds)
    return Math.max(all, ...longest.map((seconds) => 2 * seconds))
  }
  const begun = running.map(({ algorithm, seconds }) => Math.max(0, expected(algorithm) - seconds))
  const rest = [...begun, ...waiting.map(expected)].reduce((sum, seconds) => sum + seconds, 0)
  return Math.max(rest / threads, ...begun, 0)
}
