/** Risk metrics of item sets. */
import type { Baskets } from '../../baskets/baskets.ts'
import { ungroupedItems } from '../../baskets/itemset-grouping.ts'
import { type ItemRelease, releaseItems } from '../../baskets/itemset-release.ts'
import { itemsetWalk } from '../../baskets/itemset-supports.ts'
import type { MetricFacts } from '../metric.ts'
import { riskItemAttacker } from '../risk/items-attacker.ts'
import { type RiskConstraints, riskAtShare, type SupportShares, supportShares } from '../risk/items-smallest-support.ts'
import { describeItemMetric } from './item-metric.ts'

export interface ItemRiskSettings {
  readonly constraints: RiskConstraints
  readonly knows: number
  readonly seed: number
}

export type ItemRiskMetric = MetricFacts & { readonly family: 'risk'; readonly better: 'lower' }

/** Named in `item-metrics.txt`, too. */
const ATTACKER_TRIALS = 2000

const shared = { family: 'risk', better: 'lower', range: [0, 1] } as const

export const itemsSmallestSupport: ItemRiskMetric = {
  ...shared,
  ...describeItemMetric('smallest-support'),
  usual: true,
}

export const itemRiskMetrics: readonly ItemRiskMetric[] = [
  itemsSmallestSupport,
  ...['risk-95', 'attacker', 'attacker-unique'].map((name) => ({ ...shared, ...describeItemMetric(name) })),
]

export interface ItemRisks {
  readonly figures: Readonly<Record<string, number>>
  readonly shares: SupportShares
}

export function itemRisks(release: ItemRelease, settings: ItemRiskSettings): ItemRisks {
  const shares = publishedShares(release, settings.constraints)
  return { figures: measureFigures(release, shares, settings), shares }
}

export function rawItemRisks(baskets: Baskets, settings: ItemRiskSettings): ItemRisks['figures'] {
  const raw = releaseItems(baskets, { parts: [ungroupedItems(baskets.items.length)] })
  const { constraints } = settings
  const found =
    'upTo' in constraints ? { risk: 1 / smallestSupport(raw, constraints.upTo) } : supportShares(raw, constraints)
  return measureFigures(raw, found, settings)
}

function measureFigures(
  release: ItemRelease,
  found: SupportShares | Pick<SupportShares, 'risk'>,
  { knows, seed }: ItemRiskSettings,
): ItemRisks['figures'] {
  const attacker = riskItemAttacker(release, { knows, trials: ATTACKER_TRIALS, seed })
  const figures = { 'smallest-support': found.risk, attacker: attacker.success, 'attacker-unique': attacker.unique }
  return 'shares' in found ? { ...figures, 'risk-95': riskAtShare(found, 0.95) } : figures
}

/** Sets of up to m tokens have the smallest support of the original sets, and are far fewer. */
function publishedShares(release: ItemRelease, constraints: RiskConstraints): SupportShares {
  if (!('upTo' in constraints) || release.parts.length > 1) return supportShares(release, constraints)
  const { published, grouping } = release.parts[0]
  const items = Array.from({ length: grouping.groups }, (_, group) => String(group))
  const tokens: Baskets = { ...published, items, empty: 0, repeats: 0 }
  return supportShares(releaseItems(tokens, { parts: [ungroupedItems(grouping.groups)] }), constraints)
}

function smallestSupport({ baskets }: ItemRelease, upTo: number): number {
  const items = baskets.items.length
  const walk = itemsetWalk(baskets, items)
  let smallest = Number.POSITIVE_INFINITY
  for (let size = 1; size <= upTo; size++) {
    for (let first = 0; first < items && smallest > 1; first++) {
      walk.from(first, size, 1, (_, support) => {
        if (support < smallest) smallest = support
      })
    }
  }
  return smallest
}
