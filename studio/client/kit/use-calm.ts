/** Debounces changes; the first question is not delayed, so that a page that opens gets its answer at once. */
import { useCallback, useRef } from 'react'

export function useCalm(milliseconds: number): () => number {
  const asked = useRef(false)
  return useCallback(() => {
    const wait = asked.current ? milliseconds : 0
    asked.current = true
    return wait
  }, [milliseconds])
}
