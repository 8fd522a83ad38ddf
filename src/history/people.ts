/** People over time: whom the ledger or the data knows, and what the next release shows of them. */

/** First and last code of each column. */
export type Box = readonly (readonly [number, number])[]

/** Everybody whom the ledger or the data knows, columnar. */
export interface People {
  readonly count: number
  /** Codes of the quasi-identifiers. Those of absent people are not read. */
  readonly codes: readonly ArrayLike<number>[]
  readonly present: Uint8Array
  /** Class in which the last release shows the person; −1 for none. */
  readonly classes: Int32Array
  /** Release that first showed the person in this class. */
  readonly since: Int32Array
  /** Releases that the person has waited for. */
  readonly waited: Int32Array
  /** The classes that a person was in before, as a number that people of the same ones share; −1 for none. */
  readonly past: Int32Array
  /** Present people with other released values than the last release shows. */
  readonly changed: Uint8Array
  /** People who must not be in the next release. */
  readonly erased: Uint8Array
}

/** The next release: who is shown in which class. */
export interface NextRelease extends Pick<People, 'classes' | 'since' | 'waited'> {
  /** All classes, new ones last. */
  readonly boxes: readonly Box[]
  /** People whose row shows other values than before. */
  readonly updated: Uint8Array
  /** People whose row goes. */
  readonly gone: readonly number[]
}
