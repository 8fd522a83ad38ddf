/** State that survives leaving a page. */
import { useCallback, useState } from 'react'

const kept = new Map<string, unknown>()

export function useKept<T>(key: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => (kept.has(key) ? (kept.get(key) as T) : initial))
  // A stable function: effects that depend on it must not run with every value.
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
