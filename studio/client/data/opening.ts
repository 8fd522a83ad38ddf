/** Opens data from the folder or an upload, and sets the job and data shared by all steps. */
import { useCallback, useEffect, useState } from 'react'
import type { FolderFile, OpenAnswer, OpenRequest, ProposeAnswer, Reading } from '../../server/data/api.ts'
import { holdTree, treeFile } from '../hierarchies/tree-store.ts'
import { changed } from '../job/change.ts'
import { useJobs } from '../job/use-jobs.ts'
import { get, post, RequestError, upload } from '../shell/request.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { type OpenedData, useStudio } from '../shell/use-studio.ts'

export interface Opening {
  readonly busy?: { readonly label: string; readonly share?: number }
  /** A data file that could not be opened, offered again with other reading settings. */
  readonly failed?: Failed
  open(file: Pick<FolderFile, 'path' | 'kind'>, reading?: Reading): Promise<void>
  take(file: File, reading?: Reading): Promise<void>
}

interface Failed {
  readonly name: string
  readonly reading: Reading
  again(reading: Reading): void
}

/** The proposal of `halftone init` for the data, with reasons. The page works without it. */
export function useProposal(data: OpenedData | undefined): ProposeAnswer | undefined {
  return useAnswer<ProposeAnswer>(data && `data/${data.id}/propose`, ASKED).answer
}

const ASKED = {}

const READING_KEYS = ['format', 'sheet', 'header', 'delimiter', 'quote', 'skip', 'encoding'].map((key) => `data.${key}`)

export function useOpening(): Opening {
  const { setDocument, setData, setRunId, tell } = useStudio()
  const jobs = useJobs()
  const [busy, setBusy] = useState<Opening['busy']>()
  const [failed, setFailed] = useState<Pick<Failed, 'name' | 'reading'> & { readonly source: string | File }>()

  /** If the remedy is a key that says how to read a file, the user can set it and try again. */
  const fail = useCallback(
    (error: unknown, source: string | File, reading: Reading) => {
      const { message } = error as Error
      tell({ kind: 'error', text: message })
      const name = typeof source === 'string' ? source : source.name
      if (error instanceof RequestError && READING_KEYS.includes(error.path ?? '')) setFailed({ name, reading, source })
    },
    [tell],
  )

  const begin = useCallback(
    async (wanted: OpenRequest) => {
      const data = await post<OpenAnswer>('data/open', wanted)
      const { job, base, trees } = await post<ProposeAnswer>(`data/${data.id}/propose`)
      for (const { path: file, tree } of trees) holdTree(treeFile(base, file), tree, false)
      // The user's number format and missing values take precedence over the proposal.
      const { decimal = job.data.decimal, 'missing-values': missing = job.data['missing-values'] } =
        ('reading' in wanted ? wanted.reading : undefined) ?? {}
      const read = { ...job, data: changed(job.data, { decimal, 'missing-values': missing }) }
      setDocument({ job: read, base, saved: false })
      setData(data)
      setRunId(undefined)
      tell(undefined)
    },
    [setDocument, setData, setRunId, tell],
  )

  const open = useCallback(
    async ({ path, kind }: Pick<FolderFile, 'path' | 'kind'>, reading: Reading = {}) => {
      setBusy({ label: `Reading ${path} …` })
      setFailed(undefined)
      try {
        if (kind === 'job') await jobs.open(path)
        else await begin({ path, reading })
      } catch (error) {
        if (kind === 'job') tell({ kind: 'error', text: (error as Error).message })
        else fail(error, path, reading)
      } finally {
        setBusy(undefined)
      }
    },
    [jobs.open, begin, fail, tell],
  )

  const take = useCallback(
    async (file: File, reading: Reading = {}) => {
      if (/\.ya?ml$/i.test(file.name)) {
        const remedy = 'put the file into the folder of the studio and open it from the list'
        tell({ kind: 'error', text: `the paths of the job ${file.name} start at its own folder; ${remedy}` })
        return
      }
      setBusy({ label: `Taking ${file.name} in …`, share: 0 })
      setFailed(undefined)
      try {
        const query = `data/upload?name=${encodeURIComponent(file.name)}`
        const { path } = await upload<{ path: string }>(query, file, (share) =>
          setBusy({ label: `Taking ${file.name} in …`, share }),
        )
        setBusy({ label: `Reading ${file.name} …` })
        await begin({ path, reading })
      } catch (error) {
        // The server discards uploads that fail to open: another try uploads the file again.
        fail(error, file, reading)
      } finally {
        setBusy(undefined)
      }
    },
    [begin, fail, tell],
  )
  const again = (reading: Reading): void => {
    const { source } = failed ?? {}
    if (typeof source === 'string') void open({ path: source, kind: 'data' }, reading)
    else if (source !== undefined) void take(source, reading)
  }
  return { open, take, busy, failed: failed === undefined ? undefined : { ...failed, again } }
}

let begun = false

/** Opens the file named on the command line, once. */
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
