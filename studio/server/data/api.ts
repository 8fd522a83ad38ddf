/** Data, as pages see them. Types only. */

import type { SinglingOut } from '../../../src/frequency/singling-out.ts'
import type { TaxonomyNode } from '../../../src/hierarchy/taxonomy/taxonomy.ts'
import type { BasketsRisk } from '../../../src/kinds/items/check.ts'
import type { RiskProfile } from '../../../src/metrics/risk/profile.ts'
import type { Role } from '../../../src/table/column.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import type { Connection } from '../connections/api.ts'

/** `GET api/data/files` → the data and job files in the studio's folder (not deep: two levels), for opening. */
export interface FolderFile {
  /** Relative to the studio's folder. */
  readonly path: string
  readonly kind: 'data' | 'job' | 'study' | 'taxonomy'
  readonly bytes: number
}

/** `POST api/data/open` with a path, a connection to a database, or a job whose source to open. `POST api/data/upload?name=…` keeps a dropped file and answers `{ path }`. */
export type OpenRequest =
  | { readonly path: string; readonly reading?: Reading }
  | { readonly connection: Connection }
  | { readonly job: Job; readonly base: string }

/** How a file is read, where it is not detected from its name and its first line: the keys of the job file. */
export type Reading = Pick<
  Job['data'],
  'format' | 'header' | 'delimiter' | 'quote' | 'skip' | 'encoding' | 'decimal' | 'missing-values'
>

/** `POST api/data/look` with an `OpenRequest`: the first rows read so, and what the first thousand show. `POST api/data/sample` with `{ name }` → `{ path }` of a job. */
export interface FirstLook {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly guessed: {
    readonly encoding?: string | undefined
    readonly delimiter?: string | undefined
    /** The first line names the columns. */
    readonly header?: boolean | undefined
    /** Columns whose numbers have a decimal comma. */
    readonly commas: readonly string[]
    readonly dates: readonly { readonly column: string; readonly such: string }[]
    /** Texts that look like no value, and in how many cells they stand. */
    readonly missing: readonly { readonly text: string; readonly cells: number }[]
  }
}

/** The answer of opening. */
export interface OpenAnswer {
  readonly id: string
  /** Name of the file, for people. */
  readonly name: string
  readonly rows: number
  /** Of a table of a database: so many rows, the first, can be looked at. */
  readonly shown?: number | undefined
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

/** `GET api/data/ID` answers `{ id }` while the file is open. `GET api/data/ID/rows?from=0&count=100`: cells as text in the order of the file; null is no value. */
export interface RowWindow {
  readonly from: number
  readonly rows: readonly (readonly (string | null)[])[]
}

/** `GET api/data/ID/profile`: what each column holds. Computed once for an opened file. */
export interface DataProfile {
  readonly rows: number
  readonly columns: readonly ColumnFacts[]
}

export interface ColumnFacts {
  readonly name: string
  /** What all its values are. */
  readonly type: 'number' | 'date' | 'text' | 'empty'
  readonly distinct: number
  /** Whether `distinct` is counted, or, where there are very many, estimated. */
  readonly exact: boolean
  readonly missing: number
  /** The most frequent values. */
  readonly top: readonly ValueCount[]
  /** Of numbers and dates. */
  readonly histogram?: Histogram
}

export interface ValueCount {
  readonly value: string
  readonly count: number
}

/** Rows by consecutive bins; a bin has its low end and not its high one. */
export interface Histogram {
  readonly bins: readonly HistogramBin[]
  /** The smallest and the largest value, for people; bins may begin before and end after them. */
  readonly least: string
  readonly most: string
}

export interface HistogramBin {
  /** For people: `20 to 24`, `1975`. */
  readonly label: string
  readonly low: number
  readonly high: number
  readonly count: number
}

/** `POST api/data/ID/items` with `ItemsRequest`: what the baskets of a column of items hold. */
export interface ItemsFacts {
  readonly baskets: number
  readonly empty: number
  readonly items: number
  readonly occurrences: number
  readonly longest: number
  /** Items by the number of baskets that have them. */
  readonly supports: Histogram
  /** Baskets by the number of their items. */
  readonly sizes: Histogram
  readonly top: readonly ValueCount[]
}

/** How the items of a table are read; nothing for a file of transactions. */
export interface ItemsRequest {
  readonly column?: string
  readonly separator?: string
  readonly per?: string
}

/** `POST api/data/ID/propose`: the job that `halftone init` would write, nothing of it written yet. */
export interface ProposeAnswer {
  readonly job: Job
  readonly base: string
  readonly columns: readonly { readonly name: string; readonly role: Role; readonly reason: string }[]
  readonly trees: readonly ProposedTree[]
}

export interface ProposedTree {
  /** Relative to the job's folder. */
  readonly path: string
  readonly tree: TaxonomyNode
}

/** `POST api/data/ID/risk`: what anybody can find out from the file as it is. A later request for the same file ends an earlier one. */
export interface RawRiskRequest {
  readonly quasiIdentifiers?: readonly string[]
  readonly missingValues?: readonly string[]
  /** Of baskets, instead. */
  readonly items?: ItemsRequest
}

export type RawRisk =
  | { readonly kind: 'columns'; readonly risk: RiskProfile }
  | { readonly kind: 'items'; readonly risk: BasketsRisk }

/** `POST api/data/ID/singling-out` with `{ quasiIdentifiers }`: which columns single people out. */
export interface SinglingOutAnswer extends Partial<SinglingOut> {
  /** Absent where it was counted: why it was not. */
  readonly reason?: string
}
