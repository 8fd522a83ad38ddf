/** Turns a search's trail into a chart for the report. */
import { relative } from 'node:path'
import type { ClassCounter } from '../../frequency/classes.ts'
import type { CountedTable } from '../../frequency/counted-table.ts'
import { createCounter } from '../../frequency/kernel/counter.ts'
import { evenlyPicked } from '../../ground/evenly-picked.ts'
import { shellWord } from '../../ground/names.ts'
import { sameGrouping } from '../../hierarchy/grouping.ts'
import { allMetrics } from '../../metrics/index.ts'
import type { TablePlan } from '../../plan/plan.ts'
import type { TrailChoice, TrailPicture } from '../../report/report.ts'
import { withK } from '../../requirements/index.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import { createEvaluator, type Evaluation } from '../../search/evaluation.ts'
import { metricApplies } from '../../search/goal.ts'
import type { Trail } from '../../search/results.ts'
import type { SearchProblem } from '../../search/search.ts'
import { coarsens, groupingsAt, pickFromTrail, recodingFromTrail } from '../../search/trail/trail.ts'
import type { Written } from '../kind.ts'
import { poseProblem } from '../table/pose-problem.ts'
import type { ColumnsStations, FoundGroupings } from './columns.ts'

/** More than a person would choose from; each costs one count of the classes. */
const MOST_CHOICES = 40

/**
 * Anonymity against loss along the trail, with the release and the points to pick instead. Contains figures, column
 * names and group counts, but no value or node of the table.
 */
export function trailPicture(work: Written<ColumnsStations>): TrailPicture | undefined {
  const { plan, counted, problem, found } = work
  const { trail } = work.result
  const { partition } = work.written.evaluation
  const file = plan.fromTrail ?? plan.output.trail
  if (trail === undefined || file === undefined || plan.output.report === undefined) return undefined
  const release = releasePoint(plan, trail, found)
  return {
    search: trail.search,
    coarsens: coarsens(trail),
    points: trail.points.map(({ step: _, ...figures }) => figures),
    release: {
      point: release,
      anonymity: partition.smallestClass,
      figures: figuresLike(trail, problem, partition),
      command: plan.fromTrail && commandFor(plan, file, smallestAllowedClass(plan.requirements)),
    },
    choices: listChoices(plan, counted, trail, release, (k) => commandFor(plan, file, k)),
  }
}

/** The point with the release's groups; undefined if the search continued beyond its trail. */
function releasePoint(plan: TablePlan, trail: Trail, { groupings }: FoundGroupings): number | undefined {
  const answer = recodingFromTrail(trail, smallestAllowedClass(plan.requirements))
  const coarser = coarsens(trail) ? 1 : -1
  for (let point = answer?.point ?? -1; point >= 0 && point < trail.points.length; point += coarser) {
    if (groupingsAt(trail, point).every((grouping, column) => sameGrouping(grouping, groupings[column]))) return point
  }
  return undefined
}

/** The points where the smallest class grows, each with the figures of the release for its k. */
function listChoices(
  plan: TablePlan,
  counted: CountedTable,
  trail: Trail,
  release: number | undefined,
  command: (k: number) => string,
): TrailChoice[] {
  const counter = createCounter(counted.frequencies)
  const answered = growingSizes(trail).filter((k) => k >= 2 && k <= counted.frequencies.rows)
  const sizes = evenlyPicked(answered, MOST_CHOICES)
  return sizes.flatMap((k) => {
    const choice = choiceFor(plan, counted, counter, trail, k)
    return choice === undefined ? [] : { ...choice, released: choice.point === release, command: command(k) }
  })
}

function choiceFor(
  plan: TablePlan,
  counted: CountedTable,
  counter: ClassCounter,
  trail: Trail,
  k: number,
): Omit<TrailChoice, 'released' | 'command'> | undefined {
  const problem = poseProblem({ ...plan, requirements: withK(plan.requirements, k) }, counted)
  const picked = pickFromTrail(trail, k, createEvaluator(problem, counter))
  if (picked === undefined) return undefined
  const { point, groupings, evaluation } = picked
  return {
    point,
    k,
    figures: figuresLike(trail, problem, evaluation.partition),
    suppressed: evaluation.partition.suppressedRows,
    classes: evaluation.partition.keptClasses,
    groups: groupings.map(({ groups }, i) => ({ column: trail.columns[i].column, groups })),
  }
}

/** Each k that some point answers best: the sizes that no finer point reaches. */
function growingSizes(trail: Trail): number[] {
  const sizes: number[] = []
  for (const { anonymity } of coarsens(trail) ? trail.points : [...trail.points].reverse()) {
    if (anonymity > (sizes.at(-1) ?? 0)) sizes.push(anonymity)
  }
  return sizes
}

function figuresLike(trail: Trail, { goal, frequencies }: SearchProblem, partition: Evaluation['partition']) {
  const wanted = allMetrics.filter(({ name }) => name in trail.points[0].figures)
  const { settings } = goal.terms[0]
  return Object.fromEntries(
    wanted
      .filter((metric) => metricApplies(metric, frequencies))
      .map((metric) => [metric.name, metric.compute(partition, settings)]),
  )
}

function commandFor({ name, source }: TablePlan, trail: string, k: number): string {
  return `halftone run ${shellWord(name)} --k ${k} --from-trail ${shellWord(relative(source.base, trail))} --force`
}
