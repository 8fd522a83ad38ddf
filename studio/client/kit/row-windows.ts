/** Fetches rows in chunks as they come into view and drops those far away: the page holds a few thousand at most. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { RowWindow } from '../../server/data/api.ts'

export interface RowWindows {
  readonly rows: number
  row(number: number): readonly (string | null)[] | undefined
  /** Its number in the file, from 0. */
  place(number: number): number | undefined
  need(from: number, to: number): void
  readonly error?: string
}

const CHUNK = 100
const MOST_CHUNKS = 40

/** `source` names the table: when it changes, all chunks are dropped. */
export function useRowWindows(
  source: string,
  /** Until the first answer says how many are in view. */
  rows: number,
  fetchRows: (from: number, count: number, signal: AbortSignal) => Promise<RowWindow>,
): RowWindows {
  const [version, setVersion] = useState(0)
  const [error, setError] = useState<string>()
  const [seen, setSeen] = useState<{ readonly source: string; readonly rows: number }>()
  const fetcher = useRef(fetchRows)
  fetcher.current = fetchRows
  const held = useRef(new Map<number, RowWindow>())
  const asked = useRef(new Map<number, AbortController>())
  const owner = useRef(source)
  if (owner.current !== source) {
    owner.current = source
    held.current = new Map()
    for (const controller of asked.current.values()) controller.abort()
    asked.current = new Map()
  }
  useEffect(
    () => () => {
      for (const controller of asked.current.values()) controller.abort()
      asked.current = new Map()
    },
    [],
  )
  const need = useCallback(
    (from: number, to: number) => {
      const first = Math.floor(from / CHUNK)
      const last = Math.floor(Math.max(from, Math.min(to, rows - 1)) / CHUNK)
      for (const [chunk, controller] of asked.current) {
        if (chunk >= first - 1 && chunk <= last + 1) continue
        controller.abort()
        asked.current.delete(chunk)
      }
      for (let chunk = first; chunk <= last; chunk++) {
        if (held.current.has(chunk) || asked.current.has(chunk)) continue
        const controller = new AbortController()
        const chunks = held.current
        asked.current.set(chunk, controller)
        fetcher
          .current(chunk * CHUNK, CHUNK, controller.signal)
          .then((window) => {
            chunks.set(chunk, window)
            setSeen({ source, rows: window.of })
            forgetFarFrom(chunks, chunk)
            setError(undefined)
            setVersion((number) => number + 1)
          })
          .catch((reason: Error) => {
            if (!controller.signal.aborted) setError(reason.message)
          })
          .finally(() => {
            if (asked.current.get(chunk) === controller) asked.current.delete(chunk)
          })
      }
    },
    [rows, source],
  )
  // A new object whenever rows have come, so that grids draw again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: version and source stand for what is held
  return useMemo(() => {
    const chunk = (number: number) => held.current.get(Math.floor(number / CHUNK))
    return {
      rows: seen?.source === source ? seen.rows : rows,
      row: (number) => chunk(number)?.rows[number % CHUNK],
      place: (number) => chunk(number)?.places[number % CHUNK],
      need,
      error,
    }
  }, [rows, need, error, version, source, seen])
}

function forgetFarFrom(held: Map<number, unknown>, chunk: number): void {
  if (held.size <= MOST_CHUNKS) return
  const [farthest] = [...held.keys()].sort((a, b) => Math.abs(b - chunk) - Math.abs(a - chunk))
  held.delete(farthest)
}
