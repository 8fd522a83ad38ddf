/** API types of data. */
import type { SinglingOut } from '../../../src/frequency/singling-out.ts'
import type { TaxonomyNode } from '../../../src/hierarchy/taxonomy/taxonomy.ts'
import type { BasketsRisk } from '../../../src/kinds/file-questions.ts'
import type { RiskProfile } from '../../../src/metrics/risk/profile.ts'
import type { Role } from '../../../src/table/column.ts'
import type { Job } from '../../../src/table/job-schema.ts'

/** `GET api/data/files`: data and job files in the studio's folder, two levels deep. */
export interface FolderFile {
  readonly path: string
  readonly kind: 'data' | 'job' | 'study' | 'taxonomy'
  readonly bytes: number
}

/** `POST api/data/open`. `POST api/data/upload?name=…` keeps a dropped file and returns `{ path }`. */
export type OpenRequest =
  | { readonly path: string; readonly reading?: Reading }
  | { readonly job: Job; readonly base: string }

/** Keys of the job file that say how to read a file; absent ones are detected. */
export type Reading = Pick<
  Job['data'],
  'format' | 'header' | 'delimiter' | 'quote' | 'skip' | 'encoding' | 'decimal' | 'missing-values'
>

/**
 * `POST api/data/look` with an `OpenRequest`: the first rows, and hints from the first thousand. `POST api/data/sample`
 * with `{ name }` returns the `{ path }` of a job.
 */
export interface FirstLook {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly guessed: {
    readonly encoding?: string | undefined
    readonly delimiter?: string | undefined
    /** Whether the first line names the columns. */
    readonly header?: boolean | undefined
    /** Columns whose numbers have a decimal comma. */
    readonly commas: readonly string[]
    readonly dates: readonly { readonly column: string; readonly such: string }[]
    /** Texts that look like missing values, and in how many cells. */
    readonly missing: readonly { readonly text: string; readonly cells: number }[]
  }
}

export interface OpenAnswer {
  readonly id: string
  readonly name: string
  readonly rows: number
  /** Databases only: how many of the first rows can be viewed. */
  readonly shown?: number | undefined
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

/** `GET api/data/ID`, while the file is open. */
export interface OpenState {
  readonly id: string
  /** Its files were changed on disk since. */
  readonly isChanged: boolean
}

/**
 * `GET api/data/ID/rows?from=0&count=100`, with the keys of `RowView` too: cells as text, null is a missing value; in
 * file order unless sorted.
 */
export interface RowWindow {
  readonly from: number
  readonly of: number
  /** Row numbers in the file, from 0. */
  readonly places: readonly number[]
  readonly rows: readonly (readonly (string | null)[])[]
}

/** Which rows of a table are seen, and in which order. */
export interface RowView {
  /** Index of a column. */
  readonly sort?: number | undefined
  readonly descending?: true | undefined
  /** Text in some cell, in any case. */
  readonly contains?: string | undefined
  /** Only paired rows in which a cell changed. */
  readonly changed?: true | undefined
}

/** `GET api/data/ID/profile`; computed once per opened file. */
export interface DataProfile {
  readonly rows: number
  readonly columns: readonly ColumnFacts[]
}

export interface ColumnFacts {
  readonly name: string
  readonly type: 'number' | 'date' | 'text' | 'empty'
  readonly decimal?: ','
  readonly distinct: number
  /** Whether `distinct` is exact or, for very many values, estimated. */
  readonly exact: boolean
  readonly missing: number
  readonly top: readonly ValueCount[]
  readonly histogram?: Histogram
}

export interface ValueCount {
  readonly value: string
  readonly count: number
}

/** Rows in consecutive bins; a bin includes its low end and excludes its high one. */
export interface Histogram {
  readonly bins: readonly HistogramBin[]
  /** Smallest and largest value, as text; bins may extend beyond them. */
  readonly least: string
  readonly most: string
}

export interface HistogramBin {
  /** `20 to 24`, `1975`. */
  readonly label: string
  readonly low: number
  readonly high: number
  readonly count: number
}

/** `POST api/data/ID/items` with `ItemsRequest`: statistics of the baskets. */
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

/** How the items of a table are read; empty for a file of transactions. */
export interface ItemsRequest {
  readonly column?: string
  readonly separator?: string
  readonly per?: string
}

/** `POST api/data/ID/propose`: the job that `halftone init` would write; nothing is written yet. */
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

/** `POST api/data/ID/risk`: the risk of the file as it is. A new request for a file cancels the previous one. */
export interface RawRiskRequest {
  readonly quasiIdentifiers?: readonly string[]
  readonly missingValues?: readonly string[]
  readonly items?: ItemsRequest
}

export type RawRisk =
  | { readonly kind: 'columns'; readonly risk: RiskProfile }
  | { readonly kind: 'items'; readonly risk: BasketsRisk }

/** `POST api/data/ID/singling-out` with `{ quasiIdentifiers }`: which columns single people out. */
export interface SinglingOutAnswer extends Partial<SinglingOut> {
  readonly reason?: string
}
