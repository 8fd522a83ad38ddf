/** The front as plain JSON. Groupings are endpoint bits per column, which reveal no value. */
import { userError } from '../../../ground/errors.ts'
import { emptyGrouping, fillFromBits, type Grouping } from '../../../hierarchy/grouping.ts'
import type { Hierarchy } from '../../../hierarchy/hierarchy.ts'
import { findMetric } from '../../../metrics/index.ts'
import { effectiveK, preferenceOutcome } from '../../../metrics/utility/achievement.ts'
import { utilityClassDispersion } from '../../../metrics/utility/class-dispersion.ts'
import { utilityWeightedPenalty } from '../../../metrics/utility/weighted-penalty.ts'
import { smallestAllowedClass } from '../../../requirements/requirement.ts'
import type { Layout } from '../../chromosome/chromosome.ts'
import type { Evaluator } from '../../evaluation.ts'
import type { FrontPoint } from '../../results.ts'
import type { SearchProblem } from '../../search.ts'
import { findSettings } from './objectives.ts'
import { compareChoice, type Solution } from './solution.ts'

/** The groupings of a point, on the hierarchies of the problem it was found for. */
export function groupingsOfPoint(hierarchies: readonly Hierarchy[], point: Pick<FrontPoint, 'endpoints'>): Grouping[] {
  return hierarchies.map(({ column, values }, i) => {
    const text = point.endpoints[i] ?? ''
    if (text.length !== values.length - 1 || /[^01]/.test(text)) {
      const wrongValue = userError('value', `columns.${column}`)
      throw wrongValue`a point's endpoints of column "${column}" must be ${values.length - 1} digits 0 or 1; got
        "${text}": is it of another table?`
    }
    const grouping = emptyGrouping(values.length)
    fillFromBits(grouping, Uint8Array.from(text, Number))
    return grouping
  })
}

export function inFrontOrder(solutions: readonly Solution[]): Solution[] {
  return [...solutions].sort((a, b) => {
    for (let i = 0; i < a.objectives.length; i++) {
      if (a.objectives[i] !== b.objectives[i]) return a.objectives[i] - b.objectives[i]
    }
    return compareChoice(a, b)
  })
}

export function spellEndpoints({ hierarchies, offsets }: Layout, bits: Uint8Array): string[] {
  return hierarchies.map((_, column) => bits.subarray(offsets[column], offsets[column + 1]).join(''))
}

export function describePoint(
  { hierarchies, goal }: SearchProblem,
  names: readonly string[],
  endpoints: readonly string[],
  evaluator: Evaluator,
): FrontPoint {
  const { value, partition } = evaluator.evaluate(groupingsOfPoint(hierarchies, { endpoints }))
  const { settings } = goal.terms[0]
  const smallest = effectiveK(partition)
  const figure = (name: string): number => {
    if (name === 'goal') return value
    if (name === 'k') return smallest
    const metric = findMetric(name)
    return metric.compute(partition, findSettings(metric, goal))
  }
  return {
    objectives: Object.fromEntries(names.map((name) => [name, figure(name)])),
    value,
    NWP: utilityWeightedPenalty.compute(partition, settings),
    NECD: utilityClassDispersion.compute(partition, settings),
    effectiveK: smallest,
    suppressed: partition.suppressedRows,
    classes: partition.keptClasses,
    endpoints,
  }
}

/** `chosen` counts from 0. */
export function frontDetails({ goal, requirements }: SearchProblem, front: readonly FrontPoint[], chosen?: number) {
  if (chosen === undefined) return { front }
  const { preference } = goal.terms[0].settings
  const point = front[chosen]
  const sizes = { k: smallestAllowedClass(requirements), effectiveK: point.effectiveK }
  return {
    effectiveK: point.effectiveK,
    chosen: chosen + 1,
    preference: preference === undefined ? undefined : preferenceOutcome(preference, point, sizes),
    front,
  }
}
