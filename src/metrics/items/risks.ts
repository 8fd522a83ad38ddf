/** Risk metrics of item sets. */
import type { Baskets } from '../../baskets/baskets.ts'
import { ungroupedItems } from '../../baskets/itemset-grouping.ts'
import { type ItemRelease, releaseItems } from '../../baskets/itemset-release.ts'
import { itemsetWalk } from '../../baskets/itemset-supports.ts'
import type { MetricFacts } from '../metric.ts'
import { riskItemAttacker } from '../risk/items-attacker.ts'
import { type RiskConstraints, riskAtShare, type SupportShares, supportShares } from '../risk/items-smallest-support.ts'

export interface ItemRiskSettings {
  readonly constraints: RiskConstraints
  readonly knows: number
  readonly seed: number
}

export type ItemRiskMetric = MetricFacts & { readonly family: 'risk'; readonly better: 'lower' }

const ATTACKER_TRIALS = 2000

const shared = { family: 'risk', better: 'lower', range: [0, 1] } as const

export const itemsSmallestSupport: ItemRiskMetric = {
  ...shared,
  name: 'smallest-support',
  title: 'Largest risk',
  formula: '1 / the fewest baskets that match a set which an attacker may know',
  reading: 'The largest chance of finding the right basket, for an attacker who knows such a set of items.',
  usual: true,
}

export const itemRiskMetrics: readonly ItemRiskMetric[] = [
  itemsSmallestSupport,
  {
    ...shared,
    name: 'risk-95',
    title: 'Risk of 95 % of the sets',
    formula: 'the 95 % quantile of 1 / matching baskets over the sets that an attacker may know',
    reading: 'The risk without the most exposed twentieth of the sets; if far below the largest, few sets are exposed.',
  },
  {
    ...shared,
    name: 'attacker',
    title: 'Simulated attacker',
    formula: `mean of 1 / matching baskets, over ${ATTACKER_TRIALS} random people and some of their items`,
    reading: 'The share of people whom an attacker finds who knows that many of their items.',
  },
  {
    ...shared,
    name: 'attacker-unique',
    title: 'Singled out',
    formula: `share of ${ATTACKER_TRIALS} random people for whom exactly one basket matches`,
    reading: 'How often the simulated attacker has only one basket left.',
  },
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
