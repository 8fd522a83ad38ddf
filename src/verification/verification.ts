/** The result of verifying a release, as plain data: each requirement holds or has witnesses. */

export interface Verification {
  readonly verdict: 'holds' | 'broken'
  /** Rows of the file, and suppressed ones (`*` in every quasi-identifier). */
  readonly rows: number
  readonly suppressedRows: number
  /** Distinct persons, if persons are counted; class sizes are persons then, here and in witnesses. */
  readonly persons?: number
  readonly classes: number
  readonly smallestClass: number
  /** For baskets: suppressed rows have no token, classes are the counted token sets. `setsBySize` starts at one. */
  readonly items?: { readonly tokens: number; readonly setsBySize: readonly number[] }
  readonly checks: readonly Check[]
}

export interface Check {
  readonly name: string
  readonly promise: string
  readonly holds: boolean
  /** The result, in plain words: "smallest class 12, asked 10". */
  readonly found: string
  readonly witnesses: readonly Witness[]
}

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

export function countedUnit({ items, persons }: Pick<Verification, 'items' | 'persons'>): 'row' | 'person' | 'basket' {
  return items !== undefined ? 'basket' : persons === undefined ? 'row' : 'person'
}
