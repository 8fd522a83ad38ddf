/** The trail: the steps of a search and the release after each of them. One run answers every k. */
import { UserError } from '../../ground/errors.ts'
import { prose } from '../../ground/format.ts'
import { type Grouping, groupingFromStarts } from '../../hierarchy/grouping.ts'
import { utilityClassification } from '../../metrics/utility/classification.ts'
import { utilityLoss } from '../../metrics/utility/loss.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import { noneExistsReason } from '../ends.ts'
import { createEvaluator, type Evaluator } from '../evaluation.ts'
import type { Trail, TrailColumn, TrailPoint, TrailStep } from '../results.ts'
import type { SearchRecord } from '../search.ts'
import { type TrailDocument, trailOn } from './trail-file.ts'

/** Whether each step makes the table coarser; otherwise finer. */
export function coarsens({ search }: Pick<Trail, 'search'>): boolean {
  return search === 'bottom-up'
}

/** `wrong` is the share of rows outside the majority of their class, if the table has a target. */
export function trailFigures(loss: number, wrong: number | undefined): TrailPoint['figures'] {
  return wrong === undefined
    ? { [utilityLoss.name]: loss }
    : { [utilityLoss.name]: loss, [utilityClassification.name]: wrong }
}

/** The recoding for k: bottom-up the first point that reaches it, top-down the last that keeps it. */
export function recodingFromTrail(
  trail: Trail,
  k: number,
): { readonly groupings: Grouping[]; readonly point: number } | undefined {
  if (!Number.isInteger(k) || k < 1)
    throw new UserError(`k must be a whole number of at least 1; got ${k}`, { path: 'privacy.k', rule: 'value' })
  const reaches = ({ anonymity }: TrailPoint): boolean => anonymity >= k
  const point = coarsens(trail) ? trail.points.findIndex(reaches) : trail.points.findLastIndex(reaches)
  return point < 0 ? undefined : { groupings: groupingsAt(trail, point), point }
}

export function groupingsAt(trail: Trail, point: number): Grouping[] {
  const steps = trail.points.slice(0, point + 1).flatMap(({ step }) => step ?? [])
  return groupingsAfter(trail.columns, steps)
}

export function groupingsAfter(columns: readonly TrailColumn[], steps: readonly TrailStep[]): Grouping[] {
  const starts = new Map(columns.map((one) => [one.column, new Set(one.starts)]))
  const suppressed = new Map(columns.map((one) => [one.column, new Set(one.suppressed)]))
  for (const step of steps) {
    const groups = starts.get(step.column)!
    if (step.disclosed) suppressed.get(step.column)!.delete(step.from)
    else if (step.parts === undefined) for (let code = step.from + 1; code <= step.to; code++) groups.delete(code)
    else for (const part of step.parts) groups.add(part)
  }
  return columns.map(({ column, size, suppressed: disclosable }) => {
    if (disclosable !== undefined) return hullGrouping(suppressed.get(column)!, size)
    const groups = [...starts.get(column)!].sort((a, b) => a - b)
    return groupingFromStarts(groups, size)
  })
}

/** Groups are ranges, so disclosed codes between suppressed ones are merged with them: coarser, hence as anonymous. */
function hullGrouping(suppressed: ReadonlySet<number>, size: number): Grouping {
  let first = size
  let last = -1
  for (const code of suppressed) {
    first = Math.min(first, code)
    last = Math.max(last, code)
  }
  const starts: number[] = []
  for (let code = 0; code < size; code++) if (!(code > first && code <= last)) starts.push(code)
  return groupingFromStarts(starts, size)
}

/** Takes the recoding for some k from an earlier search's trail (Wang, Yu, Chakraborty 2004). */
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

/** The point for k that holds on the current data: the trail's answer, or the next coarser one that does. */
export function pickFromTrail(trail: Trail, k: number, evaluator: Evaluator) {
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
  return prose`no point of ${name} reaches k = ${k}: the smallest class has at most ${largest} rows along it;
    ${remedy}, or search anew without the trail`
}
