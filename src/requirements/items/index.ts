/** All requirements on item sets, by name. */
import type { OptionValues } from '../../ground/options.ts'
import type { ItemRequirementRecord } from './item-requirement.ts'
import { kmAnonymity, promiseOfFacts, promiseOfMixed, promiseOfSensitive, type SensitiveItems } from './km-anonymity.ts'
import { privacyConstraints } from './privacy-constraints.ts'

export const itemRequirements: readonly ItemRequirementRecord[] = [kmAnonymity, privacyConstraints]

/** Requirements on the items of a table: all sets of up to m, or constraints, and sensitive items. */
export interface AskedOfItems {
  /** Items that an attacker may know beside the quasi-identifiers. */
  readonly m?: number
  /** Rows that share any m facts, columns and items alike; absent if classes of the quasi-identifiers have k rows. */
  readonly factsK?: number | undefined
  readonly sensitive?: SensitiveItems | undefined
  readonly constraints?: { readonly record: ItemRequirementRecord; readonly options: OptionValues } | undefined
}

/** The promises about the items of a table; none if it has no items. */
export function promisesOfItems({ m, factsK, sensitive, constraints }: AskedOfItems, k: number): string[] {
  if (m === undefined) return []
  if (factsK !== undefined) return [promiseOfFacts(factsK, m)]
  if (constraints !== undefined) return [`in every class, ${constraints.record.promise(constraints.options)}`]
  return [promiseOfMixed(k, m), ...(sensitive === undefined ? [] : [promiseOfSensitive(sensitive, m)])]
}
