/** Relative errors of a workload, for item sets and tables: RE(q) = |a − e|/a, ARE is their mean. */

export interface WorkloadAnswers {
  readonly actual: Int32Array
  readonly estimated: Float64Array
  readonly relativeError: Float64Array
  readonly average: number
}

export function workloadAnswers(actual: Int32Array, estimated: Float64Array): WorkloadAnswers {
  const relativeError = new Float64Array(actual.length)
  let sum = 0
  for (let query = 0; query < actual.length; query++) {
    relativeError[query] = Math.abs(actual[query] - estimated[query]) / actual[query]
    sum += relativeError[query]
  }
  return { actual, estimated, relativeError, average: actual.length === 0 ? 0 : sum / actual.length }
}

/** The answers one by one, each with what it is about. */
export function listAnswers<About>(
  { actual, estimated, relativeError }: WorkloadAnswers,
  describe: (i: number) => About,
) {
  return Array.from(actual, (rows, i) => ({
    ...describe(i),
    actual: rows,
    estimated: estimated[i],
    relativeError: relativeError[i],
  }))
}

/** The median error, and the share of queries with an error of at most 0.1. */
export function errorSpread({ relativeError }: WorkloadAnswers): { readonly median: number; readonly within: number } {
  const { length } = relativeError
  if (length === 0) return { median: 0, within: 1 }
  const sorted = relativeError.slice().sort()
  const near = sorted.reduce((count, error) => count + (error <= 0.1 ? 1 : 0), 0)
  return { median: (sorted[(length - 1) >> 1] + sorted[length >> 1]) / 2, within: near / length }
}
