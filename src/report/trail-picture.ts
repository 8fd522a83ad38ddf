/** Turns a search's trail into a chart for the report. */
import type { ClassCounter } from '../frequency/classes.ts'
import { createCounter } from '../frequency/kernel/counter.ts'
import { evenlyPicked } from '../ground/evenly-picked.ts'
import { type Grouping, sameGrouping } from '../hierarchy/grouping.ts'
import { allMetrics } from '../metrics/index.ts'
import { createEvaluator, type Evaluation } from '../search/evaluation.ts'
import { metricApplies } from '../search/goal.ts'
import type { Trail } from '../search/results.ts'
import type { SearchProblem } from '../search/search.ts'
import { coarsens, groupingsAt, pickFromTrail, recodingFromTrail } from '../search/trail/trail.ts'
import type { TrailChoice, TrailPicture } from './report.ts'

/** More than a person would choose from; each costs one count of the classes. */
const MOST_CHOICES = 40

export interface TrailRelease {
  readonly trail: Trail
  readonly problem: SearchProblem
  /** The problem for another k. */
  readonly problemFor: (k: number) => SearchProblem
  readonly groupings: readonly Grouping[]
  readonly partition: Evaluation['partition']
  readonly k: number
  /** Whether the release was picked from the trail of an earlier run. */
  readonly isPicked: boolean
  /** The command that releases the trail's answer for k. */
  readonly command: (k: number) => string
}

/**
 * Anonymity against loss along the trail, with the release and the points to pick instead. Contains figures, column
 * names and group counts, but no value or node of the table.
 */
export function trailPicture(work: TrailRelease): TrailPicture {
  const { trail, problem, partition, k, isPicked, command } = work
  const release = releasePoint(work)
  return {
    search: trail.search,
    coarsens: coarsens(trail),
    points: trail.points.map(({ step: _, ...figures }) => figures),
    release: {
      point: release,
      anonymity: partition.smallestClass,
      figures: figuresLike(trail, problem, partition),
      command: isPicked ? command(k) : undefined,
    },
    choices: listChoices(work, release),
  }
}

/** The point with the release's groups; undefined if the search continued beyond its trail. */
function releasePoint({ trail, groupings, k }: TrailRelease): number | undefined {
  const answer = recodingFromTrail(trail, k)
  const coarser = coarsens(trail) ? 1 : -1
  for (let point = answer?.point ?? -1; point >= 0 && point < trail.points.length; point += coarser) {
    if (groupingsAt(trail, point).every((grouping, column) => sameGrouping(grouping, groupings[column]))) return point
  }
  return undefined
}

/** The points where the smallest class grows, each with the figures of the release for its k. */
function listChoices({ trail, problem, problemFor, command }: TrailRelease, release?: number): TrailChoice[] {
  const counter = createCounter(problem.frequencies)
  const answered = growingSizes(trail).filter((k) => k >= 2 && k <= problem.frequencies.rows)
  const sizes = evenlyPicked(answered, MOST_CHOICES)
  return sizes.flatMap((k) => {
    const choice = choiceFor(trail, problemFor(k), counter, k)
    return choice === undefined ? [] : { ...choice, released: choice.point === release, command: command(k) }
  })
}

function choiceFor(trail: Trail, problem: SearchProblem, counter: ClassCounter, k: number) {
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
