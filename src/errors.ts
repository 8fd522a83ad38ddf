/**
 * The few kinds of error. A message names the thing, the rule, the value and the remedy:
 * `k must be a whole number of at least 2; got 1`. What a user can mend is a `UserError` (exit code 2);
 * what only we can mend is an `InternalError`.
 */

/** Something the person who asked can put right: a wrong file, key, value. The command line exits with 2. */
export class UserError extends Error {
  override readonly name = 'UserError'
}

/** A broken promise of our own code. Never the user's fault. */
export class InternalError extends Error {
  override readonly name = 'InternalError'
}

/** The person, or a signal, asked to stop. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError'
  constructor(message = 'cancelled') {
    super(message)
  }
}

/** Throws a `CancelledError` when the signal has fired; call it between steps of long work. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CancelledError()
}

/** The name in `known` that `name` was probably meant to be, or undefined when none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(2, Math.floor(name.length / 3)) + 1
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** `; did you mean "k"?` or nothing, for the end of an error. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`
}

/** Smallest number of inserted, deleted, replaced or swapped neighbouring letters (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)
      current[j] = Math.min(previous[j] + 1, current[j - 1] + 1, replaced)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        current[j] = Math.min(current[j], beforePrevious[j - 2] + 1)
      }
    }
    beforePrevious = previous
    previous = current
  }
  return previous[b.length]
}
