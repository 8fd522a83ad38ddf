/** HTTP routes of studies. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { UserError } from '../../../src/ground/errors.ts'
import { readJob } from '../../../src/plan/job.ts'
import type { RuMapSettings } from '../../../src/report/study/study-row.ts'
import { drawRunsSoFar } from '../../../src/study/write-results.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import { pathFrom, pathInside } from '../folder.ts'
import { requireText, requireTexts } from '../job/body.ts'
import { type Asked, jsonRoutes } from '../json-routes.ts'
import { sendFile, sendPage } from '../send-file.ts'
import type { Session } from '../session.ts'
import { streamStates } from '../stream-states.ts'
import type { StudiedJob, StudyRequest } from './api.ts'
import { findStudy, makeStudy, type OpenStudy, openStudy } from './studies.ts'

const files: ReadonlyMap<string, string> = new Map([
  ['report', 'report.html'],
  ['results', 'results.csv'],
])

/** The job of run `07`, or of point `07.3` of its front. */
function studiedJob(session: Session, { plan }: OpenStudy, name: string): StudiedJob {
  const [runName, point] = name.split('.')
  if (!plan.runs.some(({ run }) => run === runName))
    throw new UserError(`${plan.name} has no run "${name}"`, { path: 'run', rule: 'known' })
  const base = join(plan.folder, 'runs', runName)
  const file = pathInside(session.folder, join(base, 'job.yaml'))
  const shownName = pathFrom(session.folder, file)
  const job = readJob(readFileSync(file, 'utf8'), shownName)
  return {
    job: point === undefined ? job : jobOfPoint(job, Number(point)),
    base: pathFrom(session.folder, base),
    name: shownName,
  }
}

/** In another folder, because the files beside the run's job belong to the run. */
function jobOfPoint({ algorithm, output, ...job }: Job, point: number): Job {
  const named = typeof algorithm === 'string' ? { name: algorithm } : algorithm
  const release = `point-${point}/${output.release}`
  return { ...job, algorithm: named && { ...named, point }, output: { ...output, release } }
}

/** The axes and the ceiling that the page asks for; the study's where it asks for none. */
function mapSettings({ risk, utility, ceiling }: Asked['query'], map: RuMapSettings): RuMapSettings {
  return { risk: risk || map.risk, utility: utility || map.utility, ceiling: ceiling ? Number(ceiling) : map.ceiling }
}

export function compareRoutes(session: Session): Hono {
  const { routes, get, post, act } = jsonRoutes()
  const found = (id: string) => findStudy(session, id)
  post<StudyRequest>('/', async (body) => {
    const { job, study, force } = body
    if (job === undefined || study === undefined)
      throw new UserError('the request has no job or no study', { path: 'study', rule: 'present' })
    const made = await makeStudy(session, { ...requireTexts(body, 'base', 'name'), job, study, force: force === true })
    made.start()
    return made.state()
  })
  post<{ path: string }>('/open', async ({ path }) => (await openStudy(session, requireText(path, 'path'))).state())
  get('/:id', ({ id }) => found(id).state())
  get('/:id/events', ({ id, context }) => streamStates(context, found(id), ({ status }) => status !== 'running'))
  get('/:id/report', ({ id, context, query }) => {
    const { plan, rows } = found(id)
    return sendPage(context, drawRunsSoFar(plan, rows(), mapSettings(query, plan.map)))
  })
  for (const does of ['start', 'cancel'] as const) {
    act(`/:id/${does}`, ({ id }) => {
      const study = found(id)
      study[does]()
      return study.state()
    })
  }
  get('/:id/run/:run', ({ id, context }) => studiedJob(session, found(id), context.req.param('run') ?? ''))
  get('/:id/file/:which', ({ id, context }) => {
    const { plan } = found(id)
    const which = context.req.param('which') ?? ''
    const name = files.get(which)
    if (name === undefined)
      throw new UserError(`a study has no "${which}"; it has ${[...files.keys()].join(', ')}`, { rule: 'known' })
    return sendFile(context, pathInside(session.folder, join(plan.folder, name)))
  })
  return routes
}
