/** The step "Compare": a grid of runs, and a map of risk and utility that fills in as they end. */
import { type ReactNode, useEffect, useState } from 'react'
import { formatCount, many } from '../../../src/ground/format.ts'
import type { StudyEvent, StudyRequest, StudyState, StudyView } from '../../server/compare/api.ts'
import { jobKind } from '../job/kinds.ts'
import { Button, FormWindow, Progress } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { duration } from '../run/words.ts'
import { address, listen, post, RequestError } from '../shell/request.ts'
import { useStudio, useTelling } from '../shell/studio.tsx'
import { useKept } from '../shell/use-kept.ts'
import { OpenStudies } from './open-studies.tsx'
import { StudyBuilder } from './study-builder.tsx'
import { type MapChoices, StudyMaps } from './study-maps.tsx'
import { StudyRuns } from './study-runs.tsx'
import './compare.css'

export function ComparePage(): ReactNode {
  const { document } = useStudio()
  const telling = useTelling()
  const [study, setStudy] = useKept<StudyState | undefined>('compare.study', undefined)
  const [choices, setChoices] = useKept<MapChoices>('compare.choices', { ceiling: 0.2 })
  const { risk, utility, ceiling } = choices
  const [view, setView] = useState<StudyView>()

  const [inTheWay, setInTheWay] = useState<{ request: StudyRequest; message: string }>()
  const start = (request: StudyRequest) =>
    telling(async () => {
      setInTheWay(undefined)
      try {
        setStudy(await post<StudyState>('compare', request))
        setChoices({ ceiling })
      } catch (error) {
        if (!(error instanceof RequestError) || error.kind !== 'OutputExists') throw error
        setInTheWay({ request, message: error.message })
      }
    })

  const id = study?.id
  const runs = study?.status === 'running'
  // biome-ignore lint/correctness/useExhaustiveDependencies: another study has another view
  useEffect(() => setView(undefined), [id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a study that goes on is listened to again
  useEffect(() => {
    if (id === undefined) return
    const query = new URLSearchParams({ ceiling: String(ceiling) })
    if (risk !== undefined) query.set('risk', risk)
    if (utility !== undefined) query.set('utility', utility)
    const stream = listen<StudyEvent>(`compare/${id}/events?${query}`, ({ view: newView, ...state }) => {
      setStudy(state)
      if (newView !== undefined) setView(newView)
      if (state.status !== 'running') stream.close()
    })
    return () => stream.close()
  }, [id, runs, risk, utility, ceiling, setStudy])

  return (
    <div className="columns-side">
      <div className="stack">
        <Panel title="A study">
          {document === undefined ? (
            <Notice kind="note">
              A study varies a job. Open data or a job first, on the step Data; or open a study that is there already.
            </Notice>
          ) : (
            <StudyBuilder
              key={jobKind(document.job).about}
              document={document}
              isDisabled={runs}
              onStart={(request) => void start(request)}
            />
          )}
        </Panel>
        {inTheWay === undefined ? null : (
          <FormWindow
            title="Another study has this name"
            action="Replace it"
            onSend={() => void start({ ...inTheWay.request, force: true })}
            onClose={() => setInTheWay(undefined)}
          >
            <p>{inTheWay.message}.</p>
          </FormWindow>
        )}
        <OpenStudies
          key={`${study?.file} ${study?.status}`}
          onOpen={(path) =>
            telling(async () => {
              setChoices({ ceiling })
              setStudy(await post<StudyState>('compare/open', { path }))
            })
          }
        />
      </div>
      <div className="stack">
        {study === undefined ? (
          <Panel title="Risk and utility">
            <p>
              Every run of a study becomes a point: how much is risked, how much is kept. A curve for each method, its
              knee, and the best release under the risk that you accept.
            </p>
          </Panel>
        ) : (
          <>
            <StudyHead
              study={study}
              onStart={() => telling(async () => setStudy(await post(`compare/${study.id}/start`)))}
              onCancel={() => telling(async () => setStudy(await post(`compare/${study.id}/cancel`)))}
            />
            {view === undefined || view.maps.length === 0 ? null : (
              <StudyMaps study={study} view={view} choices={choices} onChoose={setChoices} />
            )}
            {view === undefined ? null : <StudyRuns rows={view.rows} />}
          </>
        )}
      </div>
    </div>
  )
}

function StudyHead(props: { study: StudyState; onStart: () => void; onCancel: () => void }): ReactNode {
  const { study, onStart, onCancel } = props
  const { title, status, done, total, kept, failed, running, secondsLeft, error, command, id } = study
  const [stopping, setStopping] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wish is fulfilled when the status changes
  useEffect(() => setStopping(false), [id, status])
  const words = [
    `${formatCount(done)} of ${many(total, 'run')}`,
    ...(kept > 0 && status === 'running' ? [`${formatCount(kept)} kept from before`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(secondsLeft === undefined ? [] : [`${duration(secondsLeft)} left`]),
  ].join(' · ')
  return (
    <Panel
      title={title}
      actions={
        status === 'running' ? (
          <Button
            isDisabled={stopping}
            onPress={() => {
              setStopping(true)
              onCancel()
            }}
          >
            {stopping ? 'Stopping …' : 'Stop (finished runs are kept)'}
          </Button>
        ) : status === 'finished' ? (
          (['report', 'results'] as const).map((file) => (
            <a key={file} href={address(`compare/${id}/file/${file}`)} download>
              {file === 'results' ? 'results.csv' : 'report.html'}
            </a>
          ))
        ) : (
          <Button primary onPress={onStart}>
            {done === 0 ? 'Start' : 'Go on'}
          </Button>
        )
      }
    >
      <Progress
        label={status === 'finished' ? 'Finished' : status === 'running' ? 'Running' : 'Stopped'}
        share={done / total}
        note={words}
      />
      {status === 'running' && running.length > 0 ? (
        <p className="note">
          Under way: {running.map(({ run, settings }) => `${run} (${Object.values(settings).join(', ')})`).join('; ')}
        </p>
      ) : null}
      {error === undefined ? null : <Notice kind="error">{error.error}</Notice>}
      <p className="note">
        The same from a terminal: <code>{command}</code>
      </p>
    </Panel>
  )
}
