/** The frame of the studio: six steps as tabs, and messages. */
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import type { Records, StudioFacts } from '../../server/api.ts'
import { ChangedData } from '../data/changed-data.tsx'
import { Button } from '../kit/controls.tsx'
import { MAIN_ACT } from '../kit/main-act.tsx'
import { Notice } from '../kit/notice.tsx'
import { type Undoing, undoByKeys } from '../kit/steps.tsx'
import { isUnderWay, useWatchedRun } from '../run/watched-run.ts'
import { progressWord } from '../run/words.ts'
import { JobMenu } from './job-menu.tsx'
import { type HeldState, heldBefore, useKeptOverReload } from './over-reload.ts'
import { PageBoundary } from './page-boundary.tsx'
import { get, gone, useThere } from './request.ts'
import type { StepName } from './step-names.ts'
import { steps } from './steps.tsx'
import { StudioProvider } from './studio.tsx'
import { useStudio } from './use-studio.ts'

export function Shell(): ReactNode {
  const [loaded, setLoaded] = useState<{ facts: StudioFacts; records: Records; held: HeldState | undefined }>()
  const [error, setError] = useState<string>()
  useEffect(() => {
    Promise.all([get<StudioFacts>('studio'), get<Records>('records'), heldBefore()]).then(
      ([facts, records, held]) => setLoaded({ facts, records, held }),
      (reason: Error) => setError(reason.message),
    )
  }, [])
  if (error !== undefined) return <Notice kind="error">{error}</Notice>
  if (loaded === undefined) return <p className="skeleton waiting">Opening …</p>
  return (
    <StudioProvider {...loaded}>
      {/* Not inside Tabs, which renders its children twice. */}
      <Title />
      <Frame />
    </StudioProvider>
  )
}

function Frame(): ReactNode {
  const { step, go, message, tell, facts, data, undoing } = useStudio()
  const there = useThere()
  useKeptOverReload()
  useStepInSight(step)
  useStrayDrops(step)
  useUndoKeys(undoing)
  useFocusOnChange(`${step} ${data?.id ?? ''}`)
  return (
    <Tabs className="frame" selectedKey={step} onSelectionChange={(key) => go(key as StepName)}>
      <SkipLink />
      <div className="above">
        <header className="top">
          <h1 className="brand">
            <Dots /> Halftone studio
          </h1>
          <TabList aria-label="Steps" className="steps">
            {steps.map(({ name, title }) => (
              <Tab key={name} id={name} className="step" data-title={title}>
                {title}
              </Tab>
            ))}
          </TabList>
          <JobMenu />
        </header>
        {there ? null : (
          <div className="message">
            <Notice kind="error">
              {`${gone.error} Start it again and open the address that it prints; a job that was not saved is ` +
                'offered there.'}
            </Notice>
          </div>
        )}
        {message === undefined || (!there && message.text === gone.error) ? null : (
          <div className="message">
            <Notice
              kind={message.kind}
              action={message.action && <Button onPress={message.action.act}>{message.action.title}</Button>}
              onClose={() => tell(undefined)}
            >
              {message.text}
            </Notice>
          </div>
        )}
        <ChangedData />
      </div>
      <main id={CONTENT} tabIndex={-1} inert={!there}>
        {steps.map(({ name, Page }) => (
          <TabPanel key={name} id={name} className="page">
            <PageBoundary>
              <Suspense fallback={<p className="skeleton waiting">Opening …</p>}>
                <Page />
              </Suspense>
            </PageBoundary>
          </TabPanel>
        ))}
      </main>
      <footer className="bottom" inert={!there}>
        <span>
          Halftone {facts.version} · {facts.folder} · nothing leaves this machine
        </span>
        <span id={MAIN_ACT} />
        <GoOn />
      </footer>
    </Tabs>
  )
}

