/** Announces the end of a run in the tab's title. */
import { useEffect, useRef, useState } from 'react'
import { isUnderWay, useWatchedRun } from './watched-run.ts'

/** A word for the title while the tab is hidden, after the watched run has ended. */
export function useEndedWord(): string | undefined {
  const run = useWatchedRun()
  const watched = useRef<string>(undefined)
  // A late answer may still say that the run is under way: announce each run once.
  const announced = useRef(new Set<string>())
  const [word, setWord] = useState<string>()
  useEffect(() => {
    if (run === undefined) return
    if (announced.current.has(run.id)) return
    if (isUnderWay(run)) watched.current = run.id
    else if (watched.current === run.id) {
      watched.current = undefined
      announced.current.add(run.id)
      if (!document.hidden) return
      setWord(`${run.status === 'published' ? '✓' : '!'} run ${run.id} ended`)
    }
  }, [run])
  useEffect(() => {
    const seen = () => document.hidden || setWord(undefined)
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [])
  return word
}
