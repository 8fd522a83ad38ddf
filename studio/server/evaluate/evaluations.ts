/** The evaluations of a session, each in a child process; they end with the studio. */
import { type ChildEvaluation, evaluateInChildProcess } from '../../../src/evaluate/evaluate-in-child-process.ts'
import { UserError } from '../../../src/ground/errors.ts'
import type { ChildProcess } from '../../../src/ground/workers/child-process.ts'
import { pathInside } from '../folder.ts'
import { publishedRun } from '../run/runs.ts'
import { type Session, underWayIn } from '../session.ts'
import { type Watched, watchedState } from '../stream-states.ts'
import type { EvaluationRequest, EvaluationState } from './api.ts'

export interface Evaluation extends Watched<EvaluationState> {
  cancel(): void
  readonly ended: Promise<void>
}

const sessionEvaluations = underWayIn<Evaluation>()

export function startEvaluation(session: Session, request: EvaluationRequest): Evaluation {
  const { result, request: asked } = publishedRun(session, request.run)
  const { release = '', recoding = '' } = result
  if (asked.job.output.release === undefined)
    throw new UserError(
      `the release of run ${request.run} is in a database; export it to a file and judge that with halftone evaluate`,
      { path: 'output', rule: 'together' },
    )
  const evaluations = sessionEvaluations(session)
  const evaluation = watchedEvaluation(String(evaluations.size + 1), request, (progress) =>
    evaluateInChildProcess(
      {
        job: asked.job,
        base: pathInside(session.folder, asked.base),
        name: asked.name,
        release: pathInside(session.folder, release),
        recoding: pathInside(session.folder, recoding),
        learners: request.learners,
        folds: request.folds,
        test: request.test === undefined ? undefined : pathInside(session.folder, request.test),
        queries: request.queries,
      },
      { progress },
    ),
  )
  evaluations.set(evaluation.state().id, evaluation)
  return evaluation
}

export function findEvaluation(session: Session, id: string): Evaluation {
  const found = sessionEvaluations(session).get(id)
  if (found === undefined)
    throw new UserError(`there is no evaluation "${id}" in this session; start one`, { rule: 'known' })
  return found
}

function watchedEvaluation(
  id: string,
  request: EvaluationRequest,
  start: (progress: (share: number) => void) => ChildProcess<ChildEvaluation>,
): Evaluation {
  const { update, ...watched } = watchedState<EvaluationState>({ id, request, status: 'running' })
  const child = start((share) => update({ share }))
  const ended = child.done.then(
    ({ result }) => update({ status: 'finished', share: 1, result }),
    ({ name, message }: Error) =>
      name === 'CancelledError'
        ? update({ status: 'cancelled' })
        : update({ status: 'failed', error: { error: message, kind: name } }),
  )
  return { ...watched, cancel: () => child.cancel(), ended }
}
