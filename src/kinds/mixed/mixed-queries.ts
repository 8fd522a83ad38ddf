/**
 * Count queries about columns and items together, such as `age 30..39, codes = B20`: drawn from people, counted in the
 * data, and estimated from the written release. A label stands for each of its values alike, and a token of n items for
 * each of their non-empty subsets alike. ARE is the mean relative error.
 */
import { invertRows } from '../../baskets/baskets.ts'
import type { EngineRun } from '../../engines/engine.ts'
import { groupRows } from '../../frequency/group-rows.ts'
import { entryAt } from '../../ground/maps.ts'
import { randomFrom, seedFor, shuffle } from '../../ground/random.ts'
import type { Tree } from '../../hierarchy/hierarchy.ts'
import { presenceChance } from '../../metrics/items/relative-error.ts'
import { type WorkloadAnswers, workloadAnswers } from '../../metrics/workload/answers.ts'
import { queryDomain, type Span } from '../../metrics/workload/table-domain.ts'
import type { TableWorkloadOptions } from '../../metrics/workload/table-generate.ts'
import { queryText } from '../../metrics/workload/table-query-text.ts'
import { queryColumns, queryInWords } from '../../metrics/workload/table-workload.ts'
import type { MixedPlan } from '../../plan/plan.ts'
import type { MixedProblem } from '../../search/methods/mixed/mixed.ts'
import type { Table } from '../../sources/table.ts'

export interface MixedQuery {
  /** Codes of some quasi-identifiers, and a leaf of the tree of items. */
  readonly conditions: readonly { readonly column: number; readonly span: Span }[]
  readonly leaf: number
  readonly actual: number
}

/** Draws a person with items for each query: values around theirs in some columns, and one of their items. */
export function drawMixedQueries({ frequencies, items }: MixedProblem, plan: MixedPlan): MixedQuery[] {
  const { baskets, combinationOf, tree } = items
  const { columns } = frequencies
  const asked = plan.workload !== undefined && 'draw' in plan.workload ? plan.workload.draw : undefined
  const usual = { count: 1000, columns: Math.min(2, columns.length), share: 0.1, seed: plan.seed }
  const { count, columns: width, share, seed }: Omit<TableWorkloadOptions, 'target'> = asked ?? usual
  const random = randomFrom(seedFor(seed, 'workload'))
  const rowsOfLeaf = invertRows(baskets, tree.leafNode.length)
  const people = Array.from(combinationOf.keys()).filter((row) => baskets.offsets[row + 1] > baskets.offsets[row])
  if (people.length === 0) return []
  return Array.from({ length: count }, () => {
    const row = people[random.integer(people.length)]
    const [from, to] = [baskets.offsets[row], baskets.offsets[row + 1]]
    const leaf = baskets.codes[from + random.integer(to - from)]
    const chosen = shuffle([...columns.keys()], random).slice(0, width)
    const conditions = chosen.map((column) => {
      const { size, codes } = columns[column]
      const values = Math.min(size, Math.max(1, Math.round(size * share ** (1 / width))))
      const code = codes[combinationOf[row]]
      const least = Math.max(0, code - values + 1)
      const first = least + random.integer(Math.min(code, size - values) - least + 1)
      return { column, span: [first, first + values - 1] as const }
    })
    let actual = 0
    for (let at = rowsOfLeaf.offsets[leaf]; at < rowsOfLeaf.offsets[leaf + 1]; at++) {
      const combination = combinationOf[rowsOfLeaf.codes[at]]
      const fits = conditions.every(({ column, span: [low, high] }) => {
        const code = columns[column].codes[combination]
        return code >= low && code <= high
      })
      if (fits) actual++
    }
    return { conditions, leaf, actual }
  })
}

export function mixedQueryInWords(
  { conditions, leaf }: MixedQuery,
  { hierarchies, items: { tree } }: MixedProblem,
  { items: { column } }: MixedPlan,
): string {
  const columns = queryColumns(hierarchies, [])
  const runs = conditions.map(({ column: place, span }) => ({ column: place, runs: Int32Array.from(span) }))
  return (
    `${queryInWords({ conditions: runs }, columns)}, ` +
    `${queryText([{ column, values: [tree.names[tree.leafNode[leaf]]] }])}`
  )
}

