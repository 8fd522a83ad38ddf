/** HTTP routes of the job: open, save, check, show as command and YAML. */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { Hono } from 'hono'
import { UserError } from '../../../src/ground/errors.ts'
import { shellWord } from '../../../src/ground/names.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import { pathInside } from '../folder.ts'
import { jsonRoutes } from '../json-routes.ts'
import type { Session } from '../session.ts'
import type { CheckRequest, CommandAnswer, JobDraft, SaveRequest } from './api.ts'
import { requireText, requireTexts } from './body.ts'
import { checkJob } from './check.ts'
import { openJob, readFile, saveJob } from './documents.ts'
import { keepDraft, readDraft } from './draft.ts'
import { jobText } from './job-text.ts'

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
  return routes
}

function requireJob(job: unknown): Job {
  if (job === null || typeof job !== 'object')
    throw new UserError('the request has no job; open data or a job first', { path: 'job', rule: 'present' })
  return job as Job
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
