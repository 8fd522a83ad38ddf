/** Alternatives to the release, on the trail of a search or on its Pareto front; one that is chosen is released. */
import { type ReactNode, useState } from 'react'
import { formatCount, formatFigure } from '../../../src/ground/format.ts'
import { frontSection, trailSection } from '../../../src/report/draw/sections/search.ts'
import type { Report } from '../../../src/report/report.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import type { RunState } from '../../server/run/api.ts'
import { Button, Choice, type ChoiceItem } from '../kit/controls.tsx'
import { Panel } from '../kit/panel.tsx'
import { useStudio, useTelling } from '../shell/use-studio.ts'
import { ReportSection } from './report-section.tsx'
import { useStartRun } from './run-states.ts'

interface OtherRelease extends ChoiceItem<string> {
  /** From this trail, without another search. */
  readonly trail?: string
  change(job: Job): Job
}

export function hasTradeOff({ trail, front }: Report): boolean {
  return front !== undefined || (trail !== undefined && trail.points.length > 1)
}

export function TradeOff({ state, report }: { state: RunState; report: Report }): ReactNode {
  const { document, changeJob } = useStudio()
  const start = useStartRun()
  const telling = useTelling()
  const [chosen, setChosen] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const others = otherReleases(state, report)
  const other = others.find(({ id }) => id === chosen)
  const { job, base, name } = state.request
  const release = async ({ change, trail }: OtherRelease) => {
    setBusy(true)
    await telling(async () => {
      await start({ job: change(job), base, name, force: true, trail })
      // The open job gets the change too, if it is the same.
      if (document !== undefined && JSON.stringify(document.job) === JSON.stringify(job)) changeJob(change)
    })
    setBusy(false)
  }
  return (
    <>
      <Panel title="Release another one">
        <p className="note">It takes the place of this release, and is counted again as always.</p>
        <div className="row end">
          <Choice label="Another release" value={chosen} items={others} onChange={setChosen} />
          <Button isDisabled={isBusy || other === undefined} onPress={() => other && void release(other)}>
            Release it
          </Button>
        </div>
      </Panel>
      {[...frontSection(report), trailSection(report)].map((section) =>
        section === undefined ? null : <ReportSection key={section.id} section={section} />,
      )}
    </>
  )
}

function otherReleases({ request, result }: RunState, { trail, front }: Report): OtherRelease[] {
  const file = request.trail ?? result?.trail
  const onTrail = file === undefined ? [] : (trail?.choices ?? [])
  const points = (front?.points ?? []).map((point, i) => ({ ...point, place: i + 1 }))
  return [
    ...onTrail
      .filter(({ released }) => !released)
      .map(({ k, figures, suppressed }) => ({
        id: `k ${k}`,
        title: `k = ${formatCount(k)}`,
        note: [
          ...Object.entries(figures).map(([name, figure]) => `${name} ${formatFigure(figure)}`),
          `${formatCount(suppressed)} suppressed`,
        ].join(' · '),
        trail: file,
        change: (job: Job) => ({ ...job, privacy: { ...job.privacy, k } }),
      })),
    ...points
      .filter(({ place }) => place !== front?.chosen)
      .map(({ place, x, y, suppressed }) => ({
        id: `point ${place}`,
        title: `Point ${formatCount(place)}`,
        note: `${front?.x} ${formatFigure(x)} · ${front?.y} ${formatFigure(y)} · ${formatCount(suppressed)} suppressed`,
        change: ({ algorithm, ...job }: Job): Job => {
          const options = typeof algorithm === 'string' ? { name: algorithm } : algorithm
          return { ...job, algorithm: options && { ...options, point: place } }
        },
      })),
  ]
}
