/**
 * DuckDB's library, loaded when an engine is first opened: it is 70 MB, and much that Halftone does needs none of it. By `require`,
 * because Node looks through all files of a CommonJS package for their exports before it imports one, and here that takes as long as
 * loading them.
 */
import { createRequire } from 'node:module'

interface Library {
  readonly api: typeof import('@duckdb/node-api')
  readonly bindings: typeof import('@duckdb/node-bindings')
}

let loaded: Library | undefined

export function duckdbLibrary(): Library {
  if (loaded === undefined) {
    const require = createRequire(import.meta.url)
    loaded = { api: require('@duckdb/node-api'), bindings: require('@duckdb/node-bindings') }
  }
  return loaded
}
