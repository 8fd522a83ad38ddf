/** HTTP routes of evaluations. */
import type { Hono } from 'hono'
import { DEFAULT_FOLDS } from '../../../src/evaluate/evaluate-release.ts'
import { UserError } from '../../../src/ground/errors.ts'
import { optionalText, requireText } from '../job/body.ts'
import { jsonRoutes } from '../json-routes.ts'
import type { Session } from '../session.ts'
import { streamStates } from '../stream-states.ts'
import type { EvaluationRequest } from './api.ts'
import { findEvaluation, startEvaluation } from './evaluations.ts'

export function evaluateRoutes(session: Session): Hono {
  const { routes, get, post, act } = jsonRoutes()
  post<EvaluationRequest>('/', ({ run, learners = [], folds = DEFAULT_FOLDS, test, queries }) => {
    if (!Array.isArray(learners) || !learners.every((name) => typeof name === 'string'))
      throw new UserError('learners must be a list of names', { path: 'learners', rule: 'value' })
    const evaluation = startEvaluation(session, {
      run: requireText(run, 'run'),
      learners,
      folds,
      test: optionalText(test, 'test'),
      queries: optionalText(queries, 'queries'),
    })
    return evaluation.state()
  })
  get('/:id', ({ id }) => findEvaluation(session, id).state())
  get('/:id/events', ({ id, context }) =>
    streamStates(context, findEvaluation(session, id), ({ status }) => status !== 'running'),
  )
  act('/:id/cancel', ({ id }) => {
    const evaluation = findEvaluation(session, id)
    evaluation.cancel()
    return evaluation.state()
  })
  return routes
}
