/** The request to count a table, and the counts. */
import type { ColumnProfile, Finding } from '../hierarchy/doctor.ts'
import type { NumberRanges } from '../hierarchy/grouping.ts'
import type { Hierarchy } from '../hierarchy/hierarchy.ts'
import type { ResolvedHierarchy } from '../hierarchy/resolve.ts'
import type { HierarchySpecification } from '../hierarchy/specification.ts'
import type { Source, TableSource } from '../sql/dialect.ts'
import type { ColumnEncoding, StoredEncoding } from '../sql/encoding.ts'
import type { FrequencyTable } from './frequency-table.ts'
import type { HeldRows } from './group-rows.ts'

export interface CountRequest {
  readonly quasiIdentifiers: readonly {
    readonly column: string
    readonly hierarchy: HierarchySpecification | HierarchyMaker
    /** A numeric column with endpoints is cut at them in the engine, however few values it has. */
    readonly binned?: boolean
  }[]
  readonly targets: readonly { readonly column: string; readonly kind: 'categories' | 'numbers' }[]
  /** Columns to count as sensitive ones; a target may be among them. */
  readonly sensitive?: readonly string[]
  /** The column that says whose row it is, where persons are counted. */
  readonly persons?: string | undefined
  /** A register of the population that the rows are about: its people are counted by the same hierarchies. */
  readonly register?: Source | undefined
  /** Rows with a missing quasi-identifier. */
  readonly missing: 'drop' | 'category' | 'fail'
  /** Texts that mean missing, besides no value at all. */
  readonly missingValues: readonly string[]
  /** Let the engine keep the rows with these other columns, so that a release can be written without reading the source again. */
  readonly keep?: readonly string[] | undefined
  /** The release will have lines of text: rows that are kept need not be kept by the engine. */
  readonly lines?: boolean | undefined
  /** More combinations than this are coarsened; those of the engine when absent. */
  readonly mostCombinations?: number | undefined
}

/** Makes the hierarchy from the values that occur, where a specification is not enough (an old recoding on new data). */
export type HierarchyMaker = (profile: ColumnProfile) => ResolvedHierarchy

export interface CountedTable {
  readonly frequencies: FrequencyTable
  readonly hierarchies: readonly Hierarchy[]
  /** How each quasi-identifier's values in the engine become codes. */
  readonly encodings: readonly ColumnEncoding[]
  /** The rows as the engine stored them, when it was asked and could. */
  readonly stored?: { readonly source: TableSource; readonly encodings: readonly (ColumnEncoding | StoredEncoding)[] }
  /** Or as they were read without the engine. */
  readonly held?: HeldCodes | undefined
  /** Rows of the source, and those left out because a quasi-identifier is missing. */
  readonly rowsRead: number
  readonly rowsMissing: number
  /** What the doctor noticed that is no error. */
  readonly findings: readonly Finding[]
  /** Where there were more combinations than may travel: how many, and the numeric columns that were cut into bins for it. */
  readonly coarsened?: CoarsenedColumns | undefined
  /** The classes of the values as they are in the source, where codes are coarser: a table of one column, and of its people of a register. */
  readonly raw?: FrequencyTable | undefined
  /** Of a register: people who are left out because a quasi-identifier is missing, and the numbers that it has of each code. */
  readonly register?: { readonly missing: number; readonly extents: readonly (NumberRanges | undefined)[] } | undefined
}

/** Rows as numbers of tuples, and the codes of each tuple: for each quasi-identifier one, −1 where its rows are left out. */
export interface HeldCodes extends HeldRows {
  readonly codes: readonly Int32Array[]
}

export interface CoarsenedColumns {
  /** Combinations before. */
  readonly combinations: number
  readonly columns: readonly string[]
  /** Numbers were cut so that as many rows are in each of so many bins, or fewer; of other values a level with no more groups was taken, or the coarsest. */
  readonly bins: number
  /** The levels of columns that are no numbers. */
  readonly levels?: readonly { readonly column: string; readonly level: string }[] | undefined
}

/** Targets and sensitive columns, each once. */
export function countedColumns({ targets, sensitive = [] }: CountRequest): string[] {
  return [...new Set([...targets.map(({ column }) => column), ...sensitive])]
}
