/** The step "Run": the algorithm, the run in progress, and earlier runs. */
import { type ReactNode, useEffect, useState } from 'react'
import type { OpenAnswer } from '../../server/data/api.ts'
import type { RunRequest } from '../../server/run/api.ts'
import { saveTrees } from '../hierarchies/tree-store.ts'
import { jobName } from '../job/change.ts'
import { NoJob } from '../job/no-job.tsx'
import { useJobCheck } from '../job/use-check.ts'
import { Button, FormWindow } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { post, RequestError } from '../shell/request.ts'
import { type JobDocument, type StepName, useStudio, useTelling } from '../shell/studio.tsx'
import { AlgorithmPanel } from './algorithm-panel.tsx'
import { LiveRun } from './live-run.tsx'
import { OutputPanel } from './output-panel.tsx'
import { RunLog } from './run-log.tsx'
import { findLatestRun, useIsBusy, useWaitingRuns, useWatchedRun, watchRun } from './watched-run.ts'
import { duration, runTitle } from './words.ts'
import './run.css'

export function RunPage(): ReactNode {
  const { document } = useStudio()
  useEffect(() => {
    void findLatestRun()
  }, [])
  if (document === undefined) {
    return (
      <>
        <RunWithoutJob />
        <WaitingRuns />
        <RunLog />
      </>
    )
  }
  return (
    <>
      <div className="columns-two apart run-columns">
        <div className="stack wide-gap">
          <AlgorithmPanel document={document} />
          <OutputPanel document={document} />
        </div>
        <div className="stack wide-gap">
          <StartPanel document={document} />
          <WatchedRun />
          <WaitingRuns />
        </div>
      </div>
      <RunLog />
    </>
  )
}

/** A component by itself, because a run sends many events. */
function WatchedRun(): ReactNode {
  const run = useWatchedRun()
  return run === undefined ? null : <LiveRun run={run} />
}

function WaitingRuns(): ReactNode {
  const waiting = useWaitingRuns()
  const telling = useTelling()
  const left = useWatchedRun()?.secondsLeft
  if (waiting.length === 0) return null
  return (
    <Panel title="Waiting for their turn">
      {left === undefined ? null : <p className="help">{`The first of them begins in about ${duration(left)}.`}</p>}
      <ol className="waiting-runs">
        {waiting.map((run) => (
          <li key={run.id}>
            <span>{`Run ${runTitle(run)}`}</span>
            <Button
              quiet
              aria-label={`Take run ${run.id} out`}
              onPress={() =>
                void telling(async () => {
                  await post(`run/${run.id}/cancel`)
                  await findLatestRun()
                })
              }
            >
              Take it out
            </Button>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** A run that this page did not start, for example after the browser was closed: its job can be opened. */
function RunWithoutJob(): ReactNode {
  const { setDocument, setData, tell } = useStudio()
  const run = useWatchedRun()
  if (run === undefined) return <NoJob title="Run" />
  const { job, base } = run.request
  const open = async () => {
    setDocument({ job, base, saved: false })
    try {
      setData(await post<OpenAnswer>('data/open', { job, base }))
    } catch (error) {
      tell({ kind: 'error', text: (error as Error).message })
    }
  }
  return (
    <>
      <Notice kind="note" action={<Button onPress={() => void open()}>Open its job</Button>}>
        {`Run ${run.id} of ${run.request.name} was started from another page. Its job is not open here.`}
      </Notice>
      <LiveRun run={run} />
    </>
  )
}

function StartPanel({ document }: { document: JobDocument }): ReactNode {
  const { tell } = useStudio()
  const { answer } = useJobCheck()
  const busy = useIsBusy()
  const [inTheWay, setInTheWay] = useState<string>()
  const errors = answer?.errors ?? []
  const start = async (force: boolean) => {
    setInTheWay(undefined)
    tell(undefined)
    const { job, base, file } = document
    const request: RunRequest = { job, base, name: jobName(file), force }
    try {
      await saveTrees(document)
      const { id } = await post<{ id: string }>('run', request)
      watchRun(id)
    } catch (error) {
      if (error instanceof RequestError && error.kind === 'OutputExists') setInTheWay(error.message)
      else tell({ kind: 'error', text: (error as Error).message })
    }
  }
  return (
    <Panel
      title="Start"
      actions={
        <Button primary isDisabled={answer === undefined || errors.length > 0} onPress={() => void start(false)}>
          {busy ? 'Start after this run' : 'Start the run'}
        </Button>
      }
    >
      {errors.length > 0 ? (
        <>
          <p>The job cannot run yet:</p>
          <ul className="faults">
            {errors.map(({ message, field }) => (
              <li key={message}>
                <span>{message}</span> <StepButton field={field} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="help">
          {answer === undefined
            ? 'Checking the job …'
            : 'It counts, searches, writes, and counts the written file again; only then is anything published. ' +
              `It promises: ${answer.promises.join('; ')}.`}
        </p>
      )}
      {inTheWay === undefined ? null : (
        <FormWindow
          title="Files exist already"
          action="Replace them"
          onSend={() => void start(true)}
          onClose={() => setInTheWay(undefined)}
        >
          <p>{inTheWay}.</p>
        </FormWindow>
      )}
    </Panel>
  )
}

const places: readonly [RegExp, StepName, string][] = [
  [/^(privacy|utility|goal|preference)/, 'privacy', 'Privacy and goal'],
  [/^columns/, 'hierarchies', 'Hierarchies'],
  [/^data/, 'data', 'Data'],
]

/** Leads to the step where a fault can be fixed. */
function StepButton({ field }: { field: string | undefined }): ReactNode {
  const { go } = useStudio()
  const place = places.find(([keys]) => field !== undefined && keys.test(field))
  if (place === undefined) return null
  const [, step, title] = place
  return (
    <Button quiet onPress={() => go(step)}>
      Go to {title}
    </Button>
  )
}
