/** From a file to the job and the data that all steps share: open from the folder, or keep a dropped file and open that. */
import { useCallback, useEffect, useState } from 'react'
import type { FolderFile, OpenAnswer, ProposeAnswer } from '../../server/data/api.ts'
import { holdTree, treeFile } from '../hierarchies/tree-store.ts'
import { useJobs } from '../job/use-jobs.ts'
import { get, post, upload } from '../shell/request.ts'
import { type OpenedData, useStudio } from '../shell/studio.tsx'

export interface Opening {
  /** What is under way, for people. */
  readonly busy?: { readonly label: string; readonly share?: number }
  open(file: Pick<FolderFile, 'path' | 'kind'>): Promise<void>
  take(file: File): Promise<void>
}

/** Proposals by the id of the data, kept while the page lives: roles are shown with their reasons. */
const proposals = new Map<string, Promise<ProposeAnswer>>()

function proposalOf(id: string): Promise<ProposeAnswer> {
  const known = proposals.get(id) ?? post<ProposeAnswer>(`data/${id}/propose`)
  proposals.set(id, known)
  known.catch(() => proposals.delete(id))
  return known
}

/** What `halftone init` would propose for the data, with reasons; also where a job says otherwise. */
export function useProposal(data: OpenedData | undefined): ProposeAnswer | undefined {
  const [proposal, setProposal] = useState<{ id: string; answer: ProposeAnswer }>()
  const id = data?.id
  useEffect(() => {
    if (id === undefined) return
    let wanted = true
    // Without reasons the page still shows roles; opening has told what is wrong with the file.
    proposalOf(id).then(
      (answer) => wanted && setProposal({ id, answer }),
      () => {},
    )
    return () => {
      wanted = false
    }
  }, [id])
  return proposal !== undefined && proposal.id === id ? proposal.answer : undefined
}

export function useOpening(): Opening {
  const { setDocument, setData, setRunId, tell } = useStudio()
  const jobs = useJobs()
  const [busy, setBusy] = useState<Opening['busy']>()

  const open = useCallback(
    async ({ path, kind }: Pick<FolderFile, 'path' | 'kind'>) => {
      setBusy({ label: `Reading ${path} …` })
      try {
        if (kind === 'job') {
          await jobs.open(path)
          return
        }
        const data = await post<OpenAnswer>('data/open', { path })
        const { job, base, trees } = await proposalOf(data.id)
        for (const { path: file, tree } of trees) holdTree(treeFile(base, file), tree, false)
        const items = Object.values(job.columns).some(({ role }) => role === 'items')
        setDocument({ job, base, saved: false })
        setData({ ...data, kind: items ? 'items' : data.kind })
        setRunId(undefined)
        tell(undefined)
      } catch (error) {
        tell({ kind: 'error', text: (error as Error).message })
      } finally {
        setBusy(undefined)
      }
    },
    [jobs.open, setDocument, setData, setRunId, tell],
  )

  const take = useCallback(
    async (file: File) => {
      if (/\.ya?ml$/i.test(file.name)) {
        const remedy = 'put the file into the folder of the studio and open it from the list'
        tell({ kind: 'error', text: `the paths of the job ${file.name} start at its own folder; ${remedy}` })
        return
      }
      setBusy({ label: `Taking ${file.name} in …`, share: 0 })
      try {
        const query = `data/upload?name=${encodeURIComponent(file.name)}`
        const { path } = await upload<{ path: string }>(query, file, (share) =>
          setBusy({ label: `Taking ${file.name} in …`, share }),
        )
        await open({ path, kind: 'data' })
      } catch (error) {
        tell({ kind: 'error', text: (error as Error).message })
        setBusy(undefined)
      }
    },
    [open, tell],
  )
  return { open, take, ...(busy === undefined ? {} : { busy }) }
}

let begun = false

/** Opens what the studio was started with, once. */
export function useFirstFile({ open }: Opening): void {
  const { facts, document } = useStudio()
  const { first } = facts
  useEffect(() => {
    if (begun || first === undefined || document !== undefined) return
    begun = true
    void get<readonly FolderFile[]>('data/files')
      .catch(() => [])
      .then((files) => {
        const kind = files.find(({ path }) => path === first)?.kind ?? (/\.ya?ml$/i.test(first) ? 'job' : 'data')
        return open({ path: first, kind: kind === 'job' ? 'job' : 'data' })
      })
  }, [first, document, open])
}
