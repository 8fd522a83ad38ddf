/**
 * What all steps share: the job being written, the data it is about, the last run, and where the person is. The job is the same
 * document as a job file; steps change it with `changeJob`, and whatever they compute is asked of the server.
 */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import type { Job } from '../../../src/table/job-schema.ts'
import type { Records, StudioFacts } from '../../server/api.ts'
import type { OpenAnswer } from '../../server/data/api.ts'
import { placeOf } from './address.ts'
import type { HeldState } from './over-reload.ts'
import type { StepName } from './step-names.ts'
import { usePlace } from './use-place.ts'

export type { StepName } from './step-names.ts'

/** A job with where its paths start: the folder of its file, relative to the studio's. */
export interface JobDocument {
  readonly job: Job
  readonly base: string
  /** Its file, relative to the studio's folder; absent until it is saved. */
  readonly file?: string
  /** The job as it was read from the file: what a save is held against. */
  readonly read?: Job
  /** Whether the file has what the page has. */
  readonly saved: boolean
  /** Whether a person has changed it since it was opened, proposed or saved. */
  readonly changed?: boolean
}

/** Data that the server has opened for this page. */
export type OpenedData = OpenAnswer

export interface Studio {
  readonly facts: StudioFacts
  readonly records: Records
  readonly step: StepName
  /** To a step; of the step Data also to its page of connections. */
  go(step: StepName, connections?: boolean): void
  readonly connections: boolean
  readonly document?: JobDocument
  setDocument(document: JobDocument | undefined): void
  /** Changes the job; it counts as not saved then. */
  changeJob(change: (job: Job) => Job): void
  readonly data?: OpenedData
  setData(data: OpenedData | undefined): void
  /** The run that the result page shows. */
  readonly runId?: string
  setRunId(id: string | undefined): void
  /** The part of the result that is looked at; its summary when absent. */
  readonly part?: string
  /** Whoever looks at a part has chosen its run. */
  setPart(part: string | undefined, run?: string): void
  /** Tells an error, or anything else, at the top of the page until it is put away. */
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

/** Runs work and tells its error; answers whether it went well. */
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
  /** What to begin with: what was there before the page was loaded anew. */
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
    setDocument((own) => (own === undefined ? own : { ...own, job: change(own.job), saved: false, changed: true }))
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

/** Milliseconds that good news stays. */
const GOOD_NEWS = 6000

/** What the address says; the bare address of the studio leads where the tab was before. */
function firstPlace(held: HeldState | undefined): { step: StepName; runId?: string | undefined; part?: string } {
  const place = placeOf(location.pathname) ?? { step: 'data' }
  const bare = /^\/[^/]*\/?$/.test(location.pathname)
  return { ...place, step: bare ? (held?.step ?? 'data') : place.step, runId: place.runId ?? held?.runId }
}

function lostPlace(): Message | undefined {
  const path = location.pathname.replace(/^\/[^/]+/, '')
  if (placeOf(location.pathname) !== undefined) return undefined
  return { kind: 'warning', text: `The studio has no page ${path}. This is its first step.` }
}
