/**
 * The rows of a table that a page looks at: fetched by windows as they come into sight, forgotten when they are far away. The page
 * never holds more than some thousand rows, however long the table is.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { RowWindow } from '../../server/data/api.ts'

export interface RowWindows {
  /** Rows of the whole table. */
  readonly rows: number
  /** Cells of a row, where they are there already. */
  row(number: number): readonly (string | null)[] | undefined
  /** Says which rows are in sight. */
  need(from: number, to: number): void
  /** Why the last window did not come. */
  readonly error?: string
}

const CHUNK = 100
/** Chunks that are kept: 4,000 rows. */
const MOST_CHUNKS = 40

/** `source` names the table: when it changes, everything fetched before is forgotten. */
export function useRowWindows(
  source: string,
  rows: number,
  fetchRows: (from: number, count: number, signal: AbortSignal) => Promise<RowWindow>,
): RowWindows {
  const [version, setVersion] = useState(0)
  const [error, setError] = useState<string>()
  const fetcher = useRef(fetchRows)
  fetcher.current = fetchRows
  const held = useRef(new Map<number, RowWindow['rows']>())
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
        // Scrolled past before it came.
        if (chunk >= first - 1 && chunk <= last + 1) continue
        controller.abort()
        asked.current.delete(chunk)
      }
      for (let chunk = first; chunk <= last; chunk++) {
        if (held.current.has(chunk) || asked.current.has(chunk)) continue
        const controller = new AbortController()
        const own = held.current
        asked.current.set(chunk, controller)
        fetcher
          .current(chunk * CHUNK, CHUNK, controller.signal)
          .then((window) => {
            own.set(chunk, window.rows)
            forgetFarFrom(own, chunk)
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
    [rows],
  )
  // A new object whenever rows have come, so that grids draw again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: version and source stand for what is held
  return useMemo(
    () => ({ rows, row: (number) => held.current.get(Math.floor(number / CHUNK))?.[number % CHUNK], need, error }),
    [rows, need, error, version, source],
  )
}

function forgetFarFrom(held: Map<number, unknown>, chunk: number): void {
  if (held.size <= MOST_CHUNKS) return
  const [farthest] = [...held.keys()].sort((a, b) => Math.abs(b - chunk) - Math.abs(a - chunk))
  held.delete(farthest)
}
