/**
 * Pairs the rows of a release with their source rows through the private recoding, independent of order. Looks up each
 * recoded source row among the released rows, unchanged or suppressed; equal rows are interchangeable.
 */
import { SUPPRESSED_LABEL } from '../hierarchy/hierarchy.ts'

type Rows = readonly (readonly string[])[]

/**
 * Returns the index in `released` of each row of `recoded` (source rows with recoded labels, the `recodedColumns`
 * quasi-identifiers first), −1 for rows that were left out. Undefined if a released row matches no source row.
 */
export function pairRows(recoded: Rows, released: Rows, recodedColumns: number): Int32Array | undefined {
  const waiting = new Map<string, number[]>()
  released.forEach((row, place) => {
    const key = JSON.stringify(row)
    const same = waiting.get(key)
    if (same === undefined) waiting.set(key, [place])
    else same.push(place)
  })
  // Reversed, so that `pop` keeps the order of equal rows.
  for (const places of waiting.values()) places.reverse()
  const stars = Array<string>(recodedColumns).fill(SUPPRESSED_LABEL)
  const found = Int32Array.from(recoded, (row) => {
    const own = waiting.get(JSON.stringify(row))?.pop()
    if (own !== undefined) return own
    return waiting.get(JSON.stringify([...stars, ...row.slice(recodedColumns)]))?.pop() ?? -1
  })
  for (const places of waiting.values()) if (places.length > 0) return undefined
  return found
}
