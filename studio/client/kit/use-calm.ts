/** How long a change waits for the next one before something is asked: not at all where nothing was asked before, so that a page that opens has its answer at once. */
import { useCallback, useRef } from 'react'

export function useCalm(milliseconds: number): () => number {
  const asked = useRef(false)
  return useCallback(() => {
    const wait = asked.current ? milliseconds : 0
    asked.current = true
    return wait
  }, [milliseconds])
}
