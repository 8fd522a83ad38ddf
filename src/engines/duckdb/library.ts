/** Loads DuckDB's library (70 MB) when first needed. `import` would scan all files of a CommonJS package: slower. */
import { createRequire } from 'node:module'
import { userError } from '../../ground/errors.ts'

interface Library {
  readonly api: typeof import('@duckdb/node-api')
  readonly bindings: typeof import('@duckdb/node-bindings')
}

let loaded: Library | undefined

export function duckdbLibrary(): Library {
  if (loaded === undefined) {
    const require = createRequire(import.meta.url)
    try {
      loaded = { api: require('@duckdb/node-api'), bindings: require('@duckdb/node-bindings') }
    } catch (error) {
      throw missingBinding(error as NodeJS.ErrnoException, require)
    }
  }
  return loaded
}

/** DuckDB has a package per platform, which npm may silently leave out. */
function missingBinding({ code, message }: NodeJS.ErrnoException, require: NodeJS.Require): Error {
  const missing = code === 'MODULE_NOT_FOUND' ? message.match(/'(@duckdb\/[\w-]+)/)?.[1] : undefined
  if (missing !== undefined) {
    const { version } = require('@duckdb/node-bindings/package.json') as { version: string }
    return userError('present', missing)`the package ${missing} is not installed, and without it there is no DuckDB to
      read and write data; get it with: npm install ${missing}@${version} (in a clone of Halftone: npm ci), and leave
      out --omit=optional`
  }
  const reason = message.split('\n')[0]
  return userError('present')`DuckDB cannot be loaded on ${process.platform}-${process.arch} (${reason}); it runs on
    Linux, macOS and Windows, on x64 and arm64, with the Node of that architecture`
}
