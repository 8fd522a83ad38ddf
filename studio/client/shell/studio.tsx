/**
 * State shared by all steps: the job, its data, the last run, and the place. The job has the form of a job file; steps
 * change it with `changeJob`, and the server computes everything.
 */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import type { Job } from '../../../src/table/job-schema.ts'
import type { Records, StudioFacts } from '../../server/api.ts'
import type { OpenAnswer } from '../../server/data/api.ts'
import { parsePlace } from './address.ts'
import type { HeldState } from './over-reload.ts'
import type { StepName } from './step-names.ts'
import { usePlace } from './use-place.ts'

export type { StepName } from './step-names.ts'

/** A job with its base folder, relative to the studio's folder. */
export interface JobDocument {
  readonly job: Job
  readonly base: string
  /** Relative to the studio's folder; absent until saved. */
  readonly file?: string
  /** The job as last read from the file: the base for merging on save. */
  readonly read?: Job
  readonly saved: boolean
  /** Whether the user changed it since it was opened, proposed or saved. */
  readonly changed?: boolean
}

export type OpenedData = OpenAnswer

export interface Studio {
  readonly facts: StudioFacts
  readonly records: Records
  readonly step: StepName
  /** Goes to a step; with `connections` to the connections page of the step Data. */
  go(step: StepName, connections?: boolean): void
  readonly connections: boolean
  readonly document?: JobDocument
  setDocument(document: JobDocument | undefined): void
  /** Changes the job and marks it unsaved. */
  changeJob(change: (job: Job) => Job): void
  readonly data?: OpenedData
  setData(data: OpenedData | undefined): void
  /** The run that the result page shows. */
  readonly runId?: string
  setRunId(id: string | undefined): void
  /** Part of the result; the summary if absent. */
  readonly part?: string
  /** Also selects the run. */
  setPart(part: string | undefined, run?: string): void
  /** Shows a message at the top of the page until it is closed. */
  tell(message: Message | undefined): void
  readonly message?: Message
}

export interface Message {
  readonly kind: 'error' | 'warning' | 'good' | 'note'
  readonly text: string
}

const StudioContext = createContext<Studio | undefined>(undefined)

export function useStudio(): Studio {
  const studio = useContext(StudioContext)
  if (studio === undefined) throw new Error('useStudio outside of the studio')
  return studio
}

/** Runs an action and shows its error; resolves to whether it succeeded. */
export function useTelling(): (work: () => Promise<void>) => Promise<boolean> {
  const { tell } = useStudio()
  return useCallback(
    async (work) => {
      try {
        await work()
        return true
      } catch (error) {
        tell({ kind: 'error', text: (error as Error).message })
        return false
      }
    },
    [tell],
  )
}

export function StudioProvider(props: {
  facts: StudioFacts
  records: Records
  /** State from before a reload. */
  held: HeldState | undefined
  children: ReactNode
}): ReactNode {
  const { facts, records, held, children } = props
  const { place, go: goTo, setRunId, setPart } = usePlace(firstPlace(held))
  const { step, runId, part, connections = false } = place
  const [document, setDocument] = useState(held?.document)
  const [data, setData] = useState(held?.data)
  const [message, tell] = useState<Message | undefined>(lostPlace)
  const go = useCallback(
    (next: StepName, open?: boolean) => {
      goTo(next, open)
      tell(undefined)
    },
    [goTo],
  )
  useEffect(() => {
    if (message?.kind !== 'good') return
    const timer = setTimeout(() => tell(undefined), GOOD_NEWS)
    return () => clearTimeout(timer)
  }, [message])
  const changeJob = useCallback((change: (job: Job) => Job) => {
    setDocument((current) =>
      current === undefined ? current : { ...current, job: change(current.job), saved: false, changed: true },
    )
  }, [])
  const studio = useMemo<Studio>(
    () => ({
      facts,
      records,
      step,
      go,
      connections,
      setDocument,
      changeJob,
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
    [facts, records, step, go, connections, document, changeJob, data, runId, setRunId, part, setPart, message],
  )
  return <StudioContext.Provider value={studio}>{children}</StudioContext.Provider>
}

/** Milliseconds. */
const GOOD_NEWS = 6000

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
