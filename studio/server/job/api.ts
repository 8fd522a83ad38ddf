/** The job document, as pages see it. Types only. */
import type { Job } from '../../../src/table/job-schema.ts'
import type { Failure } from '../api.ts'

/** `POST api/job/open` with `{ path }`, and the answer of saving. */
export interface OpenedJob {
  readonly job: Job
  /** Folder that the job's paths start at, relative to the studio's. */
  readonly base: string
  /** Relative to the studio's folder. */
  readonly file: string
}

/** `POST api/job/save` → `OpenedJob`. Paths of the job are made to start at the folder of the new file. */
export interface SaveRequest {
  readonly job: Job
  readonly base: string
  /** A .yaml, .yml or .json file, relative to the studio's folder. */
  readonly path: string
  /** Replace a file that exists. */
  readonly force: boolean
  /** The job as the page read it from this file: only what differs from that is saved, and what others have changed stays. */
  readonly read?: Job | undefined
}

/** Status 409 of saving, kind `JobConflict`: the file has other values than the page where both have changed it. */
export interface ConflictAnswer extends Failure {
  /** The file as it is now. */
  readonly theirs: Job
  /** With the changes of both sides; where they differ, the page's. */
  readonly merged: Job
  readonly conflicts: readonly JobConflict[]
}

export interface JobConflict {
  /** Keys from the outside in. */
  readonly path: readonly string[]
  /** The value in the page, and in the file; absent where the key was taken out. */
  readonly mine?: unknown
  readonly theirs?: unknown
}

/** `POST api/job/check` with a job as it is in the page. */
export interface CheckRequest {
  readonly job: Job
  readonly base: string
  readonly name: string
}

export interface CheckAnswer {
  /** None: it can be run. */
  readonly errors: readonly JobFault[]
  /** What the requirements promise, in plain words; empty while there are errors. */
  readonly promises: readonly string[]
  /** Files that a run writes, relative to the studio's folder. */
  readonly outputs: readonly string[]
}

export interface JobFault {
  /** The sentence of the command line. */
  readonly message: string
  /** The key that it is about, e.g. `privacy.k`, where it says so. */
  readonly field?: string
}

/** `POST api/job/command`: how the same is done on the command line. */
export interface CommandAnswer {
  readonly command: string
  /** The job file as it would be saved. */
  readonly yaml: string
}

/** `POST api/job/items`: items of the data for picking, most frequent first. */
export interface ItemsRequest {
  readonly job: Job
  readonly base: string
  /** Only items that contain this. */
  readonly search: string
  readonly most: number
}

export interface ItemsAnswer {
  readonly baskets: number
  /** All that fit the search. */
  readonly total: number
  readonly items: readonly { readonly item: string; readonly support: number }[]
}

/** What a file of itemsets is for. */
export type ListKind = 'constraints' | 'groups' | 'workload'

/** `POST api/job/list/read` with `{ job, base, kind, path }`: a set per line. */
export interface ListAnswer {
  readonly sets: readonly (readonly string[])[]
  /** What the command line would say to it. */
  readonly error?: string
}

/** `POST api/job/list/write` → `ListAnswer`. */
export interface ListWriteRequest {
  readonly job: Job
  readonly base: string
  readonly kind: ListKind
  /** A .txt file, relative to the job's folder. */
  readonly path: string
  readonly sets: readonly (readonly string[])[]
  readonly force: boolean
}

/** `POST api/job/queries/read` with `{ base, path }`, `POST api/job/queries/write` → `QueriesAnswer`: COUNT queries on a table. */
export interface QueriesRequest {
  readonly job: Job
  readonly base: string
  /** A .txt file, relative to the job's folder. */
  readonly path: string
  /** A query per line, e.g. `age 30..39, sex = Female`. */
  readonly text: string
  readonly force: boolean
}

export interface QueriesAnswer {
  readonly text: string
}
