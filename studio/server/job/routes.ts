/** HTTP routes of the job: open, save, check, show as command and YAML; items and item sets for its editors. */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { Hono } from 'hono'
import { UserError } from '../../../src/ground/errors.ts'
import { shellWord } from '../../../src/ground/names.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import { pathInside } from '../folder.ts'
import { jsonRoutes } from '../json-routes.ts'
import type { Session } from '../session.ts'
import type {
  CheckRequest,
  CommandAnswer,
  ItemsRequest,
  JobDraft,
  ListKind,
  ListWriteRequest,
  QueriesRequest,
  SaveRequest,
} from './api.ts'
import { requireText, requireTexts } from './body.ts'
import { checkJob } from './check.ts'
import { openJob, readFile, saveJob } from './documents.ts'
import { keepDraft, readDraft } from './draft.ts'
import { findItems, readList, writeList } from './item-lists.ts'
import { jobText } from './job-text.ts'
import { readQueries, writeQueries } from './queries.ts'

export function jobRoutes(session: Session): Hono {
  const { routes, get, post } = jsonRoutes()
  get('/draft', () => ({ draft: readDraft(session) }))
  post<JobDraft>('/draft', async (draft) => {
    await keepDraft(session, draft)
    return {}
  })
  post<{ path: string }>('/open', ({ path }) => openJob(session, requireText(path, 'path')))
  post<SaveRequest>('/save', (body) => {
    const { job, force, read } = body
    const last = read === undefined ? undefined : requireJob(read)
    return saveJob(session, {
      ...requireTexts(body, 'base', 'path'),
      job: requireJob(job),
      force: force === true,
      read: last,
    })
  })
  post<CheckRequest>('/check', (body) =>
    checkJob(session, { ...requireTexts(body, 'base', 'name'), job: requireJob(body.job) }),
  )
  post<{ job: Job; file: string }>('/command', ({ job, file }) =>
    toCommand(session, requireJob(job), requireText(file, 'file')),
  )
  post<ItemsRequest>('/items', (body) =>
    findItems(session, {
      ...requireTexts(body, 'base', 'search'),
      job: requireJob(body.job),
      most: Number(body.most) || 50,
    }),
  )
  post<ListWriteRequest>('/list/read', (body) => readList(session, requireList(body)))
  post<ListWriteRequest>('/list/write', (body) => {
    const { sets, force } = body
    if (
      !Array.isArray(sets) ||
      !sets.every((set) => Array.isArray(set) && set.every((item) => typeof item === 'string'))
    )
      throw new UserError('sets must be a list of lists of items', { path: 'sets', rule: 'value' })
    return writeList(session, { ...requireList(body), sets, force: force === true })
  })
  post<QueriesRequest>('/queries/read', (body) => readQueries(session, requireTexts(body, 'base', 'path')))
  post<QueriesRequest>('/queries/write', (body) =>
    writeQueries(session, {
      ...requireTexts(body, 'base', 'path', 'text'),
      job: requireJob(body.job),
      force: body.force === true,
    }),
  )
  return routes
}

function requireJob(job: unknown): Job {
  if (job === null || typeof job !== 'object')
    throw new UserError('the request has no job; open data or a job first', { path: 'job', rule: 'present' })
  return job as Job
}

const kinds: readonly ListKind[] = ['constraints', 'groups', 'workload']

function requireList({ job, base, kind, path }: Partial<ListWriteRequest>): Omit<ListWriteRequest, 'sets' | 'force'> {
  if (kind === undefined || !kinds.includes(kind))
    throw new UserError(`kind must be one of ${kinds.join(', ')}`, { path: 'kind', rule: 'known' })
  return { ...requireTexts({ base, path }, 'base', 'path'), job: requireJob(job), kind }
}

/** The equivalent command, run in the studio's folder. */
function toCommand(session: Session, job: Job, file: string): CommandAnswer {
  const path = pathInside(session.folder, file)
  const before = existsSync(path) ? readFile(path, file) : undefined
  const json = basename(path).toLowerCase().endsWith('.json')
  return {
    command: `halftone run ${shellWord(file)}`,
    yaml: json ? `${JSON.stringify(job, null, 2)}\n` : jobText(job, before),
  }
}
