/** Opens and saves job files. */
import { useCallback } from 'react'
import type { OpenAnswer } from '../../server/data/api.ts'
import type { OpenedJob } from '../../server/job/api.ts'
import { forgetTrees, saveTrees } from '../hierarchies/tree-store.ts'
import { post, RequestError } from '../shell/request.ts'
import { useStudio } from '../shell/use-studio.ts'

export interface Jobs {
  /** Opens a job file and its data. Throws if the job cannot be opened; errors of the data are only shown. */
  open(path: string): Promise<void>
  /** Saves the document. Unless it may replace the file, returns why the one on the disk would be lost. */
  save(path: string, replace?: boolean): Promise<{ readonly inTheWay?: string }>
}

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
    async (path: string, replace = false) => {
      if (document === undefined) return {}
      const { job, base, file } = document
      await saveTrees(document)
      const isSame = path === file
      const read = isSame && !replace ? document.read : undefined
      try {
        const saved = await post<OpenedJob>('job/save', { job, base, path, force: replace || isSame, read })
        setDocument({ ...saved, read: saved.job, saved: true })
        tell({ kind: 'good', text: `saved as ${saved.file}` })
        return {}
      } catch (error) {
        if (error instanceof RequestError && error.kind === 'OutputExists') return { inTheWay: error.message }
        throw error
      }
    },
    [document, setDocument, tell],
  )
  return { open, save }
}
