/** The run that the page watches: one at a time, kept apart from the pages so that it goes on while the person looks elsewhere. */
import { useSyncExternalStore } from 'react'
import type { RunState, RunSummary } from '../../server/run/api.ts'
import { get, listen } from '../shell/request.ts'

let state: RunState | undefined
let stream: { close(): void } | undefined
const listeners = new Set<() => void>()

export function useWatchedRun(): RunState | undefined {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
    () => state,
  )
}

export function watchRun(id: string): void {
  stream?.close()
  stream = listen<RunState>(
    `run/${id}/events`,
    (next) => {
      state = next
      for (const tell of listeners) tell()
      if (!isUnderWay(next)) stream?.close()
    },
    () => {},
  )
}

/** After the page was loaded anew, or a run was started elsewhere. */
export async function findLatestRun(): Promise<void> {
  const runs = await get<readonly RunSummary[]>('run').catch(() => [])
  const latest = runs.at(-1)
  if (latest !== undefined && state?.id !== latest.id) watchRun(latest.id)
}

export function isUnderWay({ status }: Pick<RunState, 'status'>): boolean {
  return status === 'running' || status === 'paused'
}
