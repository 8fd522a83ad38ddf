/**
 * A workload of a table: COUNT queries with their true answers. A query is a conjunction of conditions on
 * quasi-identifiers (a range of numbers, a set of values, a tree node for its leaves) and at most one on a column
 * released unchanged. Saved as text by names, so that every release can be asked the same questions.
 */
import type { FrequencyTable, Target } from '../../frequency/frequency-table.ts'
import { didYouMean, userError } from '../../ground/errors.ts'
import type { Hierarchy, Tree } from '../../hierarchy/hierarchy.ts'
import { countQueries, type QueryCondition, type Rest, saidAsItIs, type TableQuery } from './table-counts.ts'
import { domainOfTarget, type QueryDomain, queryDomain } from './table-domain.ts'
import { type NamedCondition, type NamedQuery, type NamedRange, queryText } from './table-query-text.ts'

const wrongValue = userError('value', 'utility.workload')

export interface TableWorkload {
  readonly description: string
  readonly queries: readonly TableQuery[]
  /** Rows of the data that match each query; at least 1. */
  readonly answers: Int32Array
}

export interface QueryColumns {
  readonly quasiIdentifiers: readonly QueryDomain[]
  readonly targets: readonly QueryDomain[]
}

export function queryColumns(hierarchies: readonly Hierarchy[], targets: readonly Target[]): QueryColumns {
  return { quasiIdentifiers: hierarchies.map(queryDomain), targets: targets.map(domainOfTarget) }
}

export async function workloadFromQueries(
  description: string,
  named: readonly NamedQuery[],
  columns: QueryColumns,
  table: FrequencyTable,
  rest?: Rest,
): Promise<TableWorkload> {
  if (named.length === 0) throw wrongValue`the workload has no query; give at least one line, such as age 30..39`
  const queries = named.map((one) => resolveQuery(one, columns))
  const answers = Int32Array.from(await countQueries(saidAsItIs(table), queries, rest))
  const unanswerable = answers.indexOf(0)
  if (unanswerable >= 0)
    throw wrongValue`${named[unanswerable].place} asks for rows that the data does not have, so that its relative error
      is undefined; remove it`
  return { description, queries, answers }
}

export function saveTableWorkload({ description, queries }: TableWorkload, columns: QueryColumns): string {
  return `${[`# ${description}`, ...queries.map((query) => queryInWords(query, columns))].join('\n')}\n`
}

export function queryInWords({ conditions, target }: TableQuery, columns: QueryColumns): string {
  return queryText([
    ...conditions.map(({ column, runs }) => named(columns.quasiIdentifiers[column], runs)),
    ...(target === undefined ? [] : [named(columns.targets[target.column], target.runs)]),
  ])
}

function resolveQuery({ place, conditions }: NamedQuery, { quasiIdentifiers, targets }: QueryColumns): TableQuery {
  const conditionsFound: QueryCondition[] = []
  const asIs: QueryCondition[] = []
  for (const one of conditions) {
    const column = quasiIdentifiers.findIndex((domain) => domain.column === one.column)
    const target = column < 0 ? targets.findIndex((domain) => domain.column === one.column) : -1
    if (column >= 0) conditionsFound.push({ column, runs: resolveCodes(one, quasiIdentifiers[column], place) })
    else if (target >= 0) asIs.push({ column: target, runs: resolveCodes(one, targets[target], place) })
    else {
      const known = [...quasiIdentifiers, ...targets].map((domain) => domain.column)
      throw wrongValue`${place} names a column "${one.column}" that queries cannot ask
        for${didYouMean(one.column, known) || `; they can ask for ${known.join(', ')}`}`
    }
  }
  if (asIs.length > 1)
    throw wrongValue`${place} asks for ${asIs.map(({ column }) => `"${targets[column].column}"`).join(' and ')}; only
      one of its columns may be a target or sensitive: they are counted one at a time`
  conditionsFound.sort((a, b) => a.column - b.column)
  return { conditions: conditionsFound, target: asIs[0] }
}

