/**
 * The contract of a requirement on baskets: which itemsets an attacker may know, and that each of them, as published, is found in no basket
 * or in at least k. A search reads it; verification asks its check of the written file.
 */
import type { Baskets } from '../../baskets/baskets.ts'
import { type Itemsets, itemsetAt } from '../../baskets/itemset-list.ts'
import type { OptionValues, PartRecord } from '../../ground/options.ts'

/** What an attacker may know: all itemsets of up to so many items, or those listed, by item codes of the baskets. */
export type KnownSets = { readonly upTo: number } | Itemsets

export interface ItemRequirement {
  readonly name: string
  readonly options: OptionValues
  /** The promise in plain words, for reports, and what it leaves open. */
  readonly promise: string
  readonly open: string
  /** The fewest baskets that an itemset in question may be found in, when it is found at all. */
  readonly k: number
  readonly protects: KnownSets
}

/** Sets of published tokens that must occur in at least `k` baskets or in none: all of up to so many tokens, or those listed. */
export type SetsCheck =
  | { readonly k: number; readonly upTo: number }
  | { readonly k: number; readonly sets: readonly (readonly string[])[] }

/** What verification asks of the written file; `tokenOf` says what an item is published as, undefined when it is suppressed. */
export function setsCheckOf(
  { k, protects }: ItemRequirement,
  tokenOf: (item: number) => string | undefined = () => undefined,
): SetsCheck {
  if ('upTo' in protects) return { k, upTo: protects.upTo }
  const sets: string[][] = []
  for (let i = 0; i < protects.count; i++) {
    const tokens = Array.from(itemsetAt(protects, i), tokenOf)
    // A set with a suppressed item cannot be seen.
    if (!tokens.includes(undefined)) sets.push(tokens as string[])
  }
  return { k, sets }
}

/** What `halftone list requirement`, the docs, the job's schema and the studio show, and how one is made from the job file. */
export interface ItemRequirementRecord extends PartRecord {
  /** Where it stands in the job: its key of `privacy`, what the schema says of it, how a job without any is asked to ask for it, and what somebody may know. */
  readonly job: { readonly key: string; readonly meaning: string; readonly example: string; readonly knows: string }
  /** Options that stand elsewhere in the job: `k` as privacy.k, `separator` as that of the items. */
  readonly elsewhere?: readonly ('k' | 'separator')[]
  /** What a file that it may be read from is called; absent where there is none. */
  readonly file?: string
  /** What is wrong with the options, and whether a file is named, taken together. */
  complaint?(options: OptionValues, hasFile: boolean): string | undefined
  /** The promise, as far as it is known before the baskets are read. */
  promise(options: OptionValues): string
  /** Made before there are baskets; absent where it names items. */
  ask?(options: OptionValues): ItemRequirement
  /** `text` is the content of the file, where one is named. */
  make(options: OptionValues, baskets: Baskets, text?: string): ItemRequirement
}
