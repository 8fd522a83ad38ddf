/** Opens and saves job files. */
import { useCallback } from 'react'
import type { Job } from '../../../src/table/job-schema.ts'
import type { OpenAnswer } from '../../server/data/api.ts'
import type { ConflictAnswer, OpenedJob } from '../../server/job/api.ts'
import { forgetTrees, saveTrees } from '../hierarchies/tree-store.ts'
import { post, RequestError } from '../shell/request.ts'
import { useStudio } from '../shell/studio.tsx'

export interface Jobs {
  /** Opens a job file and its data. Throws if the job cannot be opened; errors of the data are only shown. */
  open(path: string): Promise<void>
  /**
   * Saves the document; returns `exists` instead of replacing another file, unless forced. Pages use `useSaving`, which
   * asks.
   */
  save(path: string, force: boolean): Promise<Saved>
}

/** A conflict (both changed the same keys) is resolved by the user; `settle` saves the choice. */
export type Saved = 'saved' | 'exists' | { readonly conflict: ConflictAnswer; settle(job: Job): Promise<Saved> }

export function useJobs(): Jobs {
  const { document, setDocument, setData, setRunId, tell } = useStudio()
  const open = useCallback(
    async (path: string) => {
      const { job, base, file } = await post<OpenedJob>('job/open', { path })
      // Write the edited trees of the previous job, as when leaving the step.
      if (document !== undefined) await saveTrees(document).catch(() => {})
      forgetTrees()
      setDocument({ job, base, file, read: job, saved: true })
      setData(undefined)
      setRunId(undefined)
      tell(undefined)
      try {
        setData(await post<OpenAnswer>('data/open', { job, base }))
      } catch (error) {
        tell({ kind: 'error', text: (error as Error).message })
      }
    },
    [document, setDocument, setData, setRunId, tell],
  )
  const save = useCallback(
    async (path: string, force: boolean) => {
      if (document === undefined) return 'saved'
      const { base, file } = document
      await saveTrees(document)
      const write = async (job: Job, read: Job | undefined): Promise<Saved> => {
        try {
          const saved = await post<OpenedJob>('job/save', {
            job,
            base,
            path,
            force,
            read: path === file ? read : undefined,
          })
          setDocument({ job: saved.job, base: saved.base, file: saved.file, read: saved.job, saved: true })
          tell({ kind: 'good', text: `saved as ${saved.file}` })
          return 'saved'
        } catch (error) {
          if (!(error instanceof RequestError)) throw error
          if (error.kind === 'OutputExists') return 'exists'
          if (error.kind !== 'JobConflict') throw error
          const conflict = error.failure as ConflictAnswer
          return { conflict, settle: (chosen) => write(chosen, conflict.theirs) }
        }
      }
      return write(document.job, document.read)
    },
    [document, setDocument, tell],
  )
  return { open, save }
}
