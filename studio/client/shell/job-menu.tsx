/** Shows the open job, whether it is saved, a menu for it, and the run in progress. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatCount } from '../../../src/ground/format.ts'
import type { RunState } from '../../server/run/api.ts'
import { useLeaving } from '../job/leave-window.tsx'
import { useJobs } from '../job/use-jobs.ts'
import { CommandWindow, OpenWindow, SaveWindow } from '../job/windows.tsx'
import { Button, MenuButton } from '../kit/controls.tsx'
import { findLatestRun, isUnderWay, useWaitingRuns, useWatchedRun } from '../run/watched-run.ts'
import { progressWord, statusNames } from '../run/words.ts'
import { useThere } from './request.ts'
import { type Message, useStudio, useTelling } from './use-studio.ts'

type Action = 'new' | 'open' | 'save' | 'save-as' | 'undo' | 'redo' | 'command'

const actions: readonly { readonly id: Action; readonly title: string; readonly needsJob: boolean }[] = [
  { id: 'new', title: 'New', needsJob: false },
  { id: 'open', title: 'Open …', needsJob: false },
  { id: 'save', title: 'Save', needsJob: true },
  { id: 'save-as', title: 'Save as …', needsJob: true },
  { id: 'undo', title: 'Undo (Ctrl+Z)', needsJob: true },
  { id: 'redo', title: 'Redo (Ctrl+Y)', needsJob: true },
  { id: 'command', title: 'Show the command and YAML', needsJob: true },
]

export function JobMenu(): ReactNode {
  const { document, setDocument, setData, setRunId, go, undoing } = useStudio()
  const { save } = useJobs()
  const { leave, question } = useLeaving()
  const telling = useTelling()
  const [window, setWindow] = useState<'open' | 'save' | 'command'>()
  const [refused, setRefused] = useState<string>()
  const name = document === undefined ? 'no job yet' : (document.file ?? 'new job')
  const act = (action: Action): void => {
    if (action === 'new') {
      leave(() => {
        setDocument(undefined)
        setData(undefined)
        setRunId(undefined)
        go('data')
      })
    } else if (action === 'open') leave(() => setWindow('open'))
    else if (action === 'undo' || action === 'redo') undoing[action]?.()
    else if (action === 'command') setWindow(action)
    else if (action === 'save' && document?.file !== undefined) {
      const { file } = document
      void telling(async () => {
        const { inTheWay } = await save(file)
        setRefused(inTheWay)
        if (inTheWay !== undefined) setWindow('save')
      })
    } else {
      setRefused(undefined)
      setWindow('save')
    }
  }
  const latest = useRef(act)
  latest.current = document === undefined ? () => {} : act
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      latest.current('save')
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <div className="job-menu">
      <RunBadge />
      <p className="job-name" title={name}>
        {document !== undefined && !document.saved ? `${name} · not saved` : name}
      </p>
      <MenuButton
        title="Job"
        items={actions.map(({ id, title, needsJob }) => ({
          id,
          title,
          isDisabled:
            (needsJob && document === undefined) || ((id === 'undo' || id === 'redo') && undoing[id] === undefined),
        }))}
        onAction={act}
      />
      {question}
      {window === 'open' ? <OpenWindow onClose={() => setWindow(undefined)} /> : null}
      {window === 'save' ? <SaveWindow refused={refused} onClose={() => setWindow(undefined)} /> : null}
      {window === 'command' ? <CommandWindow onClose={() => setWindow(undefined)} /> : null}
    </div>
  )
}

/** The message on every other page: nobody is moved from what they read. */
function endOfRun(run: RunState, act: () => void): Message {
  const { id, status, request, error, result } = run
  const name = `Run ${id} of ${request.name}`
  if (status === 'published')
    return { kind: 'good', text: `${name} is published and counted again.`, action: { title: 'See the result', act } }
  const reason = error?.error ?? result?.reason ?? statusNames[status]
  return { kind: 'error', text: `${name} has published nothing: ${reason}`, action: { title: 'See why', act } }
}

/** The run in progress, on every page; opens its result when it is published. */
function RunBadge(): ReactNode {
  const { step, go, setRunId, tell } = useStudio()
  const run = useWatchedRun()
  const waiting = useWaitingRuns()
  const [seen, setSeen] = useState<string>()
  const there = useThere()
  useEffect(() => void findLatestRun(), [])
  const underWay = run !== undefined && isUnderWay(run)
  useEffect(() => {
    // Only a run that was seen under way leads to its result.
    if (run === undefined) return
    if (underWay) setSeen(run.id)
    else if (seen === run.id) {
      setSeen(undefined)
      const show = () => {
        setRunId(run.id)
        go('result')
      }
      // A release that was judged has a verdict to read, also if it is not published.
      const hasVerdict = run.status === 'published' || run.result?.judgement !== undefined
      if (step === 'run' && waiting.length === 0 && hasVerdict) show()
      else if (step !== 'run' && run.status !== 'cancelled') tell(endOfRun(run, show))
    }
  }, [run, underWay, seen, step, waiting, go, setRunId, tell])
  if (!underWay || !there) return null
  return (
    <Button quiet onPress={() => go('run')}>
      <span className="run-badge">
        {progressWord(run)}
        {waiting.length === 0 ? '' : ` · ${formatCount(waiting.length)} waiting`}
      </span>
    </Button>
  )
}
