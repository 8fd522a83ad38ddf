/**
 * k^m-anonymity (Terrovitis, Mamoulis, Kalnis 2008): every itemset of 1 to m published items that occurs is in at least
 * k baskets. Loukides et al. 2011 demand "more than k": strict mode, which equals k + 1.
 */
import type { Baskets } from '../../baskets/baskets.ts'
import { userError } from '../../ground/errors.ts'
import { prose } from '../../ground/format.ts'
import { type OptionValues, option } from '../../ground/options.ts'
import type { ItemRequirement, ItemRequirementRecord } from './item-requirement.ts'

export const COLUMNS_AND_ITEMS = 'columns-and-items'

export const kmAnonymity: ItemRequirementRecord = {
  name: 'km-anonymity',
  title: 'k^m-anonymity',
  summary: 'Every itemset of up to m items that occurs, occurs in at least k baskets.',
  options: [
    { name: 'k', type: 'integer', minimum: 2, meaning: 'the fewest baskets that may contain an itemset' },
    { name: 'm', type: 'integer', minimum: 1, maximum: 10, default: 2, meaning: 'how many items an attacker may know' },
    { name: 'strict', type: 'boolean', default: false, meaning: 'more than k baskets instead of at least k' },
    option({ name: 'over', type: 'choice', choices: [COLUMNS_AND_ITEMS] })`with quasi-identifiers: an attacker knows
      any m facts, column values or items, instead of all columns and m items`,
    option({ name: 'sensitive', type: 'data', shape: '[item, …]', check: sensitiveNames })`with quasi-identifiers:
      items, or tree nodes, that no m other items of a class may predict with a confidence above h`,
    option({ name: 'h', type: 'number', minimum: 0.01, maximum: 0.99 })`the largest confidence about a sensitive item;
      default 0.5`,
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

function sensitiveNames(value: unknown): readonly string[] {
  if (Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string')) return value
  throw userError('value', 'privacy.km.sensitive')`privacy.km.sensitive must be a list of items; got
    ${JSON.stringify(value)}`
}

/** The name of their check. */
export const SENSITIVE_ITEMS = 'sensitive-items'

/** Items that no set of up to m others may predict with a confidence above h. */
export interface SensitiveItems {
  readonly items: readonly string[]
  readonly h: number
}

export function sensitiveItems({ sensitive, h = DEFAULT_H }: OptionValues): SensitiveItems | undefined {
  return sensitive === undefined ? undefined : { items: sensitiveNames(sensitive), h: h as number }
}

const DEFAULT_H = 0.5

export function promiseOfSensitive({ items, h }: SensitiveItems, m: number): string {
  const known = m === 1 ? 'one published item' : `up to ${m} published items`
  return prose`anyone who knows the quasi-identifiers and ${known} of a person has a confidence of at most ${h} that
    the person has ${items.length === 1 ? 'the sensitive item' : 'any one of the sensitive items'}`
}

export function promiseOfMixed(k: number, m: number): string {
  return prose`anyone who knows the quasi-identifiers and up to ${m} ${m === 1 ? 'item' : 'items'} of a person finds at
    least ${k} candidates, or none`
}

export function promiseOfFacts(k: number, m: number): string {
  const known = m === 1 ? 'one fact' : `up to ${m} facts`
  return prose`anyone who knows ${known} of a person, each a quasi-identifier or an item, finds at least ${k}
    candidates, or none`
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
    promise: prose`anyone who knows up to ${m} ${m === 1 ? 'item' : 'items'} of a person finds at least ${fewest}
      baskets that fit, or none`,
    open: prose`anyone who knows more than ${m} ${m === 1 ? 'item' : 'items'} of a person may find fewer than
      ${fewest} baskets that fit`,
    k: fewest,
    protects: { upTo: m },
  }
}

/** No itemset can occur in k baskets if fewer have any item. */
export function requireEnoughBaskets(baskets: Baskets, k: number): void {
  const filled = baskets.count - baskets.empty
  if (filled < k)
    throw userError('data', 'privacy')`k must be at most the number of baskets with items, ${filled}; got ${k}; lower k
      or add baskets`
}
