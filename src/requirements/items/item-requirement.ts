/**
 * The contract of a requirement on item sets: each itemset that an attacker may know is, as published, in no basket or
 * in at least k. Searches read it; verification checks the written file.
 */
import type { Baskets } from '../../baskets/baskets.ts'
import { type Itemsets, itemsetAt } from '../../baskets/itemset-list.ts'
import type { OptionValues, PartRecord } from '../../ground/options.ts'

/** All itemsets of up to `upTo` items, or a list, by item codes. */
export type KnownSets = { readonly upTo: number } | Itemsets

export interface ItemRequirement {
  readonly name: string
  readonly options: OptionValues
  readonly promise: string
  readonly open: string
  /** Fewest baskets that contain a known itemset, if any does. */
  readonly k: number
  readonly protects: KnownSets
}

/** Sets of tokens that must be in at least `k` baskets or in none: all of up to `upTo` tokens, or a list. */
export type SetsCheck =
  | { readonly k: number; readonly upTo: number }
  | { readonly k: number; readonly sets: readonly (readonly string[])[] }

/** The check of the written file; `findToken` returns undefined for a suppressed item. */
export function setsCheck(
  { k, protects }: ItemRequirement,
  findToken: (item: number) => string | undefined = () => undefined,
): SetsCheck {
  if ('upTo' in protects) return { k, upTo: protects.upTo }
  const sets: string[][] = []
  for (let i = 0; i < protects.count; i++) {
    const tokens = Array.from(itemsetAt(protects, i), findToken)
    // A set with a suppressed item cannot be observed.
    if (!tokens.includes(undefined)) sets.push(tokens as string[])
  }
  return { k, sets }
}

/** Describes a requirement in lists, docs, the job's schema and the studio, and makes it from the job file. */
export interface ItemRequirementRecord extends PartRecord {
  /** Its key in `privacy`, description in the schema, example for a job without any, and what an attacker knows. */
  readonly job: { readonly key: string; readonly meaning: string; readonly example: string; readonly knows: string }
  /** Options set elsewhere in the job: `k` as privacy.k, `separator` as that of the items. */
  readonly elsewhere?: readonly ('k' | 'separator')[]
  readonly file?: string
  complaint?(options: OptionValues, hasFile: boolean): string | undefined
  promise(options: OptionValues): string
  ask?(options: OptionValues): ItemRequirement
  make(options: OptionValues, baskets: Baskets, text?: string): ItemRequirement
}
