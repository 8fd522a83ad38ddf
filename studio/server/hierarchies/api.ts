/** Hierarchies, as pages see them. Types only. */
import type { Finding } from '../../../src/hierarchy/doctor.ts'
import type { GroupBy } from '../../../src/hierarchy/group-values.ts'
import type { HierarchySettings } from '../../../src/hierarchy/specification.ts'
import type { TaxonomyNode } from '../../../src/hierarchy/taxonomy/taxonomy.ts'
import type { ItemsRequest, ProposedTree, ValueCount } from '../data/api.ts'

/** A column of opened data; `items` says how its items are read, where it holds some. */
export interface ColumnRequest {
  readonly data: string
  readonly column: string
  readonly items?: ItemsRequest
}

/** `POST api/hierarchies/values` with a `ColumnRequest`: what a tree or an order has to cover, most rows first. */
export interface ValuesAnswer {
  readonly values: readonly ValueCount[]
  /** How many there are in all; `values` may be cut. */
  readonly distinct: number
  readonly missing: number
}

export type HierarchyKind = 'tree' | 'numeric' | 'order' | 'date' | 'prefix' | 'plain'

/** `POST api/hierarchies/propose`: a hierarchy to start from; of a kind, where one is asked for. */
export interface HierarchyProposalRequest extends ColumnRequest {
  /** Folder of the job, relative to the studio's. */
  readonly base: string
  readonly kind?: HierarchyKind
  /** Taxonomies that the job has already. */
  readonly taken: readonly string[]
}

export interface HierarchyProposal {
  /** The job's keys for the column. */
  readonly settings: HierarchySettings
  readonly tree?: ProposedTree
}

/** `POST api/hierarchies/examine`: the doctor's findings of a hierarchy against the data. */
export interface ExamineRequest extends ColumnRequest {
  readonly settings: HierarchySettings
  readonly tree?: TaxonomyNode
  /** The k that the job asks for. */
  readonly k?: number | undefined
  /** Whether missing is a value of its own. */
  readonly missing: 'category' | 'none'
}

export interface Examined {
  readonly findings: readonly Finding[]
  /** The ladder from single values to all, where a hierarchy could be made. */
  readonly levels: readonly { readonly name: string; readonly groups: number }[]
  /** What the column keeps by itself at the k that was asked for, 0 to 1; absent where it is not known, null where nothing can be kept. */
  readonly kept?: number | null
  /** Of numbers: where bins begin, ascending; none where every value is its own. */
  readonly starts?: readonly number[]
}

/** `POST api/hierarchies/group` → `TreeAnswer`: a tree over the values of a column, grouped in one of these ways. */
export interface GroupRequest extends ColumnRequest {
  readonly by: GroupBy
}

/** `POST api/hierarchies/found` with `{ data, base, columns }` → `FoundTree[]`: hierarchies in the folder that cover these columns. */
export interface FoundTree {
  readonly column: string
  /** Relative to the job's folder. */
  readonly path: string
  /** Share of the rows whose value it has. */
  readonly covered: number
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

/** `POST api/hierarchies/import` with `{ name, text }` → `TreeAnswer`; `POST api/hierarchies/export` with `{ tree, format }` → `{ text }`. */
export type TreeFormat = 'json' | 'csv'
