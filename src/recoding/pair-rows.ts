/**
 * Which row of a release was made from which row of its source, found by the private recoding and not by the order: each source row in the
 * release's terms is looked for among the released rows, as it is or suppressed. Rows that look alike in the release are interchangeable.
 */
import { SUPPRESSED_LABEL } from '../hierarchy/hierarchy.ts'

type Rows = readonly (readonly string[])[]

/**
 * The place in `released` of each row of `recoded` (source rows with the labels of the recoding, quasi-identifiers first, `recodedColumns` of
 * them); −1 for rows that the release leaves out. Undefined where a released row comes from nowhere: then it is not of this source.
 */
export function pairRows(recoded: Rows, released: Rows, recodedColumns: number): Int32Array | undefined {
  const waiting = new Map<string, number[]>()
  released.forEach((row, place) => {
    const key = JSON.stringify(row)
    const same = waiting.get(key)
    if (same === undefined) waiting.set(key, [place])
    else same.push(place)
  })
  // From the end, so that rows that look alike keep their order.
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
