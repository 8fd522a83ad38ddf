/** From a file to the job and the data that all steps share: open from the folder, or keep a dropped file and open that. */
import { useCallback, useEffect, useState } from 'react'
import type { Connection } from '../../server/connections/api.ts'
import type { FolderFile, OpenAnswer, OpenRequest, ProposeAnswer, Reading } from '../../server/data/api.ts'
import { holdTree, treeFile } from '../hierarchies/tree-store.ts'
import { changed } from '../job/change.ts'
import { useJobs } from '../job/use-jobs.ts'
import { get, post, RequestError, upload } from '../shell/request.ts'
import { type OpenedData, useStudio } from '../shell/studio.tsx'
import { useAnswer } from '../shell/use-answer.ts'

export interface Opening {
  /** What is under way, for people. */
  readonly busy?: { readonly label: string; readonly share?: number }
  /** A data file that could not be opened, to be tried again in another way. */
  readonly failed?: Failed
  open(file: Pick<FolderFile, 'path' | 'kind'>, reading?: Reading): Promise<void>
  take(file: File, reading?: Reading): Promise<void>
  /** Opens a table of a database. */
  connect(connection: Connection): Promise<void>
}

interface Failed {
  readonly name: string
  readonly reading: Reading
  again(reading: Reading): void
}

/** What `halftone init` would propose for the data, with reasons; also where a job says otherwise. Without it the page still shows roles. */
export function useProposal(data: OpenedData | undefined): ProposeAnswer | undefined {
  return useAnswer<ProposeAnswer>(data && `data/${data.id}/propose`, ASKED).answer
}

const ASKED = {}

/** Keys of a job that say how a file is read. */
const READING_KEYS = ['format', 'sheet', 'header', 'delimiter', 'quote', 'skip', 'encoding'].map((key) => `data.${key}`)

export function useOpening(): Opening {
  const { setDocument, setData, setRunId, go, tell } = useStudio()
  const jobs = useJobs()
  const [busy, setBusy] = useState<Opening['busy']>()
  const [failed, setFailed] = useState<Pick<Failed, 'name' | 'reading'> & { readonly source: string | File }>()

  /** Where the remedy is a key that says how a file is read, the person can set it and try again. */
  const fail = useCallback(
    (error: unknown, source: string | File, reading: Reading) => {
      const { message } = error as Error
      tell({ kind: 'error', text: message })
      const name = typeof source === 'string' ? source : source.name
      if (error instanceof RequestError && READING_KEYS.includes(error.path ?? '')) setFailed({ name, reading, source })
    },
    [tell],
  )

  /** Opens a data file with the job that is proposed for it. */
  const begin = useCallback(
    async (wanted: OpenRequest) => {
      const data = await post<OpenAnswer>('data/open', wanted)
      const { job, base, trees } = await post<ProposeAnswer>(`data/${data.id}/propose`)
      for (const { path: file, tree } of trees) holdTree(treeFile(base, file), tree, false)
      // What the person has said of numbers and missing values stands before what is proposed.
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
        // What could not be opened is not kept by the server: another try takes the file in again.
        fail(error, file, reading)
      } finally {
        setBusy(undefined)
      }
    },
    [begin, fail, tell],
  )
  const connect = useCallback(
    async (connection: Connection) => {
      setBusy({ label: `Counting ${connection.table ?? connection.path ?? 'the rows of the query'} …` })
      setFailed(undefined)
      try {
        await begin({ connection })
        go('data')
      } catch (error) {
        tell({ kind: 'error', text: (error as Error).message })
      } finally {
        setBusy(undefined)
      }
    },
    [begin, go, tell],
  )
  const again = (reading: Reading): void => {
    const { source } = failed ?? {}
    if (typeof source === 'string') void open({ path: source, kind: 'data' }, reading)
    else if (source !== undefined) void take(source, reading)
  }
  return { open, take, connect, busy, failed: failed === undefined ? undefined : { ...failed, again } }
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
