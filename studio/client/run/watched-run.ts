/** The run that the page watches and those queued behind it; outside of React, so that it survives page changes. */
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

/** Milliseconds between redraws: a busy machine sends events in bursts. */
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

/** Changes only when a run begins or ends. */
export function useIsBusy(): boolean {
  return useSyncExternalStore(subscribe, () => state !== undefined && isUnderWay(state))
}

export function useWatchedStatus(): string {
  return useSyncExternalStore(subscribe, () => `${state?.id} ${state?.status}`)
}

export function useWaitingRuns(): readonly RunSummary[] {
  return useSyncExternalStore(subscribe, () => waiting)
}

/** Watches a run now, or after the current one. */
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

/** Finds the current or last run, after a reload or when it was started elsewhere. */
export async function findLatestRun(): Promise<void> {
  const runs = await get<readonly RunSummary[]>('run').catch(() => [])
  waiting = runs.filter(({ status }) => status === 'waiting')
  changed()
  const latest = runs.find((run) => isUnderWay(run)) ?? runs.at(-1)
  if (latest !== undefined && state?.id !== latest.id) watchRun(latest.id)
}