function resolveCodes(condition: NamedCondition, domain: QueryDomain, place: string): Int32Array {
  const asked = new Uint8Array(domain.size)
  if (!('values' in condition)) {
    markRange(asked, condition, domain, place)
    return codeRuns(asked)
  }
  for (const value of condition.values) {
    const span = domain.findSpan(value)
    if (span === undefined) {
      const known = [...domain.values, ...(domain.tree?.names ?? [])]
      const remedy = didYouMean(value, known) || `; it has ${listed(domain.values)}`
      throw wrongValue`${place}: column "${domain.column}" has no value "${value}"${remedy}`
    }
    asked.fill(1, span[0], span[1] + 1)
  }
  return codeRuns(asked)
}

function markRange(asked: Uint8Array, { from, to }: NamedRange, domain: QueryDomain, place: string): void {
  const { column, low, high, size } = domain
  if (low === undefined || high === undefined)
    throw wrongValue`${place}: column "${column}" is no column of numbers, so that ${from}..${to} says nothing of it;
      write ${queryText([{ column, values: [domain.values[0]] }])}`
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (let code = 0; code < size; code++) {
    if (Number.isNaN(low[code])) continue
    least = Math.min(least, low[code])
    most = Math.max(most, high[code])
    if (low[code] > to || high[code] < from) continue
    if (low[code] < from || high[code] > to)
      throw wrongValue`${place}: ${from}..${to} of column "${column}" cuts the interval ${low[code]}..${high[code]}, in
        which the job counts its values; let the range hold all of it or nothing`
    asked[code] = 1
  }
  if (!asked.includes(1))
    throw wrongValue`${place}: no value of column "${column}" lies in ${from}..${to}; they go from ${least} to ${most}`
}

export function codeRuns(marked: Uint8Array): Int32Array {
  const runs: number[] = []
  for (let code = 0; code < marked.length; code++) {
    if (marked[code] === 0) continue
    if (code === 0 || marked[code - 1] === 0) runs.push(code, code)
    else runs[runs.length - 1] = code
  }
  return Int32Array.from(runs)
}

function named(domain: QueryDomain, runs: Int32Array): NamedCondition {
  const { column, ascending, low, high, missing, tree, values } = domain
  if (ascending && runs.length === 2 && runs[1] !== missing)
    return { column, from: (low as ArrayLike<number>)[runs[0]], to: (high as ArrayLike<number>)[runs[1]] }
  const codes = Array.from({ length: runs.length / 2 }, (_, run) => run).flatMap((run) =>
    Array.from({ length: runs[2 * run + 1] - runs[2 * run] + 1 }, (_, i) => runs[2 * run] + i),
  )
  return { column, values: tree === undefined ? codes.map((code) => values[code]) : coveringNames(domain, tree, codes) }
}

/** The fewest nodes that cover exactly these leaves, by name, in tree order. */
function coveringNames(domain: QueryDomain, tree: Tree, codes: readonly number[]): string[] {
  const marked = new Uint8Array(domain.size)
  for (const code of codes) marked[code] = 1
  const names: string[] = []
  const visit = (node: number): void => {
    const name = tree.names[node]
    const span = domain.findSpan(name)
    const whole = !marked.subarray(tree.first[node], tree.last[node] + 1).includes(0)
    // A node that shares its name with another would be parsed as that one.
    if (whole && span?.[0] === tree.first[node] && span[1] === tree.last[node]) names.push(name)
    else for (const child of tree.children[node]) visit(child)
  }
  visit(0)
  return names
}

const MOST_LISTED = 8

function listed(values: readonly string[]): string {
  const more = values.length - MOST_LISTED
  return more <= 0 ? values.join(', ') : `${values.slice(0, MOST_LISTED).join(', ')} and ${more} more`
}
