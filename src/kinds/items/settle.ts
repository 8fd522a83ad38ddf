/**
 * Repairs a sample's solution for all baskets, in the engine: lifts a token of each rare set to its parent in the tree,
 * or suppresses the rarest token, as COAT does. Neither makes another set rare. Only rare sets leave the engine. Cost:
 * a self-join of basket–token pairs per size and, along a tree, per round of repairs.
 */
import { explodeBaskets, type ItemsLayout } from '../../baskets/engine-baskets.ts'
import { type RareSets, rareSets, setsOfSize } from '../../baskets/engine-sets.ts'
import { type ItemGrouping, itemGroupingFrom } from '../../baskets/itemset-grouping.ts'
import { itemsetAt } from '../../baskets/itemset-list.ts'
import type { Engine, EngineRun } from '../../engines/engine.ts'
import { userError } from '../../ground/errors.ts'
import { formatShare, prose } from '../../ground/format.ts'
import type { Tree } from '../../hierarchy/hierarchy.ts'
import { wholeShare } from '../../search/evaluation.ts'
import type { FoundItems, ItemSearchProblem, ItemSearchResult } from '../../search/items-search.ts'
import type { Table } from '../../sources/table.ts'
import { type Sql, sql } from '../../sql/dialect.ts'
import { supportsOfListed } from '../../verification/verify-items.ts'

const groupsTable = 'halftone groups'
const heldTable = 'halftone held groups'
const listTable = 'halftone listed groups'

/** Most rare sets of one size that are fetched from the engine. */
const MOST_RARE = 1_000_000

export async function settleOnAll(
  { engine, source }: Pick<Table, 'engine' | 'source'>,
  layout: ItemsLayout,
  problem: ItemSearchProblem,
  found: FoundItems,
  run: EngineRun,
): Promise<ItemSearchResult> {
  const { items } = problem.baskets
  const { k, protects } = problem.requirement
  const [grouping] = found.groupings.parts
  const tokens = tokensInTree(problem.tree, grouping) ?? tokensToSuppress(grouping)
  const exploded = await explodeBaskets(engine, source, layout, run)
  let repairs = 0
  try {
    const hold = () => holdTokens(engine, exploded.occurrences, items, tokens.tokens, run)
    const held = await hold()
    const support = await countSupports(engine, held, run)
    const repair = ({ count, sets }: RareSets): boolean => {
      if (count > MOST_RARE)
        throw userError('data', 'limits.combinations')`${count} sets of what the sample's recoding publishes are held by
          fewer than ${k} of all baskets, too many to repair one by one; raise limits.combinations, so that the search
          sees more baskets, or lower k or m`
      const done = tokens.repair(sets, support)
      repairs += done
      return done > 0
    }
    const sizes = 'upTo' in protects ? protects.upTo : 0
    for (let size = 1; size <= sizes; size++) {
      for (let again = true; again; ) {
        const changed = repair(
          await rareSets(engine, setsOfSize(engine.dialect, held, size), { k, most: MOST_RARE }, run),
        )
        if (changed) await hold()
        again = changed && tokens.grow
      }
    }
    if (!('upTo' in protects)) {
      const sets = Array.from({ length: protects.count }, (_, i) => tokenImage(tokens.tokens, itemsetAt(protects, i)))
      const seen = sets.filter((set) => set !== undefined)
      const select = await supportsOfListed(engine, { held, list: listTable, sets: seen }, run)
      const rare = await rareSets(engine, { select, names: ['id'] }, { k, most: MOST_RARE }, run)
      repair({ ...rare, sets: rare.sets.map(([id]) => seen[id]) })
    }
  } finally {
    for (const table of [heldTable, groupsTable, listTable]) await engine.execute(engine.dialect.dropTable(table))
    await exploded.drop()
  }
  const settled = itemGroupingFrom(tokens.tokens, tokens.tokenName)
  const left = settled.groupOf.filter((group) => group < 0).length
  const details = { ...found.details, repairsOnAll: repairs }
  if (left > wholeShare(problem.suppressionLimit, items.length)) {
    const reason = prose`what was found on a sample of the baskets leaves out ${formatShare(left / items.length)} of the
      items so that it holds for all, more than the suppression limit of ${formatShare(problem.suppressionLimit)}; raise
      suppression-limit, or limits.combinations, so that the search sees more baskets`
    return { outcome: 'none-exists', reason, evaluations: found.evaluations, details }
  }
  return { ...found, groupings: { parts: [settled] }, details }
}

