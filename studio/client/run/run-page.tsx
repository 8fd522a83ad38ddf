/** The step "Run": which algorithm with which options, the run as it goes on, and the runs so far. */
import { type ReactNode, useEffect, useState } from 'react'
import type { RunRequest } from '../../server/run/api.ts'
import { saveTrees } from '../hierarchies/tree-store.ts'
import { isAboutItems, jobName } from '../job/change.ts'
import { NoJob } from '../job/no-job.tsx'
import { useJobCheck } from '../job/use-check.ts'
import { Button, Window } from '../kit/controls.tsx'
import { Panel } from '../kit/panel.tsx'
import { post, RequestError } from '../shell/request.ts'
import { type JobDocument, type StepName, useStudio } from '../shell/studio.tsx'
import { AlgorithmPanel } from './algorithm-panel.tsx'
import { LiveRun } from './live-run.tsx'
import { OutputPanel } from './output-panel.tsx'
import { RunLog } from './run-log.tsx'
import { findLatestRun, isUnderWay, useWatchedRun, watchRun } from './watched-run.ts'
import './run.css'

export function RunPage(): ReactNode {
  const { document } = useStudio()
  const run = useWatchedRun()
  useEffect(() => {
    void findLatestRun()
  }, [])
  if (document === undefined) return <NoJob title="Run" />
  return (
    <>
      <div className="columns-two apart run-columns">
        <div className="stack wide-gap">
          <AlgorithmPanel document={document} kind={isAboutItems(document.job) ? 'items' : 'columns'} />
          <OutputPanel document={document} />
        </div>
        <div className="stack wide-gap">
          <StartPanel document={document} />
          {run === undefined ? null : <LiveRun run={run} />}
        </div>
      </div>
      <RunLog />
    </>
  )
}

/** What still stands in the way, and the button. */
function StartPanel({ document }: { document: JobDocument }): ReactNode {
  const { tell } = useStudio()
  const { answer } = useJobCheck()
  const run = useWatchedRun()
  const [inTheWay, setInTheWay] = useState<string>()
  const busy = run !== undefined && isUnderWay(run)
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
        <Button
          primary
          isDisabled={busy || answer === undefined || errors.length > 0}
          onPress={() => void start(false)}
        >
          Start the run
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
            : `It counts, searches, writes, and counts the written file again; only then is anything published. It promises: ${answer.promises.join('; ')}.`}
        </p>
      )}
      {inTheWay === undefined ? null : (
        <Window title="Files exist already" onClose={() => setInTheWay(undefined)}>
          <p>{inTheWay}.</p>
          <div className="row">
            <Button primary onPress={() => void start(true)}>
              Replace them
            </Button>
            <Button onPress={() => setInTheWay(undefined)}>Cancel</Button>
          </div>
        </Window>
      )}
    </Panel>
  )
}

const places: readonly [RegExp, StepName, string][] = [
  [/^(privacy|utility|goal|preference)/, 'privacy', 'Privacy and goal'],
  [/^columns/, 'hierarchies', 'Hierarchies'],
  [/^data/, 'data', 'Data'],
]

/** Leads to where a fault can be fixed. */
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
