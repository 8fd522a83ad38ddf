/**
 * Lattice: the optimal full-domain recoding, one level per column, with rows that break a requirement suppressed within
 * the limit. Exact for any goal. Its bounds hold under suppression, where loss is not monotone in the lattice. The
 * space is Samarati's (2001); the README proves the bounds. Stopped early, it returns the best so far (in large
 * lattices from the start) and how much better a recoding could be at most. Cost: at most Π levels looks of
 * combinations × columns each; for LM usually a few percent of them.
 */
import type { FrequencyTable, Target } from '../../../frequency/frequency-table.ts'
import { userError } from '../../../ground/errors.ts'
import { option, readOptions } from '../../../ground/options.ts'
import { randomFrom } from '../../../ground/random.ts'
import { isMeant } from '../../../metrics/targets.ts'
import { noneExistsReason } from '../../ends.ts'
import { createEvaluator } from '../../evaluation.ts'
import { checkLevelChoice, type LevelChoice, makeLadders, nodeGroupings, nodeHeight } from '../../levels/ladder.ts'
import type { SearchMethod } from '../../method.ts'
import { keepPace, type Pace } from '../../pace.ts'
import type { SearchProblem, SearchRun } from '../../search.ts'
import { evaluationWork } from '../../work.ts'
import { searchBounded } from './bounded.ts'
import { Ledger } from './ledger.ts'
import type { Course } from './looks.ts'
import { openViews } from './view.ts'

/** No larger lattice is known to finish. */
const MOST_NODES = 1e12

const options = [
  option({ name: 'levels', type: 'data', shape: '{ column: [level number or name, …] }', check: checkLevelChoice })`the
    levels that a column may take; default: all of them`,
  option({ name: 'evaluations', type: 'integer', minimum: 1 })`stops after the work of this many nodes, with the best
    so far; default: decides all nodes`,
] as const

export const latticeMethod: SearchMethod = {
  kind: 'columns',
  name: 'lattice',
  title: 'Lattice',
  summary: 'The best full-domain recoding: one level of its hierarchy for each column. Exact for any goal.',
  source: 'Samarati 2001 (the lattice); Bayardo and Agrawal 2005 (bounds)',
  options,
  walksLevels: true,
  starts: ['levels', 'none'],
  improves: ['none', 'columns', 'moves'],
  async search(problem, given, run, start) {
    const chosen = readOptions('algorithm lattice', options, given)
    const { evaluations } = chosen
    const levels = chosen.levels as LevelChoice | undefined
    const lean = problemWithoutTargets(problem)
    const ladders = makeLadders(problem.hierarchies, levels)
    const nodes = ladders.reduce((product, { steps }) => product * steps.length, 1)
    if (nodes > MOST_NODES && evaluations === undefined && run.deadline === undefined && run.work === undefined)
      throw userError('value', 'algorithm')`algorithm lattice: ${ladders.length} quasi-identifiers make
        ${nodes.toExponential(0)} nodes, and at most ${MOST_NODES.toExponential(0)} are all decided; set a limit of
        work or time, or evaluations (for example 100000), name levels, or choose genetic`
    const ledger = new Ledger(ladders)
    const views = openViews(lean, ladders)
    const course: Course = {
      ladders,
      ledger,
      views,
      start,
      random: randomFrom(run.seed),
      pace: withinBudget(run, ledger, problem, evaluations),
      progress: () => run.progress?.({ done: ledger.decided, total: ledger.total, best: ledger.best?.value }),
    }
    const ended = run.signal?.aborted !== true && (await searchBounded(course))
    // The budget may end with the last node. Beyond 2^53 nodes the count is no longer exact.
    const finished = ended || (ledger.decided === ledger.total && Number.isSafeInteger(ledger.total))
    course.progress()

    const { best, checked } = ledger
    const found = best && { groupings: nodeGroupings(ladders, best.node) }
    const value = found && createEvaluator(lean, views.counter).evaluate(found.groupings).value
    const { bound } = ledger
    const details = {
      nodes: ledger.total,
      checked,
      ...(!finished && value !== undefined && Number.isFinite(bound) && gapDetails(value, bound)),
      height: best && nodeHeight(ladders, best.node),
      levels: best && Object.fromEntries(ladders.map(({ column, steps }, i) => [column, steps[best.node[i]].name])),
    }
    const figures = { evaluations: checked, details, convergence: ledger.convergence }
    if (!finished) {
      const outcome = run.signal?.aborted ? 'cancelled' : 'out-of-budget'
      return { outcome, best: found && { ...found, value: value as number }, ...figures }
    }
    if (found) return { outcome: 'found', optimal: true, ...found, value: value as number, ...figures }
    const fewest = views.allLast ? ledger.fewest : undefined
    const reason = noneExistsReason(problem, 'choice of one level per column', fewest)
    return { outcome: 'none-exists', reason, evaluations: checked, details }
  },
}

function gapDetails(value: number, bound: number) {
  const lowerBound = Math.min(value, bound)
  return { lowerBound, gap: value - lowerBound }
}

/** Stops after the work of `most` looks: a machine-independent count of combinations and index words. */
function withinBudget(run: SearchRun, ledger: Ledger, problem: SearchProblem, most = Number.POSITIVE_INFINITY): Pace {
  const pace = keepPace(run)
  const each = evaluationWork(problem)
  const looks = () => ledger.checked + ledger.compared / problem.frequencies.combinations
  let counted = 0
  return {
    due() {
      const now = looks()
      run.work?.spend((now - counted) * each)
      counted = now
      return now >= most || pace.due()
    },
    rest: async () => looks() < most && pace.rest(),
  }
}

/** Drops targets and sensitive columns that nothing reads: a third of the work on a large table. */
export function problemWithoutTargets(problem: SearchProblem): SearchProblem {
  const { frequencies, requirements } = problem
  const { targets: all, sensitive: counted = [] } = frequencies
  const readsSensitive = problem.goal.terms.some(({ metric }) => metric.needs === 'sensitive')
  const targets = all.filter((target) => isNeeded(problem, target))
  const sensitive = counted.filter(
    ({ name }) => readsSensitive || requirements.some(({ counts }) => counts.includes(name)),
  )
  if (targets.length === all.length && sensitive.length === counted.length) return problem
  const lean: FrequencyTable = { ...frequencies, targets, sensitive }
  return { ...problem, frequencies: lean }
}

/** A metric without a named target takes the first of its kind, so all of that kind stay. */
function isNeeded({ goal }: SearchProblem, target: Target): boolean {
  const kind = target.kind === 'categories' ? 'category-target' : 'number-target'
  return goal.terms.some(({ metric, settings }) => metric.needs === kind && isMeant(target.name, metric, settings))
}
