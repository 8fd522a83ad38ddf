/** API types of the job document. */
import type { TaxonomyNode } from '../../../src/hierarchy/taxonomy/taxonomy.ts'
import type { Job } from '../../../src/table/job-schema.ts'

/** `POST api/job/open` with `{ path }`, and the answer of `save`. */
export interface OpenedJob {
  readonly job: Job
  /** Folder of the job's paths, relative to the studio's folder. */
  readonly base: string
  readonly file: string
}

/** `POST api/job/save` → `OpenedJob`. Paths in the job are rewritten relative to the new file. */
export interface SaveRequest {
  readonly job: Job
  readonly base: string
  /** A .yaml, .yml or .json file, relative to the studio's folder. */
  readonly path: string
  readonly force: boolean
  /** The job as the page read it from this file: if the file has another one by now, the request is refused (409). */
  readonly read?: Job | undefined
}

/** `GET api/job/draft` → `{ draft }`, `POST api/job/draft`: the unsaved job of a page and its steps, or nothing. */
export interface JobDraft {
  /** Milliseconds since 1970. */
  readonly written: number
  /** Documents of the page, which alone reads them. */
  readonly steps?: { readonly past: readonly unknown[]; readonly now?: unknown; readonly future: readonly unknown[] }
  readonly trees: readonly { readonly file: string; readonly tree: TaxonomyNode }[]
}

/** `POST api/job/check` with a job as it is in the page. */
export interface CheckRequest {
  readonly job: Job
  readonly base: string
  readonly name: string
}

export interface CheckAnswer {
  /** Empty if the job can run. */
  readonly errors: readonly JobFault[]
  /** Guarantees of the requirements; empty while there are errors. */
  readonly promises: readonly string[]
  /** Relative to the studio's folder. */
  readonly outputs: readonly string[]
}

export interface JobFault {
  readonly message: string
  /** The key concerned, for example `privacy.k`. */
  readonly field?: string
}

/** `POST api/job/command`: the equivalent command. */
export interface CommandAnswer {
  readonly command: string
  /** The job file as it would be saved. */
  readonly yaml: string
}
