/** Takes the recoding for some k from an earlier search's trail (Wang, Yu, Chakraborty 2004). */
import { UserError } from '../../ground/errors.ts'
import type { Grouping } from '../../hierarchy/grouping.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import { noneExistsReason } from '../ends.ts'
import { createEvaluator, type Evaluation, type Evaluator } from '../evaluation.ts'
import type { Trail } from '../results.ts'
import type { SearchRecord } from '../search.ts'
import { coarsens, groupingsAt, recodingFromTrail } from './trail.ts'
import { type TrailDocument, trailOn } from './trail-file.ts'

export function searchFromTrail(document: TrailDocument, name: string): SearchRecord {
  return {
    kind: 'columns',
    name: 'from-trail',
    title: 'From a trail',
    summary: 'Takes the recoding for another k from the trail that an earlier search left.',
    source: 'Wang, Yu, Chakraborty 2004 (ICDM)',
    options: [],
    async search(problem) {
      const trail = trailOn(document, problem.hierarchies, name)
      const k = smallestAllowedClass(problem.requirements)
      if (recodingFromTrail(trail, k) === undefined)
        throw new UserError(notReached(trail, k, name), { path: name, rule: 'data' })
      const evaluator = createEvaluator(problem)
      const picked = pickFromTrail(trail, k, evaluator)
      const { evaluations } = evaluator
      if (picked === undefined) {
        const reason = `${noneExistsReason(problem, `point of ${name}`)}, or search anew without the trail`
        return { outcome: 'none-exists', reason, evaluations }
      }
      const { groupings, point, evaluation } = picked
      const details = { point }
      return { outcome: 'found', optimal: false, groupings, value: evaluation.value, evaluations, details, trail }
    },
  }
}

export interface PickedPoint {
  readonly point: number
  readonly groupings: readonly Grouping[]
  readonly evaluation: Evaluation
}

/** The point for k that holds on the current data: the trail's answer, or the next coarser one that does. */
export function pickFromTrail(trail: Trail, k: number, evaluator: Evaluator): PickedPoint | undefined {
  const answer = recodingFromTrail(trail, k)
  if (answer === undefined) return undefined
  const coarser = coarsens(trail) ? 1 : -1
  for (let point = answer.point; point >= 0 && point < trail.points.length; point += coarser) {
    const groupings = point === answer.point ? answer.groupings : groupingsAt(trail, point)
    const evaluation = evaluator.evaluate(groupings)
    if (evaluation.acceptable && evaluation.partition.suppressedRows <= trail.allowance) {
      return { point, groupings, evaluation }
    }
  }
  return undefined
}

function notReached(trail: Trail, k: number, name: string): string {
  const largest = Math.max(...trail.points.map(({ anonymity }) => anonymity))
  const remedy = coarsens(trail) ? 'make the trail with trail-to: all' : 'ask for less'
  return (
    `no point of ${name} reaches k = ${k}: the smallest class has at most ${largest} rows along it; ${remedy}, ` +
    'or search anew without the trail'
  )
}
