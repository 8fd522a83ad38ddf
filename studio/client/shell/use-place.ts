/** Keeps the place in sync with the address. */
import { useCallback, useEffect, useState } from 'react'
import { type Place, parsePlace, placePath } from './address.ts'

/** The last open part of a result, and the runs shown before, which open where they were left. */
let lastPart: string | undefined
const seen = new Set<string>()

export interface Places {
  readonly place: Place
  go(step: Place['step']): void
  setRunId(id: string | undefined): void
  setPart(part: string | undefined, run?: string): void
}

export function usePlace(first: Place): Places {
  const [place, setPlace] = useState(first)
  const path = placePath(place)
  useEffect(() => {
    const { pathname } = location
    if (pathname === path) return
    // A more precise address replaces the history entry.
    if (path.startsWith(pathname) || parsePlace(pathname) === undefined) history.replaceState(null, '', path)
    else history.pushState(null, '', path)
  }, [path])
  useEffect(() => {
    const follow = () => {
      const to = parsePlace(location.pathname)
      if (to !== undefined) setPlace((current) => ({ ...to, runId: to.step === 'result' ? to.runId : current.runId }))
    }
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])
  const go = useCallback((step: Place['step']) => setPlace((current) => ({ ...current, step })), [])
  const setRunId = useCallback((runId: string | undefined) => {
    const part = runId !== undefined && seen.has(runId) ? lastPart : undefined
    if (runId !== undefined) seen.add(runId)
    setPlace((current) => (current.runId === runId ? current : { ...current, runId, part }))
  }, [])
  const setPart = useCallback((part: string | undefined, run?: string) => {
    lastPart = part
    if (run !== undefined) seen.add(run)
    setPlace((current) => ({ ...current, part, runId: run ?? current.runId }))
  }, [])
  return { place, go, setRunId, setPart }
}
