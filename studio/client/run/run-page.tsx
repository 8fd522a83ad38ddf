/** The step "Run": the algorithm, the run in progress, and earlier runs. */
import { type ReactNode, useEffect, useState } from 'react'
import type { OpenAnswer } from '../../server/data/api.ts'
import type { OpenedJob } from '../../server/job/api.ts'
import type { RunRequest } from '../../server/run/api.ts'
import { isChangedOnDisk } from '../data/changed-data.tsx'
import { saveTrees } from '../hierarchies/tree-store.ts'
import { runName } from '../job/change.ts'
import { RestOfJob } from '../job/job-keys.tsx'
import { NoJob } from '../job/no-job.tsx'
import { useJobCheck } from '../job/use-check.ts'
import { Button, FormWindow } from '../kit/controls.tsx'
import { Broken } from '../kit/long-name.tsx'
import { MainAct } from '../kit/main-act.tsx'
import { Notice } from '../kit/notice.tsx'
import { Facts, Panel } from '../kit/panel.tsx'
import { post, RequestError } from '../shell/request.ts'
import type { StepName } from '../shell/step-names.ts'
import { AlgorithmPanel } from './algorithm-panel.tsx'
import { LiveRun } from './live-run.tsx'
import { findLatestRun, isUnderWay, useIsBusy, useWaitingRuns, useWatchedRun, watchRun } from './watched-run.ts'
import { duration, runTitle } from './words.ts'
import './run.css'
import { type JobDocument, useStudio, useTelling } from '../shell/use-studio.ts'

export function RunPage(): ReactNode {
  const { document } = useStudio()
  useEffect(() => void findLatestRun(), [])
  if (document === undefined) {
    return (
      <>
        <RunWithoutJob />
        <WaitingRuns />
      </>
    )
  }
  return (
    <div className="columns-two apart run-columns">
      <div className="stack wide-gap">
        <AlgorithmPanel document={document} />
        <RestOfJob job={document.job} />
      </div>
      <div className="stack wide-gap">
        <StartPanel document={document} />
        <WatchedRun document={document} />
        <WaitingRuns />
      </div>
    </div>
  )
}

/** A component by itself, because a run sends many events. */
function WatchedRun({ document: { job, base } }: { document: JobDocument }): ReactNode {
  const run = useWatchedRun()
  if (run === undefined) return null
  const { request } = run
  const isShown = request.base === base && String(request.job.data.source) === String(job.data.source)
  return isShown || isUnderWay(run) ? <LiveRun run={run} /> : null
}

function WaitingRuns(): ReactNode {
  const waiting = useWaitingRuns()
  const telling = useTelling()
  const left = useWatchedRun()?.secondsLeft
  const takeOut = (id: string) =>
    telling(async () => {
      await post(`run/${id}/cancel`)
      await findLatestRun()
    })
  if (waiting.length === 0) return null
  return (
    <Panel title="Waiting for their turn">
      {left === undefined ? null : <p className="help">{`The first of them begins in about ${duration(left)}.`}</p>}
      <ol className="waiting-runs">
        {waiting.map((run) => (
          <li key={run.id}>
            <span>{`Run ${runTitle(run)}`}</span>
            <Button quiet aria-label={`Take run ${run.id} out`} onPress={() => void takeOut(run.id)}>
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
  const { job, base, file } = run.request
  const open = async () => {
    // The tie to its file is kept; the file may differ from what ran.
    const read =
      file === undefined ? undefined : (await post<OpenedJob>('job/open', { path: file }).catch(() => undefined))?.job
    setDocument(read === undefined ? { job, base, saved: false } : { job, base, saved: false, file, read })
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

interface Question {
  readonly title: string
  readonly text: string
  readonly action: string
  go(): void
}

function StartPanel({ document }: { document: JobDocument }): ReactNode {
  const { tell, data } = useStudio()
  const { answer } = useJobCheck()
  const busy = useIsBusy()
  const errors = answer?.errors ?? []
  const [question, setQuestion] = useState<Question>()
  const start = async ({ changed = false, force = false } = {}) => {
    setQuestion(undefined)
    tell(undefined)
    if (!changed && data !== undefined && (await isChangedOnDisk(data))) {
      const text =
        `${data.name} was changed since it was read here. Read it again above to judge roles and risk on the rows ` +
        'that are released.'
      const title = 'The data were changed on the disk'
      setQuestion({ title, text, action: 'Run on the data as they are now', go: () => void start({ changed: true }) })
      return
    }
    const { job, base, file } = document
    const request: RunRequest = { job, base, name: runName(document), file, force }
    try {
      await saveTrees(document)
      const { id } = await post<{ id: string }>('run', request)
      watchRun(id)
    } catch (error) {
      const text = `${(error as Error).message}.`
      const again = () => void start({ changed: true, force: true })
      // Files are numbered; a table of a database is replaced or not.
      if (error instanceof RequestError && error.kind === 'OutputExists')
        setQuestion({ title: 'The release exists already', text, action: 'Replace it', go: again })
      else tell({ kind: 'error', text: (error as Error).message })
    }
  }
  return (
    <Panel title="Start">
      <MainAct>
        <Button primary isDisabled={answer === undefined || errors.length > 0} onPress={() => void start()}>
          {busy ? 'Start after this run' : 'Start the run'}
        </Button>
      </MainAct>
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
      ) : answer === undefined ? (
        <p className="skeleton">Checking the job …</p>
      ) : (
        <>
          <p>The run counts, searches, writes, and counts the written file again. Only then is anything published.</p>
          <Facts
            facts={[
              ['It promises', <Lines key="promises" of={answer.promises} />],
              ...limitsInWords(document.job),
              ['It writes', <Lines key="outputs" of={answer.outputs} />],
            ]}
          />
        </>
      )}
      {question === undefined ? null : (
        <FormWindow
          title={question.title}
          action={question.action}
          onSend={question.go}
          onClose={() => setQuestion(undefined)}
        >
          <p>{question.text}</p>
        </FormWindow>
      )}
    </Panel>
  )
}

function Lines({ of }: { of: readonly string[] }): ReactNode {
  return of.map((line) => (
    <div key={line}>
      <Broken text={line} after={/(?<=[/.])/} />
    </div>
  ))
}

function limitsInWords({ limits }: JobDocument['job']): [string, string][] {
  return limits?.time === undefined ? [] : [['It ends', `after ${limits.time} of search, with the best it has`]]
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
