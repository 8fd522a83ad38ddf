/**
 * k^m-anonymity (Terrovitis, Mamoulis, Kalnis 2008): every itemset of 1 to m published items that occurs is in at least
 * k baskets. Loukides et al. 2011 demand "more than k": strict mode, which equals k + 1.
 */
import type { Baskets } from '../../baskets/baskets.ts'
import { UserError } from '../../ground/errors.ts'
import type { OptionValues } from '../../ground/options.ts'
import type { ItemRequirement, ItemRequirementRecord } from './item-requirement.ts'

export const kmAnonymity: ItemRequirementRecord = {
  name: 'km-anonymity',
  title: 'k^m-anonymity',
  summary: 'Every itemset of up to m items that occurs, occurs in at least k baskets.',
  options: [
    { name: 'k', type: 'integer', minimum: 2, meaning: 'the fewest baskets that may hold an itemset' },
    { name: 'm', type: 'integer', minimum: 1, maximum: 10, default: 2, meaning: 'how many items an attacker may know' },
    { name: 'strict', type: 'boolean', default: false, meaning: 'more than k baskets instead of at least k' },
  ],
  job: {
    key: 'km',
    meaning: 'k^m-anonymity',
    example: 'privacy.km, for example km: { k: 5, m: 2 }',
    knows: 'up to m items of a person, whichever they are',
  },
  promise: (options) => asked(options).promise,
  ask: asked,
  make: (options, baskets) =>
    requireKmAnonymity(baskets, options['k'] as number, options['m'] as number, options['strict'] as boolean),
}

function asked(options: OptionValues): ItemRequirement {
  return askKmAnonymity(options['k'] as number, options['m'] as number, options['strict'] === true)
}

export function requireKmAnonymity(baskets: Baskets, k: number, m = 2, strict = false): ItemRequirement {
  const asked = askKmAnonymity(k, m, strict)
  requireEnoughBaskets(baskets, asked.k)
  return asked
}

export function askKmAnonymity(k: number, m: number, strict = false): ItemRequirement {
  const fewest = strict ? k + 1 : k
  return {
    name: 'km-anonymity',
    options: { k, m, strict },
    promise:
      `anyone who knows up to ${m} ${m === 1 ? 'item' : 'items'} of a person finds at least ` +
      `${fewest} baskets that fit, or none`,
    open:
      `anyone who knows more than ${m} ${m === 1 ? 'item' : 'items'} of a person may find fewer than ` +
      `${fewest} baskets that fit`,
    k: fewest,
    protects: { upTo: m },
  }
}

/** No itemset can occur in k baskets if fewer have any item. */
export function requireEnoughBaskets(baskets: Baskets, k: number): void {
  const filled = baskets.count - baskets.empty
  if (filled < k) {
    throw new UserError(
      `k must be at most the number of baskets with items, ${filled}; got ${k}; lower k or add baskets`,
      { path: 'privacy', rule: 'data' },
    )
  }
}