/** Estimates the queries from the released file alone. */
export async function answerMixedQueries(
  queries: readonly MixedQuery[],
  { hierarchies, items: { tree } }: MixedProblem,
  plan: MixedPlan,
  release: Table,
  run: EngineRun,
): Promise<WorkloadAnswers> {
  const names = [...hierarchies.map(({ column }) => column), plan.items.column]
  const request = { columns: names.map((column) => ({ column })), missingValues: plan.missingValues }
  const { columns, counts } = await groupRows(release.engine, release.source, request, run)
  const spans = hierarchies.map((hierarchy, c) => {
    const domain = queryDomain(hierarchy)
    const all: Span = [0, domain.size - 1]
    return [...columns[c].texts.map((label) => domain.spanOfLabel(label) ?? all), all]
  })
  const cells = columns[hierarchies.length]
  const split = cells.texts.map((text) => text.split(plan.items.separator ?? ' ').map((token) => token.trim()))
  const classes = new Map<string, { readonly spans: readonly Span[]; readonly tokens: Map<string, number> }>()
  for (let tuple = 0; tuple < counts.length; tuple++) {
    const places = hierarchies.map((_, c) => columns[c].places[tuple])
    const { tokens } = entryAt(classes, places.join(), () => ({
      spans: places.map((place, c) => spans[c].at(place) as Span),
      tokens: new Map(),
    }))
    for (const token of split[cells.places[tuple]] ?? []) tokens.set(token, (tokens.get(token) ?? 0) + counts[tuple])
  }
  const released = [...classes.values()].map(({ spans: shown, tokens }) => ({
    shown,
    leaves: readTokens(tree, tokens),
  }))
  const estimated = queries.map(({ conditions, leaf }) =>
    released.reduce((sum, { shown, leaves }) => {
      const chance = conditions.reduce((product, { column, span }) => product * overlap(shown[column], span), 1)
      return sum + chance * (leaves.get(leaf) ?? 0)
    }, 0),
  )
  const actual = Int32Array.from(queries, (query) => query.actual)
  return workloadAnswers(actual, Float64Array.from(estimated))
}

/** The share of a span that another one has. */
function overlap([low, high]: Span, [from, to]: Span): number {
  return Math.max(0, Math.min(high, to) - Math.max(low, from) + 1) / (high - low + 1)
}

/** How many rows of a class have each leaf, by what its tokens say and how many rows have them. */
function readTokens(tree: Tree, tokens: ReadonlyMap<string, number>): Map<number, number> {
  const { names, first, last } = tree
  const nodes = new Map(names.map((name, node) => [name, node]))
  const spanOf = (name: string): Span | undefined => {
    const node = nodes.get(name)
    return node === undefined ? undefined : [first[node], last[node]]
  }
  const covered = new Map<string, number[]>()
  const taken = new Set<number>()
  const cover = (token: string, leaves: readonly number[]) => {
    for (const leaf of leaves) taken.add(leaf)
    covered.set(token, [...leaves])
  }
  const between = ([low, high]: Span = [0, -1]) => Array.from({ length: high - low + 1 }, (_, i) => low + i)
  const rests: { readonly token: string; readonly span: Span }[] = []
  for (const token of tokens.keys()) {
    const span = spanOf(token)
    const rest = spanOf(token.replace(/^rest-of-/, ''))
    if (span !== undefined) cover(token, between(span))
    else if (rest !== undefined) rests.push({ token, span: rest })
    // Signs between the items of a set are those of `generalizedToken`.
    else {
      const items = token.slice(1, -1).split(/[,|/+&~]/)
      cover(token, items.map(spanOf).flatMap(between))
    }
  }
  // Smaller nodes first: their rests are no part of those of larger ones.
  rests.sort((a, b) => a.span[1] - a.span[0] - (b.span[1] - b.span[0]))
  for (const { token, span } of rests) {
    const free = between(span).filter((leaf) => !taken.has(leaf))
    cover(token, free)
  }
  const expected = new Map<number, number>()
  for (const [token, leaves] of covered) {
    const chance = presenceChance(leaves.length, 1, 'uniform-nonempty')
    for (const leaf of leaves) expected.set(leaf, (expected.get(leaf) ?? 0) + chance * (tokens.get(token) as number))
  }
  return expected
}
