/** Risk metrics of baskets, declared like the others: what reports show before and after, and `halftone list metric` lists. */
import type { ItemRelease } from '../../frequency/itemset-release.ts'
import { riskItemAttacker } from '../risk/items-attacker.ts'
import { type RiskConstraints, type SupportShares, supportShares } from '../risk/items-smallest-support.ts'

export interface ItemRiskSettings {
  readonly constraints: RiskConstraints
  /** Items that the simulated attacker knows. */
  readonly knows: number
  readonly seed: number
}

export interface ItemRiskMetric {
  readonly name: string
  readonly title: string
  readonly family: 'risk'
  readonly better: 'lower'
  readonly range: readonly [number, number]
  readonly formula: string
  readonly reading: string
}

const ATTACKER_TRIALS = 10_000

export const itemRiskMetrics: readonly ItemRiskMetric[] = [
  {
    name: 'smallest-support',
    title: 'Largest risk',
    family: 'risk',
    better: 'lower',
    range: [0, 1],
    formula: '1 / min over the sets that an attacker may know of the baskets that fit',
    reading: 'The largest chance of pointing at the right basket for somebody who knows such a set of items.',
  },
  {
    name: 'attacker',
    title: 'Simulated attacker',
    family: 'risk',
    better: 'lower',
    range: [0, 1],
    formula: `mean of 1 / baskets that fit, over ${ATTACKER_TRIALS} random people and items of theirs`,
    reading: 'The share of people that an attacker who knows so many of their items points at rightly.',
  },
  {
    name: 'attacker-unique',
    title: 'Singled out',
    family: 'risk',
    better: 'lower',
    range: [0, 1],
    formula: `share of ${ATTACKER_TRIALS} random people for whom exactly one basket fits`,
    reading: 'How often the simulated attacker has only one basket left.',
  },
]

export interface ItemRisks {
  readonly figures: Readonly<Record<string, number>>
  readonly shares: SupportShares
}

/** All of them at once: the supports are walked only once. */
export function itemRisks(release: ItemRelease, { constraints, knows, seed }: ItemRiskSettings): ItemRisks {
  const shares = supportShares(release, constraints)
  const attacker = riskItemAttacker(release, { knows, trials: ATTACKER_TRIALS, seed })
  return {
    figures: { 'smallest-support': shares.risk, attacker: attacker.success, 'attacker-unique': attacker.unique },
    shares,
  }
}
