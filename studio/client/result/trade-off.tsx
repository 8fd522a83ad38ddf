/** What else could have been released: the trail of a search, or the front of one with several objectives; pick a point and release it. */
import { type ReactNode, useCallback, useState } from 'react'
import type { Job } from '../../../src/index.ts'
import type { ChartSettings } from '../../../src/report/draw/chart.ts'
import { drawFront } from '../../../src/report/draw/front.ts'
import { drawTrail } from '../../../src/report/draw/trail.ts'
import { formatCount, formatFigure } from '../../../src/report/format.ts'
import type { FrontPicture } from '../../../src/report/front-picture.ts'
import type { Report, TrailPicture } from '../../../src/report/report.ts'
import type { RunState } from '../../server/run/api.ts'
import { Chart } from '../kit/chart.tsx'
import { Button } from '../kit/controls.tsx'
import { Panel } from '../kit/panel.tsx'
import { useStudio, useTelling } from '../shell/studio.tsx'
import { useStartRun } from './run-states.ts'

const MOST_LINES = 80

export function hasTradeOff({ trail, front }: Report): boolean {
  return front !== undefined || (trail !== undefined && trail.points.length > 1)
}

export function TradeOff({ state, report }: { state: RunState; report: Report }): ReactNode {
  const { trail, front } = report
  return (
    <>
      {trail === undefined || trail.points.length < 2 ? null : <TrailPanel state={state} trail={trail} />}
      {front === undefined ? null : <FrontPanel state={state} front={front} />}
    </>
  )
}

/** Runs the job with a change; the job being edited gets it too, where it is the same job. */
function useRunWith(state: RunState): (change: (job: Job) => Job, trail?: string) => Promise<void> {
  const { document, changeJob } = useStudio()
  const start = useStartRun()
  const telling = useTelling()
  const { request } = state
  const same = document !== undefined && JSON.stringify(document.job) === JSON.stringify(request.job)
  return async (change, trail) => {
    await telling(async () => {
      const { job, base, name } = request
      await start({ job: change(job), base, name, force: true, ...(trail === undefined ? {} : { trail }) })
      if (same) changeJob(change)
    })
  }
}

function TrailPanel({ state, trail }: { state: RunState; trail: TrailPicture }): ReactNode {
  const draw = useCallback((settings: ChartSettings) => drawTrail(trail, 'LM', settings), [trail])
  const runWith = useRunWith(state)
  const [busy, setBusy] = useState(false)
  const classed = trail.points[0].CM !== undefined
  const file = state.request.trail ?? state.result?.trail
  return (
    <Panel title="Anonymity against loss">
      <p className="note">
        {trail.search === 'bottom-up'
          ? 'The search began with the table as it is and generalized step by step: to the right the smallest class grows, upwards more is lost.'
          : 'The search began with everything generalized and made values finer step by step: from right to left the smallest class shrinks, and less is lost.'}{' '}
        The ring marks the release.
      </p>
      <Chart draw={draw} />
      <div className="scroll">
        <table className="with-buttons">
          <caption className="spoken">Points of the trail that can be released</caption>
          <thead>
            <tr>
              <th scope="col">k</th>
              <th scope="col" className="number-cell">
                LM
              </th>
              {classed ? (
                <th scope="col" className="number-cell">
                  CM
                </th>
              ) : null}
              <th scope="col" className="number-cell">
                Suppressed rows
              </th>
              <th scope="col" className="number-cell">
                Classes
              </th>
              <th scope="col">
                <span className="spoken">Release it</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {trail.choices.slice(0, MOST_LINES).map((choice) => (
              <tr key={choice.k}>
                <th scope="row">
                  {formatCount(choice.k)} {choice.released ? <span className="sign good">✓ released</span> : null}
                  <small className="block">
                    {choice.groups.map(({ column, groups }) => `${column} ${formatCount(groups)}`).join(' · ')}
                  </small>
                </th>
                <td className="number-cell">{formatFigure(choice.LM)}</td>
                {classed ? (
                  <td className="number-cell">{choice.CM === undefined ? '–' : formatFigure(choice.CM)}</td>
                ) : null}
                <td className="number-cell">{formatCount(choice.suppressed)}</td>
                <td className="number-cell">{formatCount(choice.classes)}</td>
                <td>
                  <Button
                    isDisabled={busy || file === undefined}
                    onPress={async () => {
                      setBusy(true)
                      await runWith((job) => ({ ...job, privacy: { ...job.privacy, k: choice.k } }), file)
                      setBusy(false)
                    }}
                  >
                    Release with k = {formatCount(choice.k)}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="note">
        A point is released without searching again, in the place of this release, and counted again as always. On the
        command line: <code>halftone run {state.request.name} --k … --from-trail …</code>
      </p>
    </Panel>
  )
}

function FrontPanel({ state, front }: { state: RunState; front: FrontPicture }): ReactNode {
  const draw = useCallback((settings: ChartSettings) => drawFront(front, settings), [front])
  const runWith = useRunWith(state)
  const [busy, setBusy] = useState(false)
  const { x, y, points, chosen } = front
  // One of the axes may be the smallest class already.
  const told = [x, y].includes('smallest class')
  return (
    <Panel title="The front">
      <p className="note">
        {formatCount(points.length)} releases of which none is better than another in everything. Each is a dot, with
        the rows of its smallest class beside it; the one that was released is marked.
      </p>
      <Chart draw={draw} />
      <div className="scroll">
        <table className="with-buttons">
          <caption className="spoken">Points of the front</caption>
          <thead>
            <tr>
              <th scope="col">Point</th>
              <th scope="col" className="number-cell">
                {x}
              </th>
              <th scope="col" className="number-cell">
                {y}
              </th>
              {told ? null : (
                <th scope="col" className="number-cell">
                  smallest class
                </th>
              )}
              <th scope="col" className="number-cell">
                Suppressed rows
              </th>
              <th scope="col">
                <span className="spoken">Release it</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {points.slice(0, MOST_LINES).map((point, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is the point's name
              <tr key={i}>
                <th scope="row">
                  {formatCount(i + 1)} {i + 1 === chosen ? <span className="sign good">✓ released</span> : null}
                </th>
                <td className="number-cell">{formatFigure(point.x)}</td>
                <td className="number-cell">{formatFigure(point.y)}</td>
                {told ? null : <td className="number-cell">{formatCount(point.effectiveK)}</td>}
                <td className="number-cell">{formatCount(point.suppressed)}</td>
                <td>
                  <Button
                    isDisabled={busy || i + 1 === chosen}
                    aria-label={`Release it: point ${i + 1}`}
                    onPress={async () => {
                      setBusy(true)
                      await runWith((job) => ({ ...job, algorithm: withPoint(job.algorithm, i + 1) }))
                      setBusy(false)
                    }}
                  >
                    Release it
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {points.length > MOST_LINES ? (
        <p className="note">and {formatCount(points.length - MOST_LINES)} more; the file of the front has them all.</p>
      ) : null}
      <p className="note">
        In the job file: <code>algorithm: {'{ name: pareto, point: N }'}</code>. The same seed finds the same front
        again.
      </p>
    </Panel>
  )
}

function withPoint(algorithm: Job['algorithm'], point: number): Job['algorithm'] {
  if (algorithm === undefined) return { name: 'pareto', point }
  return typeof algorithm === 'string' ? { name: algorithm, point } : { ...algorithm, point }
}
