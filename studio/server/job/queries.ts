/** Reads and writes the file of COUNT queries of a job about a table, one per line. */
import { resolve } from 'node:path'
import { UserError } from '../../../src/ground/errors.ts'
import { parseQueries } from '../../../src/metrics/workload/table-query-text.ts'
import { refuseExisting } from '../file-exists.ts'
import { pathInside } from '../folder.ts'
import type { Session } from '../session.ts'
import type { QueriesAnswer, QueriesRequest } from './api.ts'
import { listFile, readFile, writeWhole } from './documents.ts'

export function readQueries(session: Session, { base, path }: Pick<QueriesRequest, 'base' | 'path'>): QueriesAnswer {
  const file = pathInside(session.folder, resolve(pathInside(session.folder, base), path))
  return { text: readFile(file, path) }
}

/** Invalid queries are refused with the command line's messages. */
export async function writeQueries(session: Session, request: QueriesRequest): Promise<QueriesAnswer> {
  const { path, text, force } = request
  const file = listFile(session, request, 'queries')
  if (parseQueries(text).length === 0)
    throw new UserError('there is no query; give at least one line, such as age 30..39', { rule: 'present' })
  refuseExisting(file, path, force)
  await writeWhole(file, text.endsWith('\n') ? text : `${text}\n`)
  return { text }
}
