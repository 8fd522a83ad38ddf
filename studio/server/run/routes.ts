/** HTTP routes of runs: start, watch, control, download. */
import type { Context, Hono } from 'hono'
import { UserError } from '../../../src/ground/errors.ts'
import { OUTPUT_NAMES, type OutputName } from '../../../src/plan/outputs.ts'
import { pathInside } from '../folder.ts'
import { optionalText, requireTexts } from '../job/body.ts'
import { jsonRoutes } from '../json-routes.ts'
import { sendFile } from '../send-file.ts'
import type { Session } from '../session.ts'
import { streamStates } from '../stream-states.ts'
import { isUnderWay, type RunRequest, type RunState, type RunSummary } from './api.ts'
import { findRun, listEarlier, listRuns, replacedBy, startRun } from './runs.ts'

export function runRoutes(session: Session): Hono {
  const { routes, get, post, act } = jsonRoutes()
  const readState = (id: string) => withReplacement(session, findRun(session, id).state())
  get('/', () => listRuns(session).map((run) => summarize(withReplacement(session, run.state()))))
  get('/earlier', () => listEarlier(session).map(summarize))
  post<RunRequest>('/', (body) => {
    const { job, force, recoding, trail, file } = body
    const run = startRun(session, {
      ...requireTexts(body, 'base', 'name'),
      job: job as RunRequest['job'],
      force: force === true,
      file: optionalText(file, 'file'),
      recoding: optionalText(recoding, 'recoding'),
      trail: optionalText(trail, 'trail'),
    })
    return { id: run.id }
  })
  get('/:id', ({ id }) => readState(id))
  get('/:id/events', ({ id, context }) =>
    streamStates(
      context,
      findRun(session, id),
      (state) => !isUnderWay(state),
      (state) => withReplacement(session, state),
    ),
  )
  for (const [path, does] of Object.entries({ cancel: 'cancel', 'keep-best': 'keepBest' } as const)) {
    act(`/:id/${path}`, ({ id }) => {
      const run = findRun(session, id)
      run[does]()
      return run.state()
    })
  }
  get('/:id/file/:output', ({ id, context, query }) =>
    sendOutput(context, session, readState(id), context.req.param('output') ?? '', query['show'] !== undefined),
  )
  return routes
}

function withReplacement(session: Session, state: RunState): RunState {
  const later = replacedBy(session, state)
  return later === undefined ? state : { ...state, replacedBy: later }
}

/** Without the report, which is large. */
function summarize({ report: _report, ...summary }: RunState): RunSummary {
  return summary
}

/** As a download or, for the report, to show in a frame. */
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
