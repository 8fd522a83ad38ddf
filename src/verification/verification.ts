/** What counting a release again came to: each requirement holds, or there are witnesses where it fails. Plain data. */

export interface Verification {
  readonly verdict: 'holds' | 'broken'
  /** Rows of the file, and how many of them are suppressed (`*` in every quasi-identifier). */
  readonly rows: number
  readonly suppressedRows: number
  /** Different persons in all rows, where persons are counted: sizes of classes are persons then, here and in witnesses. */
  readonly persons?: number
  /** Classes among the other rows, and the size of the smallest (0 when there is none). */
  readonly classes: number
  readonly smallestClass: number
  /**
   * Of baskets: rows are baskets, suppressed rows those without any token, classes the sets of tokens that were counted, the smallest
   * class the smallest support of one that occurs. Here: distinct tokens, and how many sets of one token, of two, … were counted.
   */
  readonly items?: { readonly tokens: number; readonly setsBySize: readonly number[] }
  readonly checks: readonly Check[]
}

export interface Check {
  /** e.g. `k-anonymity`, or `rows` for "no row was lost or added". */
  readonly name: string
  /** What was checked, in plain words. */
  readonly promise: string
  readonly holds: boolean
  /** What was counted, in plain words: "smallest class 12, asked 10". */
  readonly found: string
  /** The classes that break it most and what they look like, worst first. Empty when it holds. */
  readonly witnesses: readonly Witness[]
}

/** A check without witnesses: what is wrong, if anything is, and what is said where it holds. */
export function plainCheck(name: string, promise: string, wrong: string | undefined, right: string): Check {
  return { name, promise, holds: wrong === undefined, found: wrong ?? right, witnesses: [] }
}

export interface Witness {
  readonly size: number
  readonly values: Readonly<Record<string, string>>
  /** Of a requirement about values of a column: which value, and its share in the class and in all rows. */
  readonly blamed?: {
    readonly column: string
    readonly value: string
    readonly share: number
    readonly overall: number
  }
}

/** What the sizes of classes count. */
export function countedUnit({ items, persons }: Pick<Verification, 'items' | 'persons'>): 'row' | 'person' | 'basket' {
  return items !== undefined ? 'basket' : persons === undefined ? 'row' : 'person'
}
