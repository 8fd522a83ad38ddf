/**
 * A limit in work units instead of seconds: the search ends at the same point on every machine and with any number of
 * threads. A unit is about a second of one core of a slow machine.
 */
import type { SearchProblem, Work } from './search.ts'

export function limitWork(units: number, stop: () => void): Work {
  let left = units
  return {
    spend(more) {
      left -= more
    },
    left: () => Math.max(0, left),
    check() {
      if (left <= 0) stop()
    },
  }
}

/** Seconds of an evaluation per code of each combination, and fixed, measured on the reference machine. */
export const SECONDS_PER_CODE = 4e-9
const SECONDS_PER_EVALUATION = 1e-5

export const SLOWNESS = 2

/** Combinations × columns: the cost of an evaluation. */
export function cellCount({ frequencies, hierarchies }: Pick<SearchProblem, 'frequencies' | 'hierarchies'>): number {
  return Math.max(1, frequencies.combinations * hierarchies.length)
}

/** Nodes of the full-domain lattice: one level per column. */
export function latticeNodes({ hierarchies }: Pick<SearchProblem, 'hierarchies'>): number {
  return hierarchies.reduce((product, { levels }) => product * levels.length, 1)
}

export function evaluationSeconds(problem: Pick<SearchProblem, 'frequencies' | 'hierarchies'>): number {
  return SECONDS_PER_EVALUATION + problem.frequencies.combinations * problem.hierarchies.length * SECONDS_PER_CODE
}

export function evaluationWork(problem: Pick<SearchProblem, 'frequencies' | 'hierarchies'>): number {
  return SLOWNESS * evaluationSeconds(problem)
}
