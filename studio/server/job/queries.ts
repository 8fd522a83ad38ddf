/** The file of COUNT queries that a job about a table names: a query per line, as people write them. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { findFiles, parseQueries, UserError } from '../../../src/workbench.ts'
import { FileExists } from '../file-exists.ts'
import { pathFrom, pathInside } from '../folder.ts'
import type { Session } from '../session.ts'
import type { QueriesAnswer, QueriesRequest } from './api.ts'
import { readFile, writeWhole } from './documents.ts'
import { checkedJob } from './job-paths.ts'

export function readQueries(session: Session, { base, path }: Pick<QueriesRequest, 'base' | 'path'>): QueriesAnswer {
  const file = pathInside(session.folder, resolve(pathInside(session.folder, base), path))
  return { text: readFile(file, path), file: pathFrom(session.folder, file) }
}

/** Queries that cannot be read are refused in the words of the command line. */
export async function writeQueries(session: Session, request: QueriesRequest): Promise<QueriesAnswer> {
  const { job, base, path, text, force } = request
  const folder = pathInside(session.folder, base)
  const file = pathInside(session.folder, resolve(folder, path))
  if (!/\.txt$/i.test(file))
    throw new UserError(`a list of queries must be a .txt file; got "${path}"`, { path, rule: 'file' })
  if (findFiles(checkedJob(job, 'the job').data.source, folder).includes(file))
    throw new UserError(`"${path}" is the data itself; choose another name`, { path, rule: 'file' })
  if (parseQueries(text).length === 0)
    throw new UserError('there is no query; give at least one line, such as age 30..39', { rule: 'present' })
  if (!force && existsSync(file)) throw new FileExists(`${path} exists already; replace it, or choose another name`)
  await writeWhole(file, text.endsWith('\n') ? text : `${text}\n`)
  return { text, file: pathFrom(session.folder, file) }
}
