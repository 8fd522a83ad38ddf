/** Changes of columns in a scan: keyed, derived and coarser values. */
import type { PlaceLevel } from '../hierarchy/place-grid.ts'
import type { DATE_PARTS } from '../table/column.ts'

/** For statements also positions (days since 0000-03-01, seconds of a time of day) and texts in their standard form. */
export type DatePart = (typeof DATE_PARTS)[number] | 'day' | 'second' | `${'day' | 'month' | 'time'} text`

export interface CoarsenedScan {
  /** All columns of the table, in order. */
  readonly names: readonly string[]
  readonly columns: readonly CoarsenedColumn[]
}

export interface CoarsenedColumn {
  readonly column: string
  readonly dictionary: string
  /** The group of each text of the dictionary. */
  readonly groups: readonly number[]
  readonly shown: readonly string[]
  /** Typed files: shown texts are numbers, and the column stays numeric. */
  readonly number?: 'whole' | 'fraction' | undefined
}

/** One of the rules; the names are columns of the data. */
export interface Derivation {
  /** Completed years and days between two dates. A birthday on 29 February is reached on 1 March in other years. */
  readonly years?: readonly [from: string, to: string] | undefined
  readonly days?: readonly [from: string, to: string] | undefined
  /** As a number; Monday is 1. */
  readonly part?: readonly [column: string, part: DatePart] | undefined
  readonly map?: readonly [column: string, pairs: readonly (readonly [value: string, shown: string])[]] | undefined
  /** Ascending edges; an edge begins a bin. */
  readonly bin?: readonly [column: string, ...edges: number[]] | undefined
  /** Degrees; the result is a cell of a public grid. */
  readonly place?: readonly [latitude: string, longitude: string] | undefined
  /** Of a place: the edge of the cells; default 100 m. */
  readonly cell?: PlaceLevel | undefined
  readonly format?: string | undefined
  /** Values without a result, such as a negative number of years, stop the run or become missing. */
  readonly otherwise?: 'fail' | 'missing' | undefined
}

export interface DerivedColumn extends Derivation {
  readonly column: string
}

export interface DerivedScan {
  readonly names: readonly string[]
  readonly columns: readonly DerivedColumn[]
  readonly missingValues: readonly string[]
  /** Typed files: numbers are written as numbers, not as texts. */
  readonly typed?: boolean | undefined
}

export type KeyedColumn = PseudonymColumn | ShiftedColumn

export interface PseudonymColumn {
  readonly kind: 'pseudonym'
  readonly column: string
  readonly secret: string
  readonly format: PseudonymFormat
  readonly length: number
  readonly missingValues: readonly string[]
}

export interface ShiftedColumn {
  readonly kind: 'shift'
  readonly column: string
  readonly secret: string
  readonly by: string
  readonly days: number
  /** Default: year-month-day, with any text after it. */
  readonly format?: string | undefined
  readonly type?: string | undefined
  readonly missingValues: readonly string[]
}

export type PseudonymFormat = 'hex' | 'digits' | 'words'
