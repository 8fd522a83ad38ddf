/** Runs over HTTP: start, watch, steer, and take away what they have written. */
import { type Context, Hono } from 'hono'
import { OUTPUT_NAMES, type OutputName, UserError } from '../../../src/workbench.ts'
import { pathInside } from '../folder.ts'
import { readBody, textOf } from '../job/body.ts'
import { sendFile } from '../send-file.ts'
import type { Session } from '../session.ts'
import { streamStates } from '../stream-states.ts'
import { isUnderWay, type RunRequest, type RunState, type RunSummary } from './api.ts'
import { findRun, listEarlier, listRuns, replacedBy, startRun } from './runs.ts'

export function runRoutes(session: Session): Hono {
  const routes = new Hono()
  routes.get('/', (context) =>
    context.json(listRuns(session).map((run) => summaryOf(withReplacement(session, run.state())))),
  )
  routes.get('/earlier', (context) => context.json(listEarlier(session).map(summaryOf)))
  routes.post('/', async (context) => {
    const { job, base, name, force, recoding, trail } = await readBody<RunRequest>(context)
    const run = startRun(session, {
      job: job as RunRequest['job'],
      base: textOf(base, 'base'),
      name: textOf(name, 'name'),
      force: force === true,
      recoding: recoding === undefined ? undefined : textOf(recoding, 'recoding'),
      trail: trail === undefined ? undefined : textOf(trail, 'trail'),
    })
    return context.json({ id: run.id })
  })
  routes.get('/:id', (context) =>
    context.json(withReplacement(session, findRun(session, context.req.param('id')).state())),
  )
  routes.get('/:id/events', (context) =>
    streamStates(
      context,
      findRun(session, context.req.param('id')),
      (state) => !isUnderWay(state),
      (state) => withReplacement(session, state),
    ),
  )
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
  if (!isOutputName(output))
    throw new UserError(`a run has no "${output}"; it has ${OUTPUT_NAMES.join(', ')}`, { rule: 'known' })
  const path = result?.[output]
  if (path === undefined) throw new UserError(`run ${id} has written no ${output}`, { rule: 'known' })
  if (later !== undefined)
    throw new UserError(`the ${output} of run ${id} was replaced by run ${later}; take it from there, or run again`, {
      rule: 'together',
    })
  return sendFile(context, pathInside(session.folder, path), { show: show && output === 'report' })
}

function isOutputName(name: string): name is OutputName {
  return (OUTPUT_NAMES as readonly string[]).includes(name)
}
