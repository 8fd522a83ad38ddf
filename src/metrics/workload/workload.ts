/** A workload: COUNT queries over itemsets with their true answers. Saved as JSON by item names, without answers. */
import { type Baskets, itemCodes, splitItems } from '../../baskets/baskets.ts'
import { collectItemsets, type Itemsets, itemsetAt } from '../../baskets/itemset-list.ts'
import { type SupportCounter, supportCounter } from '../../baskets/itemset-supports.ts'
import { didYouMean, userError } from '../../ground/errors.ts'

const wrongValue = userError('value', 'utility.workload')

export interface Workload {
  readonly description: string
  readonly queries: Itemsets
  /** Baskets that contain each query's items; at least 1. */
  readonly answers: Int32Array
}

export interface WorkloadFile {
  readonly version: 1
  readonly kind: 'items-workload'
  readonly description: string
  readonly queries: readonly (readonly string[])[]
}

export function workloadFromText(text: string, baskets: Baskets, separator?: string): Workload {
  const lines = text.split('\n')
  const queries = lines.map((line) => splitItems(line, separator))
  return workloadFromNames('from a file', queries, baskets, (query) => `line ${query + 1} of the workload`)
}

export function saveWorkload(workload: Workload, baskets: Baskets): WorkloadFile {
  const queries: string[][] = []
  for (let query = 0; query < workload.queries.count; query++)
    queries.push(Array.from(itemsetAt(workload.queries, query), (code) => baskets.items[code]))
  return { version: 1, kind: 'items-workload', description: workload.description, queries }
}

export function loadWorkload(file: unknown, baskets: Baskets): Workload {
  const { version, kind, description, queries } = (file ?? {}) as Partial<WorkloadFile>
  if (version !== 1 || kind !== 'items-workload')
    throw wrongValue`a saved workload has version 1 and kind "items-workload"; got version ${JSON.stringify(version)}
      and kind ${JSON.stringify(kind)}`
  if (
    !Array.isArray(queries) ||
    !queries.every((query) => Array.isArray(query) && query.every((item) => typeof item === 'string'))
  ) {
    throw wrongValue`a saved workload has queries, a list of lists of item names; got something else`
  }
  return workloadFromNames(description ?? 'saved', queries, baskets, (query) => `query ${query + 1} of the workload`)
}

export function answeredWorkload(description: string, queries: Itemsets, counter: SupportCounter): Workload {
  const answers = new Int32Array(queries.count)
  for (let query = 0; query < queries.count; query++) answers[query] = counter.of(itemsetAt(queries, query))
  return { description, queries, answers }
}

function workloadFromNames(
  description: string,
  queries: readonly (readonly string[])[],
  baskets: Baskets,
  thing: (query: number) => string,
): Workload {
  const itemIds = itemCodes(baskets)
  const collector = collectItemsets()
  const origin: number[] = []
  queries.forEach((names, query) => {
    if (names.length === 0) return
    const codes = names.map((name) => {
      const code = itemIds.get(name)
      if (code === undefined) {
        const hint = didYouMean(name, baskets.items) || '; a query may hold items of the data only'
        throw wrongValue`${thing(query)} names the item "${name}", which no basket holds${hint}`
      }
      return code
    })
    collector.add([...new Set(codes)].sort((a, b) => a - b))
    origin.push(query)
  })
  const workload = answeredWorkload(description, collector.list(), supportCounter(baskets, baskets.items.length))
  const unanswerable = workload.answers.indexOf(0)
  if (unanswerable >= 0)
    throw wrongValue`${thing(origin[unanswerable])} asks for items that no basket holds together, so that its relative
      error is undefined; remove it`
  if (workload.queries.count === 0) throw wrongValue`the workload has no query; give at least one line of items`
  return workload
}
