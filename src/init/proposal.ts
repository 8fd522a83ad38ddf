/** Findings of init about a file, and its proposals. */
import type { Coarsening } from '../hierarchy/coarsen.ts'
import type { HierarchySpecification } from '../hierarchy/specification.ts'
import type { TaxonomyNode } from '../hierarchy/taxonomy/taxonomy.ts'
import type { SourceRequest, Table } from '../sources/table.ts'
import type { DerivedColumn } from '../sql/scans.ts'
import type { FoundPersons } from './roles/find-persons.ts'
import type { SettledRole } from './roles/settle-relations.ts'

export interface ProposedColumn extends Pick<SettledRole, 'role' | 'reason' | 'sure' | 'meaning' | 'generalized'> {
  readonly name: string
  readonly specification?: HierarchySpecification | undefined
  readonly question?: string | undefined
  readonly decimal?: ',' | '.' | undefined
  readonly separator?: string
  /** For columns that are not recoded: keys that make their values coarser. */
  readonly coarsening?: Coarsening | undefined
  /** A derived column that may take the place of this one. */
  readonly instead?: DerivedColumn | undefined
}

export type DescribedColumn = ProposedColumn & { readonly distinct: number }

export interface DescribedData {
  readonly columns: readonly DescribedColumn[]
  readonly rows: number
  /** Rows without a value in the quasi-identifier that is missing most often, or without items. */
  readonly missing: number
  readonly missingValues: readonly string[]
  readonly persons?: FoundPersons | undefined
  /** Printed at once, not only in the job. */
  readonly notes?: readonly string[]
}

export const DEFAULT_MISSING_VALUES: readonly string[] = ['?', '']

export interface InitResult {
  readonly job: string
  readonly taxonomies: readonly string[]
  readonly rows: number
  readonly columns: readonly Pick<DescribedColumn, 'name' | 'role' | 'generalized' | 'reason' | 'sure' | 'distinct'>[]
  readonly warnings: readonly string[]
}

export interface JobProposal extends Pick<InitResult, 'rows' | 'columns'> {
  readonly text: string
  readonly notes: readonly string[]
  readonly taxonomies: readonly { readonly column: string; readonly path: string; readonly root: TaxonomyNode }[]
}

export interface ProposalRequest {
  readonly source: SourceRequest
  readonly job: string
  readonly preset?: string | undefined
  readonly decimal?: ',' | '.' | undefined
  readonly free?: (path: string, root: TaxonomyNode) => boolean
  /** The file itself, if `table` is a copy of its rows: a release is written like the file. */
  readonly file?: Table['source']
}
