/** State shared by all steps. The job has the form of a job file; steps change it with `changeJob`. */
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Job } from '../../../src/table/job-schema.ts'
import type { Records, StudioFacts } from '../../server/api.ts'
import { useDraft } from '../job/draft.tsx'
import { redone, type Steps, type Undoing, undone, withStep } from '../kit/steps.tsx'
import { parsePlace } from './address.ts'
import type { HeldState } from './over-reload.ts'
import type { StepName } from './step-names.ts'
import { usePlace } from './use-place.ts'
import { type JobDocument, type Message, type Studio, StudioContext } from './use-studio.ts'

export function StudioProvider(props: {
  facts: StudioFacts
  records: Records
  held: HeldState | undefined
  children: ReactNode
}): ReactNode {
  const { facts, records, held, children } = props
  const { place, go: goTo, setRunId, setPart } = usePlace(firstPlace(held))
  const { step, runId, part } = place
  const [steps, setSteps] = useState<Steps<JobDocument | undefined>>({ past: [], now: held?.document, future: [] })
  const { now: document } = steps
  const lastChange = useRef(0)
  /** A document about other data begins a new history. */
  const setDocument = useCallback((next: JobDocument | undefined) => {
    setSteps((all) => (isAboutSame(all.now, next) ? { ...all, now: next } : { past: [], now: next, future: [] }))
  }, [])
  const [data, setData] = useState(held?.data)
  const [message, tell] = useState<Message | undefined>(lostPlace)
  const go = useCallback(
    (next: StepName) => {
      goTo(next)
      tell(undefined)
    },
    [goTo],
  )
  useEffect(() => {
    if (message?.kind !== 'good' || message.action !== undefined) return
    const timer = setTimeout(() => tell(undefined), GOOD_NEWS)
    return () => clearTimeout(timer)
  }, [message])
  const changeJob = useCallback((change: (job: Job) => Job) => {
    const time = performance.now()
    const field = globalThis.document.activeElement
    const isTyping = field?.matches('input[type=text], textarea') === true && time - lastChange.current < ONE_STEP
    lastChange.current = time
    setSteps((all) => {
      if (all.now === undefined) return all
      const next = { ...all.now, job: change(all.now.job), saved: false, changed: true }
      return isTyping && all.past.length > 0 ? { ...all, now: next, future: [] } : withStep(all, next)
    })
  }, [])
  useDraft(steps)
  const undoing = useMemo<Undoing>(() => {
    const goTo = (next: Steps<JobDocument | undefined> | undefined) =>
      next &&
      (() => {
        lastChange.current = 0
        setSteps((all) => {
          const { now } = all
          if (now === undefined || next.now === undefined) return all
          // The file and what was read from it stay: only the job goes back.
          return { ...next, now: { ...now, job: next.now.job, saved: next.now.job === now.read, changed: true } }
        })
      })
    return { undo: goTo(undone(steps)), redo: goTo(redone(steps)) }
  }, [steps])
  const studio = useMemo<Studio>(
    () => ({
      facts,
      records,
      step,
      go,
      setDocument,
      changeJob,
      undoing,
      restore: setSteps,
      setData,
      setRunId,
      setPart,
      tell,
      document,
      data,
      runId,
      part,
      message,
    }),
    [
      facts,
      records,
      step,
      go,
      document,
      setDocument,
      changeJob,
      undoing,
      data,
      runId,
      setRunId,
      part,
      setPart,
      message,
    ],
  )
  return <StudioContext.Provider value={studio}>{children}</StudioContext.Provider>
}

/** Milliseconds. */
const GOOD_NEWS = 6000
/** Milliseconds: letters typed faster than this are undone together. */
const ONE_STEP = 600

function isAboutSame(one: JobDocument | undefined, two: JobDocument | undefined): boolean {
  const key = (document: JobDocument | undefined) => document && JSON.stringify([document.job.data.source])
  return one !== undefined && key(one) === key(two)
}

/** The place in the address; without one, the place before the reload. */
function firstPlace(held: HeldState | undefined): { step: StepName; runId?: string | undefined; part?: string } {
  const place = parsePlace(location.pathname) ?? { step: 'data' }
  const bare = /^\/[^/]*\/?$/.test(location.pathname)
  return { ...place, step: bare ? (held?.step ?? 'data') : place.step, runId: place.runId ?? held?.runId }
}

function lostPlace(): Message | undefined {
  const path = location.pathname.replace(/^\/[^/]+/, '')
  if (parsePlace(location.pathname) !== undefined) return undefined
  return { kind: 'warning', text: `The studio has no page ${path}. This is its first step.` }
}
