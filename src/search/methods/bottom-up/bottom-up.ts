/**
 * Bottom-up generalization (Wang, Yu, Chakraborty, ICDM 2004): climbs from the raw table, each step replacing all
 * children of one taxonomy node by the node, at the least information loss per anonymity gain, until the smallest class
 * has k rows. Keeps the steps as a trail of trade-offs.
 * Cost: at most one step per inner tree node; a step costs the classes of at most one candidate per column.
 */
import { prose } from '../../../ground/format.ts'
import { coarsestGrouping } from '../../../hierarchy/grouping.ts'
import { smallestAllowedClass } from '../../../requirements/requirement.ts'
import { endSearch } from '../../ends.ts'
import { allowedSuppression, createEvaluator, wholeShare } from '../../evaluation.ts'
import type { SearchMethod } from '../../method.ts'
import { keepPace } from '../../pace.ts'
import type { SearchProblem, SearchResult, SearchRun } from '../../search.ts'
import type { ColumnCounts } from '../../trail/measures.ts'
import { categoryTargetFor, countColumns, findMeasure, goalMeasure, rowsIn } from '../../trail/measures.ts'
import { evaluationWork } from '../../work.ts'
import { climb, findStarts } from './climb.ts'
import { type BottomUpOptions, bottomUpOptions, readBottomUpOptions } from './options.ts'

export const bottomUpMethod: SearchMethod = {
  kind: 'columns',
  name: 'bottom-up',
  title: 'Bottom-up generalization',
  summary: prose`Climbs the hierarchies step by step, with the least class information lost per anonymity gained. Fast,
    and leaves a trail that answers every k.`,
  source: 'Wang, Yu, Chakraborty 2004 (ICDM)',
  options: bottomUpOptions,
  leavesTrail: true,
  starts: ['lattice', 'none'],
  improves: ['columns', 'moves', 'none'],
  presets: { careful: { suppression: 0.01, start: 'none', improve: 'moves' } },
  attempts: (problem, { suppression, metric = goalMeasure(problem) }) =>
    (suppression === undefined ? sharesWithin(problem) : [suppression]).map((share) => ({
      suppression: share,
      metric,
    })),
  moveSpace(problem, given) {
    const columns = countColumns(problem, categoryTargetFor(problem))
    return {
      starts: columns.map((counts) => (counts.hierarchy.tree === undefined ? findStarts(counts) : undefined)),
      allowance: allowanceFor(problem, readBottomUpOptions(given)),
    }
  },
  search: (problem, given, run) => climbOnce(problem, readBottomUpOptions(given), run),
}

function sharesWithin({ suppressionLimit }: SearchProblem): number[] {
  const within = SHARES.filter((share) => share <= suppressionLimit)
  if (within.length < SHARES.length && !within.includes(suppressionLimit)) within.push(suppressionLimit)
  return within
}

const SHARES = [0.01, 0.1]

function allowanceFor(problem: SearchProblem, { suppression = 0 }: BottomUpOptions): number {
  return Math.min(wholeShare(suppression, problem.frequencies.rows), allowedSuppression(problem))
}

async function climbOnce(problem: SearchProblem, options: BottomUpOptions, run: SearchRun): Promise<SearchResult> {
  const target = categoryTargetFor(problem)
  const measure = findMeasure('algorithm bottom-up', options.metric, target)
  const columns = countColumns(problem, target)
  const allowance = allowanceFor(problem, options)
  const evaluator = createEvaluator(problem)
  const pace = keepPace(run, evaluationWork(problem))

  const climbed = await climb({ problem, options, target, measure, columns, allowance, evaluator, pace, run })
  // Nothing on the way up is acceptable; the top is, if anything is.
  const groupings = (climbed.cancelled ? undefined : climbed.groupings) ?? lastResort(problem, evaluator)
  const { value } = groupings === undefined ? { value: 0 } : evaluator.evaluate(groupings)
  const { cancelled } = climbed
  return endSearch(
    problem,
    { found: groupings && { groupings, value }, cancelled, space: 'generalization of the columns' },
    {
      evaluations: climbed.trials + evaluator.evaluations,
      trail: climbed.trail,
      details: {
        trials: climbed.trials,
        warnings: allowance > 0 ? [] : lonelyTopNodes(columns, smallestAllowedClass(problem.requirements)),
      },
    },
  )
}

/** The top may break the search's allowance and still be acceptable to the problem. */
function lastResort(problem: SearchProblem, evaluator: ReturnType<typeof createEvaluator>) {
  const top = problem.hierarchies.map((hierarchy) => coarsestGrouping(hierarchy.values.length))
  return evaluator.evaluate(top).acceptable ? top : undefined
}

/** Warns of rare children of a root, without naming them: they may be values of suppressed rows. */
function lonelyTopNodes(columns: readonly ColumnCounts[], k: number): string[] {
  return columns.flatMap((counts) => {
    const { tree, column } = counts.hierarchy
    const lonely = Array.from(tree?.children[0] ?? []).filter((node) => {
      const rows = rowsIn(counts, tree!.first[node], tree!.last[node] + 1)
      return rows > 0 && rows < k
    })
    if (lonely.length === 0) return []
    const which = lonely.length === 1 ? 'a node stands' : `${lonely.length} nodes stand`
    return [
      `column "${column}": ${which} directly under the root with fewer than ${k} rows; without suppression ` +
        'the whole column ' +
        'will be generalized to its root; move such nodes under another one or give suppression',
    ]
  })
}
