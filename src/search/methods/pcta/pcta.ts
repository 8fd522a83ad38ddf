/**
 * PCTA, privacy-constrained clustering (Gkoulalas-Divanis, Loukides, EDBT PAIS 2011), and its form with utility
 * constraints (Trans. Data Privacy 5, 2012): for each rare privacy constraint, applies the merge of one of its
 * generalized items that loses least (UL). With utility constraints, partners come from the same constraint, and items
 * that cannot merge are suppressed, as in COAT.
 * `literal` takes the cheapest merge even if it does not help the constraint; `progress` prefers merges that raise its
 * support, which loses clearly less on BMS-WebView-2. Cost: as COAT, times the size of a constraint.
 */
import { prose } from '../../../ground/format.ts'
import { option, readOptions } from '../../../ground/options.ts'
import { itemsUtilityLoss } from '../../../metrics/items/utility-loss.ts'
import { type ClusterState, type MergeRule, recodeClusters, searchClusters } from '../../clusters/cluster-search.ts'
import type { Pair } from '../../clusters/merge-candidates.ts'
import { weightsOption } from '../../clusters/merge-weights.ts'
import type { ItemSearchRecord } from '../../items-search.ts'

const options = [
  option({ name: 'merge', type: 'choice', choices: ['progress', 'literal'], default: 'progress' })`prefers merges that
    raise the support of the current itemset, or always takes the cheapest`,
  weightsOption,
] as const

export const searchPcta: ItemSearchRecord = {
  kind: 'items',
  name: 'pcta',
  title: 'PCTA',
  summary: prose`Merges the generalized items of each rare itemset with those that lose the least utility, until enough
    baskets hold it.`,
  source: prose`Gkoulalas-Divanis, Loukides: PCTA, privacy-constrained clustering-based transaction data anonymization.
    EDBT PAIS 2011`,
  options,
  needsTree: false,
  goal: itemsUtilityLoss.name,
  recode: (problem) => recodeClusters(problem, cheapestThatHelps(problem.baskets.items.length)),
  search(problem, given, run) {
    const { merge, weights } = readOptions('algorithm pcta', options, given)
    const details = {
      merge,
      weights: weights === 'equal' ? undefined : weights,
      utility: problem.utility?.description ?? 'one for all items',
    }
    const rule = merge === 'literal' ? cheapestOfAll : cheapestThatHelps(problem.baskets.items.length)
    return searchClusters(problem, rule, details, run)
  },
}

const cheapestOfAll: MergeRule = (state, group) => {
  let best: Pair | undefined
  for (const cluster of group) best = state.cheapest(cluster, best)
  return best
}

/**
 * Merging c with d raises the group's support if some basket holds d and all of the group but c. Fewer than k baskets
 * hold the whole group, so for pairs {c, e} the test co(e, d) − |baskets with c, e and d| > 0 takes one short scan;
 * larger groups scan the baskets of the others.
 */
function cheapestThatHelps(items: number): MergeRule {
  const holdAll = new Int32Array(items)
  return (state, group) => {
    let best: Pair | undefined
    for (const cluster of group) {
      const others = group.filter((other) => other !== cluster)
      if (others.length === 0) {
        const row = state.clusters.row(cluster)
        best = state.cheapest(cluster, best, (partner) => state.clusters.support[partner] > row[partner])
      } else if (others.length === 1) {
        countHolders(state, group, holdAll, 1)
        const row = state.clusters.row(others[0])
        best = state.cheapest(cluster, best, (partner) => row[partner] > holdAll[partner])
        countHolders(state, group, holdAll, 0)
      } else {
        // Baskets with the others, minus those with the whole group: the rest lacks the cluster.
        countHolders(state, others, holdAll, 1)
        countHolders(state, group, holdAll, -1)
        best = state.cheapest(cluster, best, (partner) => holdAll[partner] > 0)
        countHolders(state, others, holdAll, 0)
      }
    }
    return best ?? cheapestOfAll(state, group)
  }
}

function countHolders(state: ClusterState, group: readonly number[], counts: Int32Array, step: number): void {
  state.clusters.forEachHolder(group, (codes, from, to) => {
    for (let at = from; at < to; at++) counts[codes[at]] = step === 0 ? 0 : counts[codes[at]] + step
  })
}
