/** Evaluations over HTTP: start, watch, stop. */
import { Hono } from 'hono'
import { DEFAULT_FOLDS, UserError } from '../../../src/workbench.ts'
import { readBody, textOf } from '../job/body.ts'
import type { Session } from '../session.ts'
import { streamStates } from '../stream-states.ts'
import type { EvaluationRequest } from './api.ts'
import { findEvaluation, startEvaluation } from './evaluations.ts'

export function evaluateRoutes(session: Session): Hono {
  const routes = new Hono()
  routes.post('/', async (context) => {
    const { run, learners = [], folds = DEFAULT_FOLDS, test, queries } = await readBody<EvaluationRequest>(context)
    if (!Array.isArray(learners) || !learners.every((name) => typeof name === 'string'))
      throw new UserError('learners must be a list of names', { path: 'learners', rule: 'value' })
    const evaluation = startEvaluation(session, {
      run: textOf(run, 'run'),
      learners,
      folds,
      test: test === undefined ? undefined : textOf(test, 'test'),
      queries: queries === undefined ? undefined : textOf(queries, 'queries'),
    })
    return context.json(evaluation.state())
  })
  routes.get('/:id', (context) => context.json(findEvaluation(session, context.req.param('id')).state()))
  routes.get('/:id/events', (context) =>
    streamStates(context, findEvaluation(session, context.req.param('id')), ({ status }) => status !== 'running'),
  )
  routes.post('/:id/cancel', (context) => {
    const evaluation = findEvaluation(session, context.req.param('id'))
    evaluation.cancel()
    return context.json(evaluation.state())
  })
  return routes
}
