/** Translates Spark errors, without the statement and without data values. */
import { InternalError, UserError, userError } from '../../ground/errors.ts'

export interface SparkError extends Error {
  readonly code?: number
  readonly details?: string
}

const UNAVAILABLE = 14

export function translateError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof UserError || (error as SparkError).code === undefined) return error
  const { code, details = '' } = error as SparkError
  const wrongSource = userError('file', 'data.source', error)
  const wrongTable = userError('file', 'data.table', error)
  const wrongTarget = userError('file', 'output.table', error)
  const kind = /\[([A-Z_.]+)\]/.exec(details)?.[1] ?? ''
  if (code === UNAVAILABLE && /certificate/i.test(details))
    return wrongSource`nobody here knows who has signed the certificate of Spark, so that nothing was sent; GRPC_DEFAULT_SSL_ROOTS_FILE_PATH names a file of certificates to trust`
  if (code === UNAVAILABLE)
    return wrongSource`Spark does not answer at the address of data.source, or the connection was lost; nothing was published: is it running, with Spark Connect, and is the address right?`
  if (code === 16 || code === 7)
    return wrongSource`Spark refuses the user or the token; set SPARK_CONNECT_AUTHENTICATE_TOKEN, and see who may read and write there`
  if (/^INVALID_HANDLE/.test(kind) || /INVALID_HANDLE/.test(details))
    return wrongSource`the session of Spark has ended (it was idle for too long, or the server was started anew); nothing was published: run again`
  if (code === 8 || /larger than max|message size/i.test(details) || /TOO_COMPLEX|STACK_OVERFLOW/.test(kind))
    return wrongSource`a statement or an answer is larger than Spark takes (spark.connect.grpc.maxInboundMessageSize), or too deep for it; nothing was published: coarsen columns, or name fewer of them`
  if (/^(TABLE_OR_VIEW_NOT_FOUND|PATH_NOT_FOUND|SCHEMA_NOT_FOUND)/.test(kind))
    return wrongTable`Spark has no such table or path (${kind}); see data.table and data.path`
  if (/^(PARSE_SYNTAX_ERROR|UNRESOLVED_COLUMN)/.test(kind))
    return userError('value', 'data.query', error)`Spark does not understand data.query or data.key (${kind})`
  if (/^TABLE_OR_VIEW_ALREADY_EXISTS/.test(kind))
    return wrongTarget`the table of output.table appeared while the run was under way; nothing was published: choose another name, or add --force`
  if (/^LOCATION_ALREADY_EXISTS/.test(kind))
    return wrongTarget`a folder with the name of output.table lies in the warehouse of Spark, of a table that its catalog has forgotten; nothing was published: remove the folder, or choose another name`
  if (/No space left|DiskErrorException|quota/i.test(details))
    return wrongSource`Spark has no disk left for it; nothing was published: free some on its workers, and run again`
  if (/Permission denied|AccessControlException|AccessDenied|Mkdirs failed|Unable to create/i.test(details))
    return wrongSource`Spark may not read or write there; nothing was published: ask for the right, or name another place`
  if (/maxResultSize/.test(details))
    return wrongSource`Spark keeps what it sends at once in the memory of its driver, and this is more than spark.driver.maxResultSize; nothing was published: leave the release in the cluster (output.table or output.path), or have that setting raised`
  // An executor without memory exits (52), and its next tasks fail too.
  if (/OutOfMemory|heap space|ExecutorLost|exited with code|RejectedExecutionException/i.test(details))
    return wrongSource`workers of Spark ended while they were at it, most often for want of memory; nothing was published: give executors more (spark.executor.memory), or have more parts (spark.sql.shuffle.partitions)`
  if (/^(FAILED_READ_FILE|MALFORMED_RECORD)/.test(kind))
    return wrongSource`Spark cannot read the data (${kind}): a file was changed or removed during the run, or a line has not as many fields as the first; nothing was published`
  return new InternalError(`Spark refuses a statement (${kind || `gRPC ${code}`})`, { cause: error })
}
