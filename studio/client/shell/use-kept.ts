/** State that outlives its page: a step is taken apart when the person goes to another, and should be as they left it when they come back. */
import { useCallback, useState } from 'react'

const kept = new Map<string, unknown>()

export function useKept<T>(key: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => (kept.has(key) ? (kept.get(key) as T) : initial))
  // The same function every time: effects that name it must not begin anew with every value.
  const keep = useCallback(
    (next: T) => {
      kept.set(key, next)
      setValue(next)
    },
    [key],
  )
  return [value, keep]
}

export function allKept(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(kept)
}

export function keepAll(entries: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(entries)) kept.set(key, value)
}
