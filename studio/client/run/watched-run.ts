/**
 * The run that the page watches, and those that wait behind it: kept outside of the pages, so that it goes on while the person looks
 * elsewhere.
 */
import { useSyncExternalStore } from 'react'
import { isUnderWay, type RunState, type RunSummary } from '../../server/run/api.ts'
import { get, listen } from '../shell/request.ts'

export { isUnderWay } from '../../server/run/api.ts'

let state: RunState | undefined
let waiting: readonly RunSummary[] = []
let stream: { close(): void } | undefined
const listeners = new Set<() => void>()

function changed(): void {
  for (const tell of listeners) tell()
}

/** Milliseconds between two pictures of the same run: a busy machine sends its events in bursts, and each would be drawn at once. */
const BETWEEN = 50
let isPlanned = false

function changedSoon(): void {
  if (isPlanned) return
  isPlanned = true
  setTimeout(() => {
    isPlanned = false
    changed()
  }, BETWEEN)
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

export function useWatchedRun(): RunState | undefined {
  return useSyncExternalStore(subscribe, () => state)
}

/** Whether a run is under way; changes only when it begins and ends. */
export function useIsBusy(): boolean {
  return useSyncExternalStore(subscribe, () => state !== undefined && isUnderWay(state))
}

/** Its number and status, which change rarely. */
export function useWatchedStatus(): string {
  return useSyncExternalStore(subscribe, () => `${state?.id} ${state?.status}`)
}

/** Runs that wait for their turn, the next first. */
export function useWaitingRuns(): readonly RunSummary[] {
  return useSyncExternalStore(subscribe, () => waiting)
}

/** Watches a run from now on, or after the one that is under way. */
export function watchRun(id: string): void {
  if (state !== undefined && state.id !== id && isUnderWay(state)) {
    void findLatestRun()
    return
  }
  stream?.close()
  stream = listen<RunState>(`run/${id}/events`, (next) => {
    const isAnother = state?.id !== next.id || state.status !== next.status
    state = next
    if (isAnother) changed()
    else changedSoon()
    if (isUnderWay(next)) return
    stream?.close()
    if (waiting.length > 0) void findLatestRun()
  })
}

/** The run that is at work, or the last one: after the page was loaded anew, or where a run was started elsewhere. */
export async function findLatestRun(): Promise<void> {
  const runs = await get<readonly RunSummary[]>('run').catch(() => [])
  waiting = runs.filter(({ status }) => status === 'waiting')
  changed()
  const latest = runs.find((run) => isUnderWay(run)) ?? runs.at(-1)
  if (latest !== undefined && state?.id !== latest.id) watchRun(latest.id)
}
