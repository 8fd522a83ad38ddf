/**
 * COAT, constraint-based anonymization of transactions (Loukides, Gkoulalas-Divanis, Malin, KAIS 28(2), 2011): for each
 * rare privacy constraint, the rarest of its generalized items merges with the neighbour inside its utility constraint
 * that loses least (UL); if none can merge, the rarest is suppressed. The README lists our choices where the paper's
 * summary is silent. Cost: one table of co-occurrences (items² × 4 bytes), then merges × clusters.
 */
import { prose } from '../../../ground/format.ts'
import { readOptions } from '../../../ground/options.ts'
import { itemsUtilityLoss } from '../../../metrics/items/utility-loss.ts'
import { type MergeRule, recodeClusters, searchClusters } from '../../clusters/cluster-search.ts'
import { weightsOption } from '../../clusters/merge-weights.ts'
import type { ItemSearchRecord } from '../../items-search.ts'

export const searchCoat: ItemSearchRecord = {
  kind: 'items',
  name: 'coat',
  title: 'COAT',
  summary: prose`Generalizes the rarest item of each rare itemset inside its utility constraint, by least utility loss;
    suppresses it if no generalization is allowed.`,
  source: 'Loukides, Gkoulalas-Divanis, Malin: COAT, constraint-based anonymization of transactions. KAIS 28(2), 2011',
  options: [weightsOption],
  needsTree: false,
  goal: itemsUtilityLoss.name,
  recode: (problem) => recodeClusters(problem, growRarest),
  search(problem, given, run) {
    const { weights } = readOptions('algorithm coat', [weightsOption], given)
    const utility = problem.utility?.description ?? 'one for all items'
    return searchClusters(problem, growRarest, { utility, weights: weights === 'equal' ? undefined : weights }, run)
  },
}

const growRarest: MergeRule = ({ clusters: { support, key }, cheapest }, group) => {
  const rarestFirst = [...group].sort((a, b) => support[a] - support[b] || key[a] - key[b])
  for (const cluster of rarestFirst) {
    const pair = cheapest(cluster, undefined)
    if (pair !== undefined) return pair
  }
  return undefined
}
