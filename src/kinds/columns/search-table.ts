/** From a table to what the search finds: counting, posing the problem, searching, perhaps on a sample. */
import { InternalError, UserError } from '../../errors.ts'
import { type CountedTable, countCombinations } from '../../frequency/count-combinations.ts'
import type { Grouping } from '../../hierarchy/grouping.ts'
import { columnsOf, type Plan } from '../../plan.ts'
import { formatCount, formatShare } from '../../report/format.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import { requireSeenValues } from '../../requirements/seen-values.ts'
import type { AnonymizeRun } from '../../run.ts'
import { createEvaluator } from '../../search/evaluation.ts'
import { makeGoal } from '../../search/goal.ts'
import { recountFront } from '../../search/pareto/front.ts'
import { sampleProblem } from '../../search/sample-problem.ts'
import type { SearchProblem, SearchProgress, SearchResult } from '../../search/search.ts'
import { estimateRows } from '../../sources/estimate-rows.ts'
import type { Table } from '../../sources/open-source.ts'

/** Reads and counts the table. */
export function countRows(
  plan: Plan,
  table: Table,
  run: { signal?: AbortSignal; progress?: (share: number) => void },
  keep?: readonly string[],
): Promise<CountedTable> {
  const regression = (Array.isArray(plan.goal) ? plan.goal : [plan.goal]).flatMap((term) =>
    term === 'regression'
      ? columnsOf(plan, 'target').map((column) => column.name)
      : typeof term === 'object' && term.metric === 'RM'
        ? [term.target]
        : [],
  )
  return countCombinations(
    table.engine,
    table.source,
    {
      quasiIdentifiers: columnsOf(plan, 'quasi-identifier').map(({ name, hierarchy }) => ({
        column: name,
        hierarchy: hierarchy as NonNullable<typeof hierarchy>,
      })),
      targets: columnsOf(plan, 'target').map(({ name, type }) => ({
        column: name,
        kind: type === 'numeric' || (type === undefined && regression.includes(name)) ? 'numbers' : 'categories',
      })),
      sensitive: sensitiveColumns(plan),
      missing: plan.missing,
      missingValues: plan.missingValues,
      keep,
    },
    run,
  )
}

/** Columns that are counted for requirements and for the risk of attributes: those with that role, and any that a requirement names. */
export function sensitiveColumns(plan: Plan): string[] {
  const named = plan.requirements.flatMap(({ counts }) => counts)
  return [...new Set([...columnsOf(plan, 'sensitive').map((column) => column.name), ...named])]
}

/**
 * The columns that will be released as they are, when the rows are worth keeping until then: text takes longer to read than to
 * recode, and the engine has room for them. A cell takes 16 bytes, a longer text its length besides; what stands for the
 * quasi-identifiers takes two cells.
 */
export function columnsToKeep(
  plan: Plan,
  { engine: { room = 0 }, source, files }: Table,
  released: readonly string[],
): string[] | undefined {
  if (plan.search.kind !== 'columns' || source.kind !== 'files' || source.format !== 'csv') return undefined
  if (files.some((file) => file.endsWith('.gz'))) return undefined
  const recoded = columnsOf(plan, 'quasi-identifier').map((column) => column.name)
  const keep = released.filter((column) => !recoded.includes(column))
  const { rows, bytes } = estimateRows(files)
  return bytes <= 2 * room && rows * 16 * (keep.length + 2) <= room ? keep : undefined
}

/** The problem for the search, once the data is known. */
export function poseProblem(plan: Plan, { frequencies, hierarchies }: CountedTable): SearchProblem {
  const k = smallestAllowedClass(plan.requirements)
  if (k > frequencies.rows) {
    throw new UserError(
      `k must be at most the number of rows, ${frequencies.rows}; got ${k}: a class cannot have more rows than the table`,
    )
  }
  const weights = columnsOf(plan, 'quasi-identifier').map((column) => column.weight)
  return {
    frequencies,
    hierarchies,
    requirements: hierarchies.some((hierarchy) => hierarchy.unseen !== undefined)
      ? [...plan.requirements, requireSeenValues(hierarchies)]
      : plan.requirements,
    suppressionLimit: plan.suppressionLimit,
    suppressedGroup: plan.suppressedGroup,
    goal: makeGoal(plan.goal, { frequencies, hierarchies, weights, k, preference: plan.preference }),
  }
}

/** Searches, on a sample of the rows where the plan says so. */
export async function searchFor(
  plan: Plan,
  problem: SearchProblem,
  run: AnonymizeRun,
  progress: (progress: SearchProgress) => void,
): Promise<SearchResult> {
  const { search } = plan
  if (search.kind !== 'columns') throw new InternalError(`algorithm ${search.name} does not find groupings`)
  const searchRun = {
    seed: plan.seed,
    threads: run.threads ?? 1,
    ...(run.signal === undefined ? {} : { signal: run.signal }),
    progress,
    now: run.now ?? (() => performance.now()),
  }
  if (plan.sample === undefined || plan.sample >= problem.frequencies.rows) {
    return search.search(problem, plan.options, searchRun)
  }
  const sample = sampleProblem(problem, plan.sample, plan.seed)
  return onAllRows(problem, sample, await search.search(sample, plan.options, searchRun))
}

/** What was found on a sample, judged on all rows: suppression is counted anew, with the k that was asked for. */
function onAllRows(problem: SearchProblem, sample: SearchProblem, result: SearchResult): SearchResult {
  const found = result.outcome === 'found' ? result : result.outcome === 'none-exists' ? undefined : result.best
  if (found === undefined) return result
  const { value, acceptable, partition } = createEvaluator(problem).evaluate(found.groupings)
  const details = {
    ...result.details,
    ...recountFront(problem, result.details ?? {}),
    sample: {
      rows: sample.frequencies.rows,
      k: smallestAllowedClass(sample.requirements),
      'value on the sample': found.value,
      'value on all rows': value,
    },
  }
  if (!acceptable) {
    const share = formatShare(partition.suppressedRows / problem.frequencies.rows)
    return {
      outcome: 'none-exists',
      evaluations: result.evaluations,
      details,
      reason: `the recoding found on a sample of ${formatCount(sample.frequencies.rows)} rows suppresses ${share} of all rows, more than suppression-limit allows; take a larger sample, or raise the limit`,
    }
  }
  // The best on the sample need not be the best on all rows.
  if (result.outcome === 'found') return { ...result, optimal: false, value, details }
  return { ...result, best: { groupings: found.groupings, value }, details } as SearchResult
}

export interface FoundGroupings {
  readonly groupings: readonly Grouping[]
  readonly value: number
}

export function pickFound(result: SearchResult, keepBest: boolean): FoundGroupings | undefined {
  if (result.outcome === 'found') return result
  if (result.outcome === 'none-exists') return undefined
  // A search that ran out of the budget it was given has done what was asked; one that was cancelled has not.
  return result.outcome === 'out-of-budget' || keepBest ? result.best : undefined
}
