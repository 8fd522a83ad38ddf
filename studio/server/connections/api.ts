/** Connections to databases, as pages see them. Types only. No secret is in any of them. */
import type { Job } from '../../../src/table/job-schema.ts'

/** What the key `data` of a job says of a table, a SELECT or files of a database. */
export type Connection = Pick<Job['data'], 'source' | 'table' | 'query' | 'path' | 'key'>

/** `GET api/connections`, and the answer of `save` and `remove`. */
export interface ConnectionsAnswer {
  /** The file that they are kept in, relative to the studio's folder. */
  readonly file: string
  readonly saved: readonly SavedConnection[]
  /** Where the studio's process finds credentials; never what they are. */
  readonly credentials: readonly Credential[]
}

/** One that cannot be used says why, and nothing of its address: there may be a password in it. */
export type SavedConnection =
  | { readonly name: string; readonly connection: Connection }
  | { readonly name: string; readonly error: string }

export interface Credential {
  /** The name of the database's record. */
  readonly of: string
  /** A variable of the environment, or a file. */
  readonly name: string
  readonly isThere: boolean
}

/** `POST api/connections/save` with `{ name, connection }`, `POST api/connections/remove` with `{ name }`. */
export interface SaveConnectionRequest {
  readonly name: string
  readonly connection: Connection
}

/** `POST api/connections/test` with `{ source }`: who answers there, and what the user may read. */
export interface TestAnswer {
  /** Name and version of the engine. */
  readonly version: string
  readonly tables: readonly {
    /** As a job names it. */
    readonly table: string
    readonly kind: 'table' | 'view'
    readonly rows?: number | undefined
  }[]
}
