/** Runs over HTTP: start, watch, steer, and take away what they have written. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { UserError } from '../../../src/index.ts'
import { pathInside } from '../folder.ts'
import { readBody, textOf } from '../job/body.ts'
import type { Session } from '../session.ts'
import { OUTPUT_NAMES, type OutputName, type RunRequest, type RunState, type RunSummary } from './api.ts'
import { findRun, listRuns, OutputExists, replacedBy, startRun } from './runs.ts'

export function runRoutes(session: Session): Hono {
  const routes = new Hono()
  routes.get('/', (context) =>
    context.json(listRuns(session).map((run) => summaryOf(withReplacement(session, run.state())))),
  )
  routes.post('/', async (context) => {
    const { job, base, name, force, recoding, trail } = await readBody<RunRequest>(context)
    try {
      const run = startRun(session, {
        job: job as RunRequest['job'],
        base: textOf(base, 'base'),
        name: textOf(name, 'name'),
        force: force === true,
        ...(recoding === undefined ? {} : { recoding: textOf(recoding, 'recoding') }),
        ...(trail === undefined ? {} : { trail: textOf(trail, 'trail') }),
      })
      return context.json({ id: run.id })
    } catch (error) {
      if (error instanceof OutputExists) return context.json({ error: error.message, kind: error.name }, 409)
      throw error
    }
  })
  routes.get('/:id', (context) =>
    context.json(withReplacement(session, findRun(session, context.req.param('id')).state())),
  )
  routes.get('/:id/events', (context) => {
    const run = findRun(session, context.req.param('id'))
    return streamSSE(context, async (stream) => {
      let waiting: RunState | undefined = run.state()
      let wake = (): void => {}
      const stop = run.listen((state) => {
        // Only the latest counts: a slow page must not queue up states.
        waiting = state
        wake()
      })
      let open = true
      stream.onAbort(() => {
        open = false
        wake()
      })
      try {
        while (open) {
          const state = waiting
          waiting = undefined
          if (state !== undefined) {
            await stream.writeSSE({ data: JSON.stringify(withReplacement(session, state)) })
            if (state.status !== 'running' && state.status !== 'paused') return
          }
          if (waiting === undefined && open) await new Promise<void>((resolve) => (wake = resolve))
        }
      } finally {
        stop()
      }
    })
  })
  for (const [path, act] of [
    ['cancel', 'cancel'],
    ['keep-best', 'keepBest'],
    ['pause', 'pause'],
    ['resume', 'resume'],
  ] as const) {
    routes.post(`/:id/${path}`, (context) => {
      const run = findRun(session, context.req.param('id'))
      run[act]()
      return context.json(run.state())
    })
  }
  routes.get('/:id/file/:output', (context) => {
    const state = withReplacement(session, findRun(session, context.req.param('id')).state())
    return sendOutput(context, session, state, context.req.param('output'), context.req.query('show') !== undefined)
  })
  return routes
}

function withReplacement(session: Session, state: RunState): RunState {
  const later = replacedBy(session, state)
  return later === undefined ? state : { ...state, replacedBy: later }
}

/** What the list of runs shows; the whole report of each would be much. */
function summaryOf({ report: _report, convergence: _convergence, ...summary }: RunState): RunSummary {
  return summary
}

/** As a download, or, of the report, to be shown in a frame. */
async function sendOutput(
  context: Context,
  session: Session,
  { id, result, replacedBy: later }: RunState,
  output: string,
  show: boolean,
): Promise<Response> {
  if (!isOutputName(output)) throw new UserError(`a run has no "${output}"; it has ${OUTPUT_NAMES.join(', ')}`)
  const path = result?.[output]
  if (path === undefined) throw new UserError(`run ${id} has written no ${output}`)
  if (later !== undefined)
    throw new UserError(`the ${output} of run ${id} was replaced by run ${later}; take it from there, or run again`)
  const file = pathInside(session.folder, path)
  const size = (await stat(file).catch(() => undefined))?.size
  if (size === undefined) throw new UserError(`${basename(file)} is no longer where run ${id} has put it; run again`)
  const shown = show && output === 'report'
  return context.body(Readable.toWeb(createReadStream(file)) as ReadableStream, 200, {
    'content-type': shown ? 'text/html; charset=utf-8' : 'application/octet-stream',
    'content-length': String(size),
    'content-disposition': `${shown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(basename(file))}`,
  })
}

function isOutputName(name: string): name is OutputName {
  return (OUTPUT_NAMES as readonly string[]).includes(name)
}
