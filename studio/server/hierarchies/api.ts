/** API types of hierarchies. */
import type { Finding } from '../../../src/hierarchy/doctor.ts'
import type { HierarchySettings } from '../../../src/hierarchy/specification.ts'
import type { TaxonomyNode } from '../../../src/hierarchy/taxonomy/taxonomy.ts'
import type { ItemsRequest, ProposedTree, ValueCount } from '../data/api.ts'

/** A column of opened data; `items` is set for a column of items. */
export interface ColumnRequest {
  readonly data: string
  readonly column: string
  readonly items?: ItemsRequest
}

/** `POST api/hierarchies/values` with a `ColumnRequest`: values that a hierarchy must cover, most frequent first. */
export interface ValuesAnswer {
  readonly values: readonly ValueCount[]
  /** Number of distinct values; `values` may be truncated. */
  readonly distinct: number
  readonly missing: number
}

export type HierarchyKind = 'tree' | 'numeric' | 'order' | 'date' | 'prefix' | 'place' | 'plain'

/** `POST api/hierarchies/propose`: a first hierarchy, optionally of a given kind. */
export interface HierarchyProposalRequest extends ColumnRequest {
  /** Folder of the job, relative to the studio's folder. */
  readonly base: string
  readonly kind?: HierarchyKind
  /** Taxonomies that the job has already. */
  readonly taken: readonly string[]
}

export interface HierarchyProposal {
  readonly settings: HierarchySettings
  readonly tree?: ProposedTree
  /** The job's `data.decimal`, if the numbers need it. */
  readonly decimal?: ','
}

/** `POST api/hierarchies/examine`: the doctor's findings. */
export interface ExamineRequest extends ColumnRequest {
  readonly settings: HierarchySettings
  readonly tree?: TaxonomyNode
  /** The job's `data.decimal`. */
  readonly decimal?: ',' | '.' | undefined
  /** Whether missing counts as a value. */
  readonly missing: 'category' | 'none'
  /** Public ends: the fewest people between two of them, and the job's search. */
  readonly ends?: { readonly people: number; readonly search: string | undefined } | undefined
}

export interface Examined {
  readonly findings: readonly Finding[]
  /** Levels from single values to one group, if the hierarchy is valid; `labels` are those of three values. */
  readonly levels: readonly { readonly name: string; readonly groups: number; readonly labels: readonly string[] }[]
  /** Numbers only: where bins begin, ascending; empty if every value is a bin. */
  readonly starts?: readonly number[]
  /** Intervals end on round numbers with enough people between two. */
  readonly isPublic?: boolean
}

/** `POST api/hierarchies/read` with `{ base, path }`: the tree in a file of the studio's folder. */
export interface TreeAnswer {
  readonly tree: TaxonomyNode
}

/** `POST api/hierarchies/save` → `{ saved }`, paths relative to the studio's folder. */
export interface SaveTreesRequest {
  readonly base: string
  readonly trees: readonly ProposedTree[]
}

/** `POST api/hierarchies/import` with `{ name, text }` → `TreeAnswer`. */
