/** Runs of this session and the live state of one of them. */
import { useCallback, useEffect, useState } from 'react'
import { isUnderWay, type RunRequest, type RunState, type RunSummary } from '../../server/run/api.ts'
import { get, listen, post } from '../shell/request.ts'
import { useStudio } from '../shell/use-studio.ts'

/** All runs of the session, after the releases that were there before; fetched again when `key` changes. */
export function useRuns(key: unknown): readonly RunSummary[] | undefined {
  const { tell } = useStudio()
  const [runs, setRuns] = useState<readonly RunSummary[]>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when to ask again
  useEffect(() => {
    Promise.all([get<readonly RunSummary[]>('run/earlier'), get<readonly RunSummary[]>('run')]).then(
      ([earlier, current]) => setRuns([...earlier.toReversed(), ...current]),
      (error: Error) => tell({ kind: 'error', text: error.message }),
    )
  }, [key, tell])
  return runs
}

/** The state of a run, updated until it ends. */
export function useRunState(id: string | undefined): RunState | undefined {
  const [state, setState] = useState<RunState>()
  useEffect(() => {
    setState(undefined)
    if (id === undefined) return
    const { close } = listen<RunState>(`run/${id}/events`, setState)
    return close
  }, [id])
  return state?.id === id ? state : undefined
}

/** Starts a run and shows it on this page. */
export function useStartRun(): (request: RunRequest) => Promise<string> {
  const { setRunId } = useStudio()
  return useCallback(
    async (request) => {
      const { id } = await post<{ id: string }>('run', request)
      setRunId(id)
      return id
    },
    [setRunId],
  )
}

export function isOver(run: Pick<RunState, 'status'>): boolean {
  return !isUnderWay(run)
}
