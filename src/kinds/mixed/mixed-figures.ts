/** Risk and utility of a table with items: candidates left, R and T, how items are published, who loses all. */
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import { many } from '../../ground/format.ts'
import { groupBy } from '../../ground/maps.ts'
import { type CandidatesLeft, candidatesLeft } from '../../metrics/risk/candidates.ts'
import type { MixedFigures } from '../../report/report.ts'
import { promisesOfItems } from '../../requirements/items/index.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import type { Losses } from '../../search/methods/mixed/mixed-classes.ts'
import type { Verified } from '../kind.ts'
import type { MixedStations } from './stations.ts'

/** Sets of more items are not counted for the figure: a person with 12 items has 220 of three. */
const MOST_KNOWN = 3

export function mixedFigures({ plan, problem, found, result }: Verified<MixedStations>): Omit<MixedFigures, 'counts'> {
  const { baskets, combinationOf, tree } = problem.items
  const { columns } = problem.frequencies
  const { ranges } = found.decision.outputs
  const k = plan.factsK ?? smallestAllowedClass(plan.requirements)
  const knows = Math.min(plan.m, MOST_KNOWN)
  const leavesOfRow = (row: number) => baskets.codes.subarray(baskets.offsets[row], baskets.offsets[row + 1])
  const combinationOfRow = (row: number) => combinationOf[row]
  const classOfRow = (row: number) => found.classOf[combinationOf[row]]
  const tokensOfRow = (row: number) => {
    const { tokens } = found.vocabularies[classOfRow(row)]
    const rowTokens = new Set(Array.from(leavesOfRow(row), (leaf) => tokens[leaf]).filter((token) => token >= 0))
    return [...rowTokens].sort((a, b) => a - b)
  }
  const rows = Array.from(combinationOf.keys()).filter((row) => classOfRow(row) >= 0)
  const groups = (groupOf: (row: number) => number) => groupBy(rows, groupOf).values()
  const sorted = (row: number) => [...leavesOfRow(row)].sort((a, b) => a - b)
  const withItems = rows.filter((row) => leavesOfRow(row).length > 0)
  const lost = withItems.filter((row) => tokensOfRow(row).length === 0).length
  const losses = result.details as unknown as Losses & { readonly curve?: readonly Losses[] }
  return {
    promises: promisesOfItems(plan, k),
    m: plan.m,
    knows,
    R: losses.R,
    T: losses.T,
    curve: losses.curve ?? [],
    known:
      plan.factsK === undefined
        ? `the quasi-identifiers and ${many(knows, 'item')} of a person`
        : `${many(knows, 'fact')} of a person, each a quasi-identifier or an item`,
    before: left(combinationOfRow, sorted, ({ codes }, _, combination) => codes[combination]),
    after: left(classOfRow, tokensOfRow, (_, c, combination) => ranges[c].low[found.classOf[combination]]),
    shares: levelShares(),
    lostPeople: withItems.length === 0 ? 0 : lost / withItems.length,
    lostSensitive: problem.items.sensitive && lostShare(problem.items.sensitive.nodes),
  }

  /** Candidates for someone who knows the group and items of a row, or any facts: items, and codes of columns. */
  function left(
    group: (row: number) => number,
    items: (row: number) => readonly number[],
    code: (column: FrequencyTable['columns'][number], place: number, combination: number) => number,
  ): CandidatesLeft {
    if (plan.factsK === undefined) return candidatesLeft({ groups: groups(group), items }, knows, k)
    // Numbers of items come first, then those of the values of each column.
    const starts = [tree.parent.length]
    for (const { size } of columns) starts.push((starts.at(-1) as number) + size)
    const facts = (row: number) => [
      ...items(row),
      ...columns.map((column, c) => starts[c] + code(column, c, combinationOf[row])),
    ]
    return candidatesLeft({ groups: [rows], items: facts }, knows, k)
  }

  /** Share of the occurrences below these nodes that are left out. */
  function lostShare(nodes: readonly number[]): number {
    const isMeant = (leaf: number) => nodes.some((node) => leaf >= tree.first[node] && leaf <= tree.last[node])
    let [all, left] = [0, 0]
    for (const row of rows)
      for (const leaf of leavesOfRow(row)) {
        if (!isMeant(leaf)) continue
        all++
        if (found.vocabularies[classOfRow(row)].tokens[leaf] < 0) left++
      }
    return left / Math.max(1, all)
  }

  /** Shares of all item occurrences, by how they are published. */
  function levelShares(): MixedFigures['shares'] {
    const depths = tree.parent.map((_, node) => depthOf(node))
    const deepest = depths.reduce((most, depth) => Math.max(most, depth), 0)
    const names = [
      'as it is',
      ...Array.from({ length: deepest }, (_, i) => `level ${deepest - 1 - i} of the tree`),
      'set of items',
      'rest of a node',
      'rest of the whole tree',
      'left out',
    ]
    const counts = names.map(() => 0)
    const sizes = found.vocabularies.map(({ tokens }) => {
      const size = new Map<number, number>()
      for (const token of tokens) size.set(token, (size.get(token) ?? 0) + 1)
      return size
    })
    let all = 0
    for (const row of rows) {
      const output = classOfRow(row)
      for (const leaf of leavesOfRow(row)) {
        all++
        const token = found.vocabularies[output].tokens[leaf]
        const leaves = token < 0 ? 0 : tree.last[token] - tree.first[token] + 1
        const isWhole = sizes[output].get(token) === leaves
        if (token < 0) counts[names.length - 1]++
        else if (found.vocabularies[output].areSets === true && !isWhole) counts[names.length - 4]++
        else if (!isWhole) counts[names.length - (tree.parent[token] < 0 ? 2 : 3)]++
        else counts[leaves === 1 ? 0 : deepest - depths[token]]++
      }
    }
    return names
      .map((published, i) => ({ published, share: counts[i] / Math.max(1, all) }))
      .filter(({ share }) => share > 0)
  }

  function depthOf(node: number): number {
    return tree.parent[node] < 0 ? 0 : 1 + depthOf(tree.parent[node])
  }
}
