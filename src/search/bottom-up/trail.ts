/**
 * The trail: what a search did step by step, and what the release would have been after each step. One run answers every k: the
 * point to stop at for another k is read off, not searched for. Plain JSON, so that a report can draw it and a later run can use it.
 */
import { UserError } from '../../ground/errors.ts'
import { type Grouping, groupingFromStarts, groupStarts } from '../../hierarchy/grouping.ts'
import { groupLoss } from '../../hierarchy/hierarchy.ts'
import { utilityClassification } from '../../metrics/utility/classification.ts'
import { utilityLoss } from '../../metrics/utility/loss.ts'
import type { ClassFigures } from './class-index.ts'
import { type ColumnCounts, rowsIn } from './measures.ts'

export interface Trail {
  readonly search: 'bottom-up' | 'top-down'
  /** Rows that may be suppressed at each point. */
  readonly allowance: number
  /** Where the trail begins: the first code of each group of each column. */
  readonly columns: readonly TrailColumn[]
  /** The first point is the beginning, before any step. */
  readonly points: readonly TrailPoint[]
}

/** Whether each step makes the table coarser; otherwise finer. */
export function coarsens({ search }: Pick<Trail, 'search'>): boolean {
  return search === 'bottom-up'
}

export interface TrailColumn {
  readonly column: string
  /** Codes of the domain. */
  readonly size: number
  readonly starts: readonly number[]
  /** Codes that a top-down search with suppression may disclose; absent for other columns. */
  readonly suppressed?: readonly number[]
}

export interface TrailPoint {
  /** The step that led here; absent at the beginning. */
  readonly step?: TrailStep
  /** A(VID): the smallest class, smaller ones being suppressed within the allowance. */
  readonly anonymity: number
  /** Sum over the steps so far of what each lost (bottom-up) or won (top-down). */
  readonly information: number
  /** What would be lost, by the names of the metrics; of the target only where there is one. */
  readonly figures: Readonly<Record<string, number>>
  /** Rows of the classes below the anonymity. */
  readonly suppressed: number
  readonly classes: number
}

export interface TrailStep {
  readonly column: string
  /** The tree node, or the interval, that is merged or split. */
  readonly node: string
  /** First and last code of it. */
  readonly from: number
  readonly to: number
  /** Top-down: the first codes of its parts. */
  readonly parts?: readonly number[]
  /** Top-down with suppression: `from` is disclosed and everything else of the column stays as it is. */
  readonly disclosed?: true
  /** I(G), or the information gain. */
  readonly information: number
  /** P(G), or what the split cost in anonymity. */
  readonly anonymity: number
}

/** The figures of a point: `wrong` is the share of rows outside the majority of their class, where there is a target. */
export function trailFigures(loss: number, wrong: number | undefined): TrailPoint['figures'] {
  return wrong === undefined
    ? { [utilityLoss.name]: loss }
    : { [utilityLoss.name]: loss, [utilityClassification.name]: wrong }
}

/**
 * The recoding for another k: bottom-up the first point that reaches it, top-down the last that keeps it. Undefined when no point of the
 * trail does. Cost: the steps of the trail.
 */
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

/** The groupings after the steps up to a point. */
export function groupingsAt(trail: Trail, point: number): Grouping[] {
  const steps = trail.points.slice(0, point + 1).flatMap(({ step }) => step ?? [])
  return groupingsAfter(trail.columns, steps)
}

/** The groupings that steps make of the beginning. */
export function groupingsAfter(columns: readonly TrailColumn[], steps: readonly TrailStep[]): Grouping[] {
  const starts = new Map(columns.map((own) => [own.column, new Set(own.starts)]))
  const suppressed = new Map(columns.map((own) => [own.column, new Set(own.suppressed)]))
  for (const step of steps) {
    const own = starts.get(step.column)!
    if (step.disclosed) suppressed.get(step.column)!.delete(step.from)
    else if (step.parts === undefined) for (let code = step.from + 1; code <= step.to; code++) own.delete(code)
    else for (const part of step.parts) own.add(part)
  }
  return columns.map(({ column, size, suppressed: disclosable }) => {
    if (disclosable !== undefined) return hullGrouping(suppressed.get(column)!, size)
    const own = [...starts.get(column)!].sort((a, b) => a - b)
    return groupingFromStarts(own, size)
  })
}

/**
 * One group from the first to the last suppressed code, every other code alone: groups are ranges, so what was disclosed between
 * suppressed codes is joined with them. Coarser than what was decided, hence as anonymous.
 */
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

/** LM of the groupings when the given rows are suppressed: Σ_columns weight · (Σ_groups kept rows · loss + suppressed rows)/N. */
export function lossOf(
  columns: readonly ColumnCounts[],
  groupings: readonly Grouping[],
  { suppressedRows, suppressedAt }: ClassFigures,
): number {
  let sum = 0
  columns.forEach((counts, column) => {
    const starts = groupStarts(groupings[column])
    const total = counts.rows[counts.rows.length - 1]
    let lost = suppressedRows
    for (let group = 0; group < starts.length; group++) {
      const end = group + 1 < starts.length ? starts[group + 1] : counts.rows.length - 1
      const kept = rowsIn(counts, starts[group], end) - (suppressedAt[column].get(starts[group]) ?? 0)
      if (kept > 0) lost += kept * groupLoss(counts.hierarchy, starts[group], end - 1)
    }
    sum += (counts.weight * lost) / Math.max(1, total)
  })
  return sum
}
