/**
 * The contract of a requirement on baskets: what must hold of every itemset that an attacker may know. Either all itemsets up to a
 * size (k^m-anonymity) or those of a policy (privacy constraints). A search reads it; verification asks its check of the written file.
 */
import type { Baskets } from '../../frequency/baskets.ts'
import type { Itemsets } from '../../frequency/itemset-list.ts'
import type { OptionRecord, OptionValues } from '../../options.ts'

interface ItemRequirementBase {
  readonly options: OptionValues
  /** The promise in plain words, for reports. */
  readonly promise: string
  /** The fewest baskets that an itemset in question may be found in, when it is found at all. */
  readonly k: number
  /** What verification asks of the written file; `tokenOf` says what an item is published as, undefined when it is suppressed. */
  check(tokenOf: (item: number) => string | undefined): SetsCheck
}

/** Sets of published tokens that must occur in at least `k` baskets or in none: all of up to so many tokens, or those listed. */
export type SetsCheck =
  | { readonly k: number; readonly upTo: number }
  | { readonly k: number; readonly sets: readonly (readonly string[])[] }

/** Every itemset of up to `m` published items occurs in no basket or in at least `k`. */
export interface KmAnonymity extends ItemRequirementBase {
  readonly name: 'km-anonymity'
  readonly m: number
}

/** Each listed itemset, as published, occurs in no basket or in at least `k`. */
export interface PrivacyConstraints extends ItemRequirementBase {
  readonly name: 'privacy-constraints'
  /** By item codes of the baskets. */
  readonly constraints: Itemsets
}

export type ItemRequirement = KmAnonymity | PrivacyConstraints

/** What `halftone list requirement`, the docs and the studio show, and how one is made from the job file. */
export interface ItemRequirementRecord {
  readonly name: ItemRequirement['name']
  readonly title: string
  readonly summary: string
  readonly options: readonly OptionRecord[]
  /** `text` is the content of the constraints file, where one is named. */
  make(options: OptionValues, baskets: Baskets, text?: string): ItemRequirement
}
