/** The step "Compare": a grid of runs, and its report: a map of risk and utility, knees, all figures. */
import { type ReactNode, useEffect, useState } from 'react'
import { formatCount, many } from '../../../src/ground/format.ts'
import type { AxisName, StudiedJob, StudyRequest, StudyState } from '../../server/compare/api.ts'
import type { FolderFile } from '../../server/data/api.ts'
import { jobKind } from '../job/kinds.ts'
import { Button, Choice, FormWindow, NumberInput, Progress } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { useStartRun } from '../result/run-states.ts'
import { duration } from '../run/words.ts'
import { address, get, listen, post, RequestError } from '../shell/request.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { useKept } from '../shell/use-kept.ts'
import { StudyBuilder } from './study-builder.tsx'
import './compare.css'
import { useStudio, useTelling } from '../shell/use-studio.ts'

export function ComparePage(): ReactNode {
  const { document } = useStudio()
  const telling = useTelling()
  const [study, setStudy] = useKept<StudyState | undefined>('compare.study', undefined)
  const [inTheWay, setInTheWay] = useState<{ request: StudyRequest; message: string }>()
  const start = (request: StudyRequest) =>
    telling(async () => {
      setInTheWay(undefined)
      try {
        setStudy(await post<StudyState>('compare', request))
      } catch (error) {
        if (!(error instanceof RequestError) || error.kind !== 'OutputExists') throw error
        setInTheWay({ request, message: error.message })
      }
    })

  const id = study?.id
  const runs = study?.status === 'running'
  useEffect(() => {
    if (id === undefined || !runs) return
    const stream = listen<StudyState>(`compare/${id}/events`, setStudy)
    return () => stream.close()
  }, [id, runs, setStudy])

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
          onOpen={(path) => telling(async () => setStudy(await post<StudyState>('compare/open', { path })))}
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
            {runs || study.done === 0 ? null : <StudyReport key={`${id} ${study.done}`} study={study} />}
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
  const stop = () => {
    setStopping(true)
    onCancel()
  }
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
          <Button isDisabled={stopping} onPress={stop}>
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

/** The report of the runs so far with the axes that are asked for, and a run of it to open. */
function StudyReport({ study }: { study: StudyState }): ReactNode {
  const { go } = useStudio()
  const start = useStartRun()
  const telling = useTelling()
  const [choices, setChoices] = useState<{ risk?: string; utility?: string; ceiling?: number }>({})
  const [run, setRun] = useState<string>()
  const { axes, found, title, id } = study
  const query = new URLSearchParams(Object.entries(choices).map(([key, value]) => [key, String(value)]))
  const axisChoice = (label: string, key: 'risk' | 'utility', names: readonly AxisName[]) => (
    <Choice
      label={label}
      value={choices[key]}
      items={names.map((axis) => ({ id: axis.name, title: axis.label, note: axis.title }))}
      onChange={(name) => setChoices({ ...choices, [key]: name })}
    />
  )
  const open = () =>
    telling(async () => {
      const studied = await get<StudiedJob>(`compare/${id}/run/${run}`)
      await start({ ...studied, force: true })
      go('result')
    })
  return (
    <Panel title="Which method, which k?">
      <div className="row end">
        {axisChoice('Risk', 'risk', axes.risk)}
        {axisChoice('Utility', 'utility', axes.utility)}
        <NumberInput
          label="Highest risk accepted"
          value={choices.ceiling ?? 0.2}
          minimum={0}
          maximum={1}
          step={0.01}
          onChange={(ceiling) => setChoices({ ...choices, ceiling })}
        />
        <Choice
          label="Run"
          value={run}
          items={found.map((one) => ({ id: one.run, title: `${one.run}: ${one.settings}` }))}
          onChange={setRun}
        />
        <Button isDisabled={run === undefined} onPress={() => void open()}>
          Open as a result
        </Button>
      </div>
      <iframe className="study-report" title={`Report of ${title}`} src={address(`compare/${id}/report?${query}`)} />
    </Panel>
  )
}

/** Lists the studies in the folder, to open or to continue. */
function OpenStudies({ onOpen }: { onOpen: (path: string) => void }): ReactNode {
  const { answer: files = [] } = useAnswer<readonly FolderFile[]>('data/files')
  const studies = files.filter(({ kind }) => kind === 'study')
  if (studies.length === 0) return null
  return (
    <Panel title="Studies in this folder">
      <ul>
        {studies.map(({ path }) => (
          <li key={path}>
            <Button quiet onPress={() => onOpen(path)}>
              {path}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
