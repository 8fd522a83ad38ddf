/** Translates PostgreSQL errors, without the statement and without data values. */
import { UserError, userError } from '../../ground/errors.ts'

interface PostgresError extends Error {
  readonly code?: string
  readonly address?: string
}

export function translateError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof UserError) return error
  const { code = '', message } = error as PostgresError
  const wrongSource = userError('file', 'data.source', error)
  const wrongTarget = userError('file', 'output.table', error)
  if (['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN', 'ENOENT'].includes(code))
    return wrongSource`PostgreSQL does not answer at the address of data.source (${code}); is it running, and is the
      address right?`
  if (/Connection terminated|not queryable|ECONNRESET|EPIPE/.test(`${message} ${code}`) || /^(57P0|08)/.test(code))
    return wrongSource`the connection to PostgreSQL was lost; nothing was published: run again`
  if (/^28/.test(code) || /password must be a string|SASL/.test(message))
    return wrongSource`PostgreSQL refuses the user or the password; set PGUSER and PGPASSWORD, or write them to
      ~/.pgpass`
  if (code === '3D000') return wrongSource`there is no such database on the server; name another in data.source`
  if (code === '42P01' || code === '3F000')
    return userError('file', 'data.table', error)`there is no such table: ${message}; see data.table`
  // The parser reports exhausted memory like a syntax error.
  if (/^54/.test(code) || /^memory exhausted at/.test(message))
    return wrongSource`a statement is larger than PostgreSQL takes (${code}); nothing was published: name fewer columns,
      or coarsen them with endpoints and levels`
  if (code === '42601' || code === '42703')
    return userError('value', 'data.query', error)`PostgreSQL does not understand data.query or data.key: ${message}`
  if (code === '0A000')
    return userError('value', 'data.table', error)`PostgreSQL does not do that: ${message}; see data.table and
      data.query`
  if (code === '42501')
    return wrongSource`PostgreSQL does not allow it: ${message}; the user needs SELECT on the table, and TEMPORARY on
      the database`
  if (code === '55P03')
    return wrongTarget`somebody has been reading or writing the table of output.table for a minute, so that it could not
      be replaced; nothing was published: run again`
  if (code === '2BP01')
    return wrongTarget`PostgreSQL does not replace the table of output.table: ${message}; nothing was published: drop
      what depends on it, such as a view, or choose another name`
  if (code === '42P07')
    return wrongTarget`the table of output.table appeared while the run was under way; nothing was published: choose
      another name, or add --force`
  if (/^53/.test(code))
    return wrongSource`PostgreSQL has no room left for it (${message}); nothing was published: free disk or memory of
      the server, and run again`
  return error
}

/** Attributes an error to the user's SELECT. Leaves out the message if it may quote a value. */
export function refusedQuery(error: unknown): unknown {
  if (error instanceof UserError && error.path !== 'data.table') return error
  const { code = '', message } = (error instanceof UserError ? error.cause : error) as PostgresError
  if (!/^(0A|22|42)/.test(code)) return error
  const words = code.startsWith('22') ? '' : `: ${message}`
  return userError('value', 'data.query', error)`PostgreSQL refuses data.query (${code})${words}; it must be a SELECT
    that changes nothing`
}
