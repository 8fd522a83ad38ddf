import type { ColumnProfile, Finding } from '../hierarchy/doctor.ts'
import type { NumberRanges } from '../hierarchy/grouping.ts'
import type { Hierarchy, ResolvedHierarchy } from '../hierarchy/hierarchy.ts'
import type { HierarchySpecification } from '../hierarchy/specification.ts'
import type { Source, TableSource } from '../sql/dialect.ts'
import type { ColumnEncoding, StoredEncoding } from '../sql/encoding.ts'
import type { FrequencyTable } from './frequency-table.ts'
import type { HeldRows } from './group-rows.ts'

export interface CountRequest {
  readonly quasiIdentifiers: readonly {
    readonly column: string
    readonly hierarchy: HierarchySpecification | HierarchyMaker
    /** Cuts a numeric column at its endpoints in the engine, however few values it has. */
    readonly binned?: boolean
  }[]
  readonly targets: readonly { readonly column: string; readonly kind: 'categories' | 'numbers' }[]
  readonly sensitive?: readonly string[]
  readonly persons?: string | undefined
  readonly register?: Source | undefined
  readonly missing: 'drop' | 'category' | 'fail'
  /** Texts that mean missing, besides NULL. */
  readonly missingValues: readonly string[]
  /** Keeps the rows with these other columns, so that the release need not read the source again. */
  readonly keep?: readonly string[] | undefined
  /** The release is text, so rows may be kept outside the engine. */
  readonly holds?: boolean | undefined
  /** Rows may be kept in the engine. */
  readonly stores?: boolean | undefined
  /** Coarsens beyond this many combinations. Default: the engine's limit. */
  readonly mostCombinations?: number | undefined
}

/** Builds a hierarchy from the values that occur, if a specification is not enough (an old recoding on new data). */
export type HierarchyMaker = (profile: ColumnProfile) => ResolvedHierarchy

export interface CountedTable {
  readonly frequencies: FrequencyTable
  readonly hierarchies: readonly Hierarchy[]
  readonly encodings: readonly ColumnEncoding[]
  /** The rows kept by the engine, if requested and possible. */
  readonly stored?: { readonly source: TableSource; readonly encodings: readonly (ColumnEncoding | StoredEncoding)[] }
  readonly held?: HeldCodes | undefined
  /** About the share of rows that repeat an earlier one in every column, if known. */
  readonly repeats?: number | undefined
  /** Rows of the source, and those dropped for a missing quasi-identifier. */
  readonly rowsRead: number
  readonly rowsMissing: number
  readonly findings: readonly Finding[]
  /** The number of combinations before coarsening, and the coarsened columns. */
  readonly coarsened?: CoarsenedColumns | undefined
  /** Class sizes of raw values, ascending; `own` if each value has its own code; `many`: too many to count. */
  readonly rawSizes?: Float64Array | 'own' | 'many' | undefined
  /** The classes of the raw values, if codes are coarser: a table of one column, with its register. */
  readonly raw?: FrequencyTable | undefined
  /** People of the register dropped for a missing quasi-identifier, and the numbers it has per code. */
  readonly register?: { readonly missing: number; readonly extents: readonly (NumberRanges | undefined)[] } | undefined
}

/** Rows as tuple numbers, and the codes of each tuple per quasi-identifier; −1 if its rows are dropped. */
export interface HeldCodes extends HeldRows {
  readonly codes: readonly Int32Array[]
}

export interface CoarsenedColumns {
  readonly combinations: number
  readonly columns: readonly string[]
  /** Most bins per numeric column (quantiles), and most groups of a level. */
  readonly bins: number
  readonly levels?: readonly { readonly column: string; readonly level: string }[] | undefined
}

export function countedColumns({ targets, sensitive = [] }: CountRequest): string[] {
  return [...new Set([...targets.map(({ column }) => column), ...sensitive])]
}
