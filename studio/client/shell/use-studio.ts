/** The state that all steps share. */
import { createContext, useCallback, useContext } from 'react'
import type { Job } from '../../../src/table/job-schema.ts'
import type { Records, StudioFacts } from '../../server/api.ts'
import type { OpenAnswer } from '../../server/data/api.ts'
import type { Steps, Undoing } from '../kit/steps.tsx'
import type { Place } from './address.ts'
import type { StepName } from './step-names.ts'

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

export interface Studio extends Place {
  readonly facts: StudioFacts
  readonly records: Records
  go(step: StepName): void
  readonly document?: JobDocument
  setDocument(document: JobDocument | undefined): void
  /** Changes the job and marks it unsaved. */
  changeJob(change: (job: Job) => Job): void
  /** Goes on with a draft: its job and its steps. */
  restore(steps: Steps<JobDocument | undefined>): void
  /** Takes the last change of the job back, or makes it again. */
  readonly undoing: Undoing
  readonly data?: OpenedData
  setData(data: OpenedData | undefined): void
  setRunId(id: string | undefined): void
  setPart(part: string | undefined, run?: string): void
  /** Shows a message at the top of the page until it is closed. */
  tell(message: Message | undefined): void
  readonly message?: Message
}

export interface Message {
  readonly kind: 'error' | 'warning' | 'good' | 'note'
  readonly text: string
  readonly action?: { readonly title: string; act(): void }
}

export const StudioContext = createContext<Studio | undefined>(undefined)

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
