/**
 * The front as it is told: each point with its figures and its groupings, as plain JSON, so that any of them can be released, kept in a study or
 * drawn. Groupings are written as endpoint bits per column, which name no value.
 */
import { UserError } from '../../errors.ts'
import { emptyGrouping, fillFromBits, type Grouping } from '../../hierarchy/grouping.ts'
import type { Hierarchy } from '../../hierarchy/hierarchy.ts'
import { findMetric } from '../../metrics/index.ts'
import { utilityClassDispersion } from '../../metrics/utility/class-dispersion.ts'
import { utilityWeightedPenalty } from '../../metrics/utility/weighted-penalty.ts'
import type { Evaluator } from '../evaluation.ts'
import type { SearchProblem } from '../search.ts'
import { effectiveK } from './objectives.ts'
import { compareChoice, type Solution } from './solution.ts'

export interface FrontPoint {
  /** Objectives by name, as they read: `k` is the smallest class, a metric where higher is better is not negated. */
  readonly objectives: Readonly<Record<string, number>>
  /** Goal value. */
  readonly value: number
  readonly NWP: number
  readonly NECD: number
  /** Smallest class. */
  readonly effectiveK: number
  readonly suppressed: number
  readonly classes: number
  /** For each column its endpoints: character i is 1 where value i and value i + 1 are apart. */
  readonly endpoints: readonly string[]
}

/** The groupings of a point of the front, on the hierarchies of the problem it was found for. */
export function groupingsOfPoint(hierarchies: readonly Hierarchy[], point: Pick<FrontPoint, 'endpoints'>): Grouping[] {
  return hierarchies.map(({ column, values }, i) => {
    const text = point.endpoints[i] ?? ''
    if (text.length !== values.length - 1 || /[^01]/.test(text)) {
      throw new UserError(
        `a point's endpoints of column "${column}" must be ${values.length - 1} digits 0 or 1; got "${text}": is it of another table?`,
      )
    }
    const grouping = emptyGrouping(values.length)
    fillFromBits(grouping, Uint8Array.from(text, Number))
    return grouping
  })
}

/** Solutions in the order in which a front lists them: by the objectives one after the other, then by the order of choice. */
export function inFrontOrder(solutions: readonly Solution[]): Solution[] {
  return [...solutions].sort((a, b) => {
    for (let i = 0; i < a.objectives.length; i++) {
      if (a.objectives[i] !== b.objectives[i]) return a.objectives[i] - b.objectives[i]
    }
    return compareChoice(a, b)
  })
}

/** One point with its figures, counted once more. `evaluator` is that of the search. */
export function describePoint(
  problem: SearchProblem,
  names: readonly string[],
  solution: Solution,
  offsets: Int32Array,
  evaluator: Evaluator,
): FrontPoint {
  const endpoints = problem.hierarchies.map((_, column) =>
    solution.bits.subarray(offsets[column], offsets[column + 1]).join(''),
  )
  const { partition } = evaluator.evaluate(groupingsOfPoint(problem.hierarchies, { endpoints }))
  const { settings } = problem.goal.terms[0]
  const smallest = effectiveK(partition)
  const objectives = names.map((name, i): [string, number] => {
    if (name === 'k') return [name, smallest]
    const negated = name !== 'goal' && findMetric(name).better === 'higher'
    return [name, negated ? -solution.objectives[i] : solution.objectives[i]]
  })
  return {
    objectives: Object.fromEntries(objectives),
    value: solution.value,
    NWP: utilityWeightedPenalty.compute(partition, settings),
    NECD: utilityClassDispersion.compute(partition, settings),
    effectiveK: smallest,
    suppressed: partition.suppressedRows,
    classes: partition.keptClasses,
    endpoints,
  }
}
