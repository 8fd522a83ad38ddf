/** The result of verifying a release, as plain data: each requirement holds or has witnesses. */

export interface Verification {
  readonly verdict: 'holds' | 'broken'
  /** Rows of the file, and suppressed ones (`*` in every quasi-identifier). */
  readonly rows: number
  readonly suppressedRows: number
  /** Distinct persons, if persons are counted; class sizes are persons then, here and in witnesses. */
  readonly persons?: number
  /** Classes of the other rows, and the smallest size (0 if there are none). */
  readonly classes: number
  readonly smallestClass: number
  /**
   * For baskets: rows are baskets, suppressed rows those without a token, classes the counted token sets, the smallest
   * class the smallest support. `setsBySize` starts with sets of one token.
   */
  readonly items?: { readonly tokens: number; readonly setsBySize: readonly number[] }
  readonly checks: readonly Check[]
}

export interface Check {
  /** e.g. `k-anonymity`, or `rows` for "no row was lost or added". */
  readonly name: string
  /** The checked property, in plain words. */
  readonly promise: string
  readonly holds: boolean
  /** The result, in plain words: "smallest class 12, asked 10". */
  readonly found: string
  /** The worst classes first. Empty if it holds. */
  readonly witnesses: readonly Witness[]
}

/** Returns a check without witnesses; `wrong` describes the violation, if any. */
export function plainCheck(name: string, promise: string, wrong: string | undefined, right: string): Check {
  return { name, promise, holds: wrong === undefined, found: wrong ?? right, witnesses: [] }
}

export interface Witness {
  readonly size: number
  readonly values: Readonly<Record<string, string>>
  /** For requirements about values: the value, and its share in the class and in all rows. */
  readonly blamed?: {
    readonly column: string
    readonly value: string
    readonly share: number
    readonly overall: number
  }
}

/** The unit of class sizes. */
export function countedUnit({ items, persons }: Pick<Verification, 'items' | 'persons'>): 'row' | 'person' | 'basket' {
  return items !== undefined ? 'basket' : persons === undefined ? 'row' : 'person'
}
