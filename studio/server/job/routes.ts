/** The job document over HTTP: open, save, check, show as command and YAML; items and lists of itemsets for its editors. */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { Hono } from 'hono'
import { type Job, UserError } from '../../../src/workbench.ts'
import { pathInside } from '../folder.ts'
import type { Session } from '../session.ts'
import type {
  CheckRequest,
  CommandAnswer,
  ItemsRequest,
  ListKind,
  ListWriteRequest,
  QueriesRequest,
  SaveRequest,
} from './api.ts'
import { readBody, textOf } from './body.ts'
import { checkJob } from './check.ts'
import { openJob, readFile, saveJob } from './documents.ts'
import { findItems, readList, writeList } from './item-lists.ts'
import { jobText } from './job-text.ts'
import { readQueries, writeQueries } from './queries.ts'

export function jobRoutes(session: Session): Hono {
  const routes = new Hono()
  routes.post('/open', async (context) => {
    const { path } = await readBody<{ path: string }>(context)
    return context.json(openJob(session, textOf(path, 'path')))
  })
  routes.post('/save', async (context) => {
    const { job, base, path, force, read } = await readBody<SaveRequest>(context)
    return context.json(
      await saveJob(session, {
        job: jobOf(job),
        base: textOf(base, 'base'),
        path: textOf(path, 'path'),
        force: force === true,
        read: read === undefined ? undefined : jobOf(read),
      }),
    )
  })
  routes.post('/check', async (context) => {
    const { job, base, name } = await readBody<CheckRequest>(context)
    return context.json(checkJob(session, { job: jobOf(job), base: textOf(base, 'base'), name: textOf(name, 'name') }))
  })
  routes.post('/command', async (context) => {
    const { job, file } = await readBody<{ job: Job; file: string }>(context)
    return context.json(commandOf(session, jobOf(job), textOf(file, 'file')))
  })
  routes.post('/items', async (context) => {
    const { job, base, search, most } = await readBody<ItemsRequest>(context)
    const request = {
      job: jobOf(job),
      base: textOf(base, 'base'),
      search: textOf(search, 'search'),
      most: Number(most) || 50,
    }
    return context.json(await findItems(session, request))
  })
  routes.post('/list/read', async (context) => {
    return context.json(await readList(session, listOf(await readBody<ListWriteRequest>(context))))
  })
  routes.post('/list/write', async (context) => {
    const body = await readBody<ListWriteRequest>(context)
    const { sets, force } = body
    if (
      !Array.isArray(sets) ||
      !sets.every((set) => Array.isArray(set) && set.every((item) => typeof item === 'string'))
    )
      throw new UserError('sets must be a list of lists of items', { path: 'sets', rule: 'value' })
    return context.json(await writeList(session, { ...listOf(body), sets, force: force === true }))
  })
  routes.post('/queries/read', async (context) => {
    const { base, path } = await readBody<QueriesRequest>(context)
    return context.json(readQueries(session, { base: textOf(base, 'base'), path: textOf(path, 'path') }))
  })
  routes.post('/queries/write', async (context) => {
    const { job, base, path, text, force } = await readBody<QueriesRequest>(context)
    const request = {
      job: jobOf(job),
      base: textOf(base, 'base'),
      path: textOf(path, 'path'),
      text: textOf(text, 'text'),
    }
    return context.json(await writeQueries(session, { ...request, force: force === true }))
  })
  return routes
}

function jobOf(job: unknown): Job {
  if (job === null || typeof job !== 'object')
    throw new UserError('the request has no job; open data or a job first', { path: 'job', rule: 'present' })
  return job as Job
}

const kinds: readonly ListKind[] = ['constraints', 'groups', 'workload']

function listOf({ job, base, kind, path }: Partial<ListWriteRequest>): Omit<ListWriteRequest, 'sets' | 'force'> {
  if (kind === undefined || !kinds.includes(kind))
    throw new UserError(`kind must be one of ${kinds.join(', ')}`, { path: 'kind', rule: 'known' })
  return { job: jobOf(job), base: textOf(base, 'base'), kind, path: textOf(path, 'path') }
}

/** Typed in the studio's folder, it does what the page does. */
function commandOf(session: Session, job: Job, file: string): CommandAnswer {
  const path = pathInside(session.folder, file)
  const before = existsSync(path) ? readFile(path, file) : undefined
  const name = /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`
  const json = basename(path).toLowerCase().endsWith('.json')
  return { command: `halftone run ${name}`, yaml: json ? `${JSON.stringify(job, null, 2)}\n` : jobText(job, before) }
}
