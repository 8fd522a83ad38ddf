/** API types of database connections; none contains a secret. */
import type { Job } from '../../../src/table/job-schema.ts'

export type Connection = Pick<Job['data'], 'source' | 'table' | 'query' | 'path' | 'key'>

export interface ConnectionsAnswer {
  readonly file: string
  readonly saved: readonly SavedConnection[]
  /** Places of credentials, never their values. */
  readonly credentials: readonly Credential[]
}

/** An unusable connection has the reason but not the address, which may contain a password. */
export type SavedConnection =
  | { readonly name: string; readonly connection: Connection }
  | { readonly name: string; readonly error: string }

export interface Credential {
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

/** `POST api/connections/test` with `{ source }`: the engine at the address, and the tables that the user may read. */
export interface TestAnswer {
  readonly version: string
  readonly tables: readonly {
    readonly table: string
    readonly kind: 'table' | 'view'
    readonly rows?: number | undefined
  }[]
}
