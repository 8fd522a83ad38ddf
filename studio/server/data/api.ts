/** Data, as pages see them. Types only. */
import type { Job } from '../../../src/index.ts'

/** `GET api/data/files` → the data and job files in the studio's folder (not deep: two levels), for opening. */
export interface FolderFile {
  /** Relative to the studio's folder. */
  readonly path: string
  readonly kind: 'data' | 'job' | 'study' | 'taxonomy'
  readonly bytes: number
}

/** `POST api/data/open` with a path, or with a job whose source to open. `POST api/data/upload?name=…` keeps a dropped file and answers `{ path }`. */
export type OpenRequest = { readonly path: string } | { readonly job: Job; readonly base: string }

/** The answer of opening. */
export interface OpenAnswer {
  readonly id: string
  /** Name of the file, for people. */
  readonly name: string
  readonly rows: number
  readonly kind: 'columns' | 'items'
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

/** `GET api/data/ID/rows?from=0&count=100`: cells as text in the order of the file; null is no value. */
export interface RowWindow {
  readonly from: number
  readonly rows: readonly (readonly (string | null)[])[]
}