/** The button to the next step; a run leads to its result by itself. */
function GoOn(): ReactNode {
  const { step, go, document: job, data } = useStudio()
  const next = steps[steps.findIndex(({ name }) => name === step) + 1]
  if (job === undefined || data === undefined || !BEFORE_RUN.has(step) || next === undefined) return null
  return (
    <Button key={step} primary onPress={() => go(next.name)}>
      {`Go on to ${next.title}`}
    </Button>
  )
}

const BEFORE_RUN: ReadonlySet<StepName> = new Set(['data', 'hierarchies', 'privacy'])

/** Narrow screens: scrolls the selected step into view. */
function useStepInSight(step: StepName): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another is chosen
  useEffect(() => {
    const chosen = document.querySelector<HTMLElement>('.steps [role="tab"][aria-selected="true"]')
    const list = chosen?.parentElement
    if (chosen == null || list == null) return
    list.scrollLeft = chosen.offsetLeft - (list.clientWidth - chosen.clientWidth) / 2
  }, [step])
}

const CONTENT = 'content'

/** Skips the steps and the menu for keyboard users. */
function SkipLink(): ReactNode {
  return (
    <a
      className="skip"
      href={`#${CONTENT}`}
      onClick={(event) => {
        // The address names the step and must not change.
        event.preventDefault()
        document.getElementById(CONTENT)?.focus()
      }}
    >
      Skip to the page
    </a>
  )
}

/** The tab's title: progress, place and job. A component by itself, because a run sends many events. */
function Title(): ReactNode {
  const { step, runId, document: job } = useStudio()
  const run = useWatchedRun()
  const stepTitle = steps.find(({ name }) => name === step)?.title ?? ''
  const place =
    step === 'result' && runId !== undefined && /^\d+$/.test(runId) ? `${stepTitle} of run ${runId}` : stepTitle
  const there = useThere()
  const share = there && run !== undefined && isUnderWay(run) ? [progressWord(run)] : []
  const title = [...share, place, ...(job?.file === undefined ? [] : [job.file]), 'Halftone studio'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
  return null
}

/** Ctrl+Z and Ctrl+Y change the job, unless an editor with its own steps has taken the key. */
function useUndoKeys(undoing: Undoing): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => void (event.defaultPrevented || undoByKeys(event, undoing))
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [undoing])
}

/** Prevents the browser from opening a file dropped outside of a drop zone. */
function useStrayDrops(step: StepName): void {
  const { tell } = useStudio()
  useEffect(() => {
    if (step === 'data') return
    const holdsFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const over = (event: DragEvent) => {
      if (holdsFile(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      if (!holdsFile(event)) return
      event.preventDefault()
      const text = 'Data are dropped on the step Data; a tree is taken by Import on the step Hierarchies.'
      tell({ kind: 'note', text })
    }
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop)
    }
  }, [step, tell])
}

/** A page that closes takes the focus with it: moves it to the name of the file, or to the tab of the step. */
function useFocusOnChange(shown: string): void {
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      if (document.activeElement !== null && document.activeElement !== document.body) return
      const name = document.querySelector<HTMLElement>('.data-head h2')
      // Still loading: try again later.
      const isOpening = document.querySelector('main .waiting, main .open-panel .progress') !== null
      if (name === null && isOpening) timer = setTimeout(look, AFTER_WINDOWS)
      else (name ?? document.querySelector<HTMLElement>('.steps [role="tab"][aria-selected="true"]'))?.focus()
    }
    timer = setTimeout(look, AFTER_WINDOWS)
    return () => clearTimeout(timer)
  }, [shown])
}

/** Milliseconds until a closing dialog has returned the focus. */
const AFTER_WINDOWS = 100

function Dots(): ReactNode {
  const radii = [3, 2.4, 1.7, 2.4, 1.7, 1.1, 1.7, 1.1, 0.6]
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      {radii.map((radius, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nine dots that never move
        <circle key={i} cx={3.5 + (i % 3) * 6.5} cy={3.5 + Math.floor(i / 3) * 6.5} r={radius} />
      ))}
    </svg>
  )
}
