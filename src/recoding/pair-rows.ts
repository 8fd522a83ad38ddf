/**
 * Pairs released rows with their source rows through the private recoding, independent of order; equal rows are
 * interchangeable.
 */
import { SUPPRESSED_LABEL } from '../hierarchy/hierarchy.ts'

type Rows = readonly (readonly string[])[]

/**
 * Returns the released index of each recoded source row, −1 if left out; undefined if a released row matches no source
 * row. The first `recodedColumns` columns are quasi-identifiers.
 */
export function pairRows(recoded: Rows, released: Rows, recodedColumns: number): Int32Array | undefined {
  const waiting = new Map<string, number[]>()
  released.forEach((row, place) => {
    const key = JSON.stringify(row)
    const same = waiting.get(key)
    if (same === undefined) waiting.set(key, [place])
    else same.push(place)
  })
  for (const places of waiting.values()) places.reverse()
  const stars = Array<string>(recodedColumns).fill(SUPPRESSED_LABEL)
  const found = Int32Array.from(recoded, (row) => {
    const place = waiting.get(JSON.stringify(row))?.pop()
    if (place !== undefined) return place
    return waiting.get(JSON.stringify([...stars, ...row.slice(recodedColumns)]))?.pop() ?? -1
  })
  for (const places of waiting.values()) if (places.length > 0) return undefined
  return found
}
