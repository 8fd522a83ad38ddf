/**
 * Alternatives to the release: the trail of a search, or the Pareto front of one with several objectives. Pick a point
 * to release it.
 */
import { type ReactNode, useCallback, useState } from 'react'
import { formatCount, formatFigure } from '../../../src/ground/format.ts'
import { drawFront } from '../../../src/report/draw/charts/front.ts'
import { drawTrail, trailInWords, trailMetrics } from '../../../src/report/draw/charts/trail.ts'
import type { PictureSettings } from '../../../src/report/draw/plot.ts'
import type { FrontPicture } from '../../../src/report/pictures.ts'
import type { Report, TrailPicture } from '../../../src/report/report.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import type { RunState } from '../../server/run/api.ts'
import { Chart } from '../kit/chart.tsx'
import { Button } from '../kit/controls.tsx'
import { Panel } from '../kit/panel.tsx'
import { Table } from '../kit/table.tsx'
import { useStudio, useTelling } from '../shell/studio.tsx'
import { asTitle, figure } from './figures.ts'
import { useStartRun } from './run-states.ts'

const MOST_LINES = 80

type TrailChoice = TrailPicture['choices'][number]
type Point = FrontPicture['points'][number]

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

type Release = (change: (job: Job) => Job, trail?: string) => Promise<void>

/** Runs the job with a change; the open job gets it too, if it is the same. */
function useReleaseWith(state: RunState): { readonly release: Release; readonly busy: boolean } {
  const { document, changeJob } = useStudio()
  const start = useStartRun()
  const telling = useTelling()
  const [busy, setBusy] = useState(false)
  const { request } = state
  const same = document !== undefined && JSON.stringify(document.job) === JSON.stringify(request.job)
  const release: Release = async (change, trail) => {
    setBusy(true)
    await telling(async () => {
      const { job, base, name } = request
      await start({ job: change(job), base, name, force: true, trail })
      if (same) changeJob(change)
    })
    setBusy(false)
  }
  return { release, busy }
}

function TrailPanel({ state, trail }: { state: RunState; trail: TrailPicture }): ReactNode {
  const draw = useCallback((settings: PictureSettings) => drawTrail(trail, trailMetrics(trail)[0], settings), [trail])
  const { release, busy } = useReleaseWith(state)
  const file = state.request.trail ?? state.result?.trail
  return (
    <Panel title="Anonymity against loss">
      <p className="note">{trailInWords(trail)} The ring marks the release.</p>
      <Chart draw={draw} />
      <Table
        scrolled
        className="with-buttons"
        caption="Points of the trail that can be released"
        rows={trail.choices.slice(0, MOST_LINES)}
        rowKey={({ k }) => k}
        columns={[
          {
            title: 'k',
            heads: true,
            cell: ({ k, released, groups }) => (
              <>
                {formatCount(k)} {released ? <span className="sign good">✓ released</span> : null}
                <small className="below">
                  {groups.map((column) => `${column.column} ${formatCount(column.groups)}`).join(' · ')}
                </small>
              </>
            ),
          },
          ...trailMetrics(trail).map((name) => ({
            title: name,
            number: true,
            cell: ({ figures }: TrailChoice) => figure(figures[name]),
          })),
          { title: 'Suppressed rows', number: true, cell: ({ suppressed }) => formatCount(suppressed) },
          { title: 'Classes', number: true, cell: ({ classes }) => formatCount(classes) },
          {
            title: 'Release it',
            silent: true,
            number: true,
            cell: ({ k }) => (
              <Button
                isDisabled={busy || file === undefined}
                onPress={() => release((job) => ({ ...job, privacy: { ...job.privacy, k } }), file)}
              >
                Release with k = {formatCount(k)}
              </Button>
            ),
          },
        ]}
      />
      <p className="note">
        A point is released without searching again, in the place of this release, and counted again as always. On the
        command line: <code>halftone run {state.request.name} --k … --from-trail …</code>
      </p>
    </Panel>
  )
}

function FrontPanel({ state, front }: { state: RunState; front: FrontPicture }): ReactNode {
  const draw = useCallback((settings: PictureSettings) => drawFront(front, settings), [front])
  const { release, busy } = useReleaseWith(state)
  const { x, y, points, chosen } = front
  // An axis may show the smallest class already.
  const showsClasses = [x, y].includes('smallest class')
  return (
    <Panel title="The front">
      <p className="note">
        {formatCount(points.length)} releases of which none is better than another in everything. Each is a dot, with
        the rows of its smallest class beside it; the one that was released is marked.
      </p>
      <Chart draw={draw} />
      <Table
        scrolled
        className="with-buttons"
        caption="Points of the front"
        rows={points.slice(0, MOST_LINES)}
        rowKey={(_, i) => i}
        columns={[
          {
            title: 'Point',
            heads: true,
            cell: (_, i) => (
              <>
                {formatCount(i + 1)} {i + 1 === chosen ? <span className="sign good">✓ released</span> : null}
              </>
            ),
          },
          { title: asTitle(x), number: true, cell: (point) => formatFigure(point.x) },
          { title: asTitle(y), number: true, cell: (point) => formatFigure(point.y) },
          ...(showsClasses
            ? []
            : [{ title: 'Smallest class', number: true, cell: (point: Point) => formatCount(point.effectiveK) }]),
          { title: 'Suppressed rows', number: true, cell: ({ suppressed }) => formatCount(suppressed) },
          {
            title: 'Release it',
            silent: true,
            number: true,
            cell: (_, i) => (
              <Button
                isDisabled={busy || i + 1 === chosen}
                aria-label={`Release it: point ${i + 1}`}
                onPress={() => release((job) => ({ ...job, algorithm: withPoint(job.algorithm, i + 1) }))}
              >
                Release it
              </Button>
            ),
          },
        ]}
      />
      {points.length > MOST_LINES ? (
        <p className="note">and {formatCount(points.length - MOST_LINES)} more; the file of the front has them all.</p>
      ) : null}
      <p className="note">
        In the job file: <code>algorithm: {'{ …, point: N }'}</code>. The same seed finds the same front again.
      </p>
    </Panel>
  )
}

function withPoint(algorithm: Job['algorithm'], point: number): Job['algorithm'] {
  if (algorithm === undefined) return algorithm
  return typeof algorithm === 'string' ? { name: algorithm, point } : { ...algorithm, point }
}
