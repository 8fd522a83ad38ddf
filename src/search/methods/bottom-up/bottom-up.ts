/**
 * Bottom-up generalization (Wang, Yu, Chakraborty, ICDM 2004): climb from the table as it is, each step replacing all children of one
 * taxonomy node by the node, the step with the least information lost per anonymity gained, until the smallest class has k rows. The
 * steps are kept as a trail of trade-offs. By default it serves the goal of the job (`../../improve/for-goal.ts`); `preset: paper` is the paper
 * alone.
 *
 * Cost: at most one step per inner tree node; a step costs the classes it generalizes, for at most one candidate per column.
 */

import { randomFrom } from '../../../ground/random.ts'
import { coarsestGrouping, type Grouping } from '../../../hierarchy/grouping.ts'
import { smallestAllowedClass } from '../../../requirements/requirement.ts'
import { endSearch } from '../../ends.ts'
import { allowedSuppression, createEvaluator, wholeShare } from '../../evaluation.ts'
import { searchForGoal } from '../../improve/for-goal.ts'
import { keepPace } from '../../pace.ts'
import type { SearchProblem, SearchRecord, SearchResult, SearchRun } from '../../search.ts'
import { categoryTargetFor, countColumns, findMeasure, goalMeasure } from '../../trail/measures.ts'
import { evaluationWork } from '../../work.ts'
import { climb } from './climb.ts'
import { improve } from './improve.ts'
import { type BottomUpOptions, bottomUpOptions, readBottomUpOptions } from './options.ts'
import { lonelyTopNodes } from './warnings.ts'

export const searchBottomUp: SearchRecord = {
  kind: 'columns',
  name: 'bottom-up',
  title: 'Bottom-up generalization',
  summary:
    'Climbs the hierarchies step by step, losing least class information per anonymity gained; fast, and leaves a trail that answers every k.',
  source: 'Wang, Yu, Chakraborty 2004 (ICDM)',
  options: bottomUpOptions,
  leavesTrail: true,
  async search(problem, given, run) {
    const read = readBottomUpOptions(given)
    const options = read.preset === 'best' ? { metric: goalMeasure(problem), ...read } : read
    // Partial steps make groups that are no nodes of their trees; the best groupings of a column are cuts.
    const polished = options.refine === 'columns' && options.partial === 'none'
    if (!polished && !options['larger-k']) return climbOnce(problem, options, options.suppression ?? 0, run)
    return searchForGoal({
      problem,
      run,
      shares: options.suppression === undefined ? SHARES : [options.suppression],
      polished,
      largerK: options['larger-k'],
      attempt: (asked, share) => climbOnce(asked, options, share, { ...run, progress: undefined }),
    })
  },
}

/** Shares of suppressed rows that are tried. */
const SHARES = [0.01, 0.1]

async function climbOnce(
  problem: SearchProblem,
  options: BottomUpOptions,
  suppression: number,
  run: SearchRun,
): Promise<SearchResult> {
  const target = categoryTargetFor(problem)
  const measure = findMeasure('algorithm bottom-up', options.metric, target)
  const columns = countColumns(problem, target)
  const allowance = Math.min(wholeShare(suppression, problem.frequencies.rows), allowedSuppression(problem))
  const evaluator = createEvaluator(problem)
  const pace = keepPace(run, evaluationWork(problem))

  const climbed = await climb({ problem, options, target, measure, columns, allowance, evaluator, pace, run })
  // On its way up nothing is acceptable; the top is, where anything is.
  const groupings = (climbed.cancelled ? undefined : climbed.groupings) ?? lastResort(problem, evaluator)
  const improved =
    groupings === undefined || climbed.cancelled
      ? undefined
      : await improve(groupings, {
          problem,
          options,
          columns,
          allowance,
          target,
          evaluator,
          pace,
          random: randomFrom(run.seed),
        })
  const { value } = improved ?? (groupings === undefined ? { value: 0 } : evaluator.evaluate(groupings))
  const found = groupings && { groupings: improved?.groupings ?? groupings, value }
  const cancelled = climbed.cancelled || (improved !== undefined && run.signal?.aborted === true)
  return endSearch(
    problem,
    { found, cancelled, space: 'generalization of the columns' },
    {
      evaluations: climbed.trials + evaluator.evaluations,
      trail: climbed.trail,
      details: {
        trials: climbed.trials,
        warnings: allowance > 0 ? [] : lonelyTopNodes(columns, smallestAllowedClass(problem.requirements)),
        improvement: improved?.details,
      },
    },
  )
}

/** Everything at the top keeps the search's own allowance nowhere: is it at least acceptable to the problem? */
function lastResort(
  problem: SearchProblem,
  evaluator: ReturnType<typeof createEvaluator>,
): readonly Grouping[] | undefined {
  const top = problem.hierarchies.map((hierarchy) => coarsestGrouping(hierarchy.values.length))
  return evaluator.evaluate(top).acceptable ? top : undefined
}
