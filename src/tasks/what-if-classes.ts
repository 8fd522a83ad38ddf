/**
 * Answers "what if k or a weight were different" for boxes, which have no cuts to move: each question is a short search
 * on the table, which is counted once (Adult: under a second).
 */
import { openEngine } from '../engines/open-engine.ts'
import { userError } from '../ground/errors.ts'
import { figuresOfDecided } from '../kinds/classes/classes.ts'
import { countRows } from '../kinds/table/count-rows.ts'
import { poseProblem } from '../kinds/table/pose-problem.ts'
import { openTable } from '../kinds/table/table.ts'
import { type ClassesPlan, columnsInRole } from '../plan/plan.ts'
import { ofKind, type Plan } from '../plan/read-plan.ts'
import { withK } from '../requirements/index.ts'
import { smallestAllowedClass } from '../requirements/requirement.ts'
import { type AnonymizeRun, searchRun } from '../run.ts'
import { decidedPartition } from '../search/decided-partition.ts'
import { solutionIn } from '../search/search.ts'

export interface ClassesWhatIf {
  readonly columns: readonly string[]
  readonly rows: number
  readonly k: number
  readonly weights: readonly number[]
  readonly goal: string
  evaluate(question: ClassesQuestion): Promise<ClassesAnswer>
  close(): Promise<void>
}

export interface ClassesQuestion {
  readonly k: number
  readonly weights: readonly number[]
}

export interface ClassesAnswer {
  readonly classes: number
  readonly smallestClass: number
  /** Computed with the job's weights, so that answers are comparable. */
  readonly metrics: Readonly<Record<string, number>>
  readonly single: readonly number[]
}

/** Rounds per question, for searches that count in rounds. */
const QUICK_ROUNDS = 15

export async function openClassesWhatIf(
  given: Plan,
  run: Pick<AnonymizeRun, 'threads' | 'memory' | 'signal'> = {},
): Promise<ClassesWhatIf> {
  const plan = ofKind(
    given,
    'classes',
    userError('together', 'algorithm')`what-if of k and weights is for searches that decide for each class, such as
      boxes; here cuts can be moved`,
  )
  const engine = await openEngine(plan.source, run)
  try {
    const { table } = await openTable(plan, engine, { signal: run.signal })
    const counted = await countRows(plan, table, { signal: run.signal })
    const base = poseProblem(plan, counted)
    const ownColumns = columnsInRole(plan, 'quasi-identifier')
    return {
      columns: ownColumns.map(({ name }) => name),
      rows: base.frequencies.rows,
      k: smallestAllowedClass(plan.requirements),
      weights: ownColumns.map(({ weight }) => weight),
      goal: base.goal.name,
      async evaluate(question) {
        const asked = askedPlan(plan, question)
        const problem = poseProblem(asked, counted)
        const result = await searchQuickly(asked, problem, run)
        const found = solutionIn(result)
        if (found === undefined)
          throw userError('data', 'privacy.k')`nothing is found:
            ${('reason' in result && result.reason) || result.outcome}`
        const { keptClasses, smallestClass, classes, ranges, suppressed } = decidedPartition(
          found.decision,
          base.frequencies,
        )
        const single = ranges.map(({ low, high }) => {
          let rows = 0
          for (let c = 0; c < classes.count; c++)
            if (suppressed[c] === 0 && low[c] >= 0 && low[c] === high[c]) rows += classes.sizes[c]
          return rows / base.frequencies.rows
        })
        return { classes: keptClasses, smallestClass, metrics: figuresOfDecided(base, found), single }
      },
      close: () => engine.close(),
    }
  } catch (error) {
    await engine.close()
    throw error
  }
}

function askedPlan(plan: ClassesPlan, { k, weights }: ClassesQuestion): ClassesPlan {
  const named = columnsInRole(plan, 'quasi-identifier').map(({ name }) => name)
  if (!Number.isInteger(k) || k < 2)
    throw userError('value', 'privacy.k')`k must be a whole number of at least 2; got ${JSON.stringify(k)}`
  const fits = Array.isArray(weights) && weights.length === named.length && weights.every((weight) => weight > 0)
  if (!fits)
    throw userError('value', 'columns')`weights must be ${named.length} numbers above 0, one for each quasi-identifier`
  return {
    ...plan,
    requirements: withK(plan.requirements, k),
    columns: plan.columns.map((column) => ({
      ...column,
      weight: weights[named.indexOf(column.name)] ?? column.weight,
    })),
  }
}

async function searchQuickly(
  plan: ClassesPlan,
  problem: ReturnType<typeof poseProblem>,
  run: Pick<AnonymizeRun, 'threads' | 'signal'>,
) {
  const { search } = plan
  const inRounds = search.options.some(({ name }) => name === 'rounds')
  const options = inRounds ? { ...plan.options, rounds: QUICK_ROUNDS } : plan.options
  return search.search(problem, options, searchRun(plan, run))
}