interface Tokens {
  /** Token of each item, −1 for none; repairs change it. */
  readonly tokens: Int32Array
  readonly tokenName: ((token: number) => string | undefined) | undefined
  /** Whether repairs enlarge tokens, so that sets must be counted again. */
  readonly grow: boolean
  /** Repairs the sets, rarest first, skipping those that an earlier repair touched. Returns the number of repairs. */
  repair(sets: readonly (readonly number[])[], support: ReadonlyMap<number, number>): number
}

function tokensToSuppress({ groupOf, names }: ItemGrouping): Tokens {
  const tokens = groupOf.slice()
  return {
    tokens,
    tokenName: names && ((group) => names[group]),
    grow: false,
    repair(sets, support) {
      const gone = new Set<number>()
      const rarer = (a: number, b: number) => ((support.get(b) ?? 0) < (support.get(a) ?? 0) ? b : a)
      for (const set of sets) if (!set.some((token) => gone.has(token))) gone.add(set.reduce(rarer))
      tokens.forEach((token, item) => {
        if (gone.has(token)) tokens[item] = -1
      })
      return gone.size
    },
  }
}

function tokensInTree(tree: Tree | undefined, { groupOf, names }: ItemGrouping): Tokens | undefined {
  if (tree === undefined || names === undefined) return undefined
  const nodeIds = new Map(tree.names.map((name, node) => [name, node]))
  const nodes = names.map((name) => nodeIds.get(name ?? ''))
  if (nodes.includes(undefined)) return undefined
  const tokens = groupOf.map((group) => (group < 0 ? -1 : (nodes[group] as number)))
  const { parent, first, last } = tree
  const leaves = (node: number) => (node < 0 ? Number.POSITIVE_INFINITY : last[node] - first[node])
  const cheaper = (a: number, b: number) => (leaves(parent[b]) < leaves(parent[a]) ? b : a)
  return {
    tokens,
    tokenName: (node) => tree.names[node],
    grow: true,
    repair(sets) {
      const lifted: number[] = []
      const isBelow = (node: number, top: number) => first[top] <= first[node] && last[node] <= last[top]
      for (const set of sets) {
        if (set.some((node) => lifted.some((top) => isBelow(node, top)))) continue
        const top = parent[set.reduce(cheaper)]
        if (top >= 0) lifted.push(top)
      }
      tokens.forEach((node, item) => {
        // If two lifted nodes are nested, the upper one comes later and wins.
        for (const top of lifted) if (node >= 0 && isBelow(tokens[item], top)) tokens[item] = top
      })
      return lifted.length
    },
  }
}

/** The tokens that a set of items is published as; undefined if one is suppressed. */
function tokenImage(itemTokens: Int32Array, set: Int32Array): number[] | undefined {
  const tokens = [...new Set(Array.from(set, (item) => itemTokens[item]))]
  return tokens.includes(-1) ? undefined : tokens
}

async function holdTokens(
  engine: Engine,
  occurrences: Sql,
  items: readonly string[],
  tokens: Int32Array,
  run: EngineRun,
): Promise<Sql> {
  const { dialect } = engine
  // An empty item never occurs: this row keeps the list from being empty.
  const kept = [...items.keys()].filter((code) => tokens[code] >= 0)
  const listed = dialect.listed([
    { name: 'item', values: ['', ...kept.map((code) => items[code])] },
    { name: 'token', values: [-1, ...kept.map((code) => tokens[code])] },
  ])
  await engine.execute(dialect.createTable(groupsTable, listed), run)
  const groups = dialect.identifier(groupsTable)
  await engine.execute(
    dialect.createTable(
      heldTable,
      sql`SELECT DISTINCT o.basket AS basket, ${dialect.integer(sql`g.token`)} AS token FROM ${occurrences} AS o JOIN
        ${groups} AS g ON ${dialect.ordered(sql`g.item`)} = ${dialect.ordered(sql`o.item`)}`,
    ),
    run,
  )
  return dialect.identifier(heldTable)
}

async function countSupports(engine: Engine, held: Sql, run: EngineRun): Promise<ReadonlyMap<number, number>> {
  const counted = await engine.query(
    sql`SELECT token, ${engine.dialect.wholeNumber(sql`COUNT(*)`)} AS n FROM ${held} GROUP BY token`,
    run,
  )
  const counts = counted.numbers('n')
  return new Map(Array.from(counted.integers('token'), (token, i) => [token, counts[i]]))
}
