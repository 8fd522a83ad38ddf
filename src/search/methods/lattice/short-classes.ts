/**
 * Rules out parts of the lattice by classes that are too small for a combination in them: where a value may have a
 * small share only, one row of it needs many others beside it (`fewestWith`). Classes only grow up to a part's coarsest
 * node: if one is too small there, so is each that contains the class of the part's finest node.
 * Cost: a count of both nodes unless remembered, and a pass over the combinations.
 */
import type { Classes } from '../../../frequency/classes.ts'
import type { FrequencyTable } from '../../../frequency/frequency-table.ts'
import { type ClassRule, smallestAllowedClass } from '../../../requirements/requirement.ts'
import type { Node } from '../../levels/ladder.ts'

/** If fewer combinations need more rows than the smallest class has, little is ruled out. */
const LEAST_SHARE = 0.02
/** Neighbouring parts share a node. */
const REMEMBERED = 8

/** Counts rows that are lost at every node from `low` to `high`, stopping above `most`. */
export function openShortClasses(
  requirements: readonly ClassRule[],
  table: FrequencyTable,
  most: number,
  count: (node: Node) => Classes,
) {
  const rules = requirements.flatMap((rule) => rule.fewestWith?.(table) ?? [])
  if (rules.length === 0) return undefined
  const smallest = smallestAllowedClass(requirements)
  const fewestWith = Float64Array.from(table.counts, (_, i) => Math.max(smallest, ...rules.map((each) => each[i])))
  const demanding = fewestWith.reduce((sum, fewest) => sum + (fewest > smallest ? 1 : 0), 0)
  if (demanding === 0 || demanding < LEAST_SHARE * table.combinations) return undefined
  const remembered = new Map<string, Pick<Classes, 'classIds' | 'sizes'>>()
  const short = { node: '', combinations: new Int32Array(table.combinations), count: 0 }

  function classesAt(node: Node) {
    const key = node.join()
    let found = remembered.get(key)
    if (found === undefined) {
      const { classIds, sizes, count: classes } = count(node)
      found = { classIds: classIds.slice(), sizes: sizes.slice(0, classes) }
      if (remembered.size === REMEMBERED) remembered.delete([...remembered.keys()][0])
    } else remembered.delete(key)
    remembered.set(key, found)
    return found
  }

  return (low: Node, high: Node): number => {
    if (short.node !== high.join()) {
      const { classIds, sizes } = classesAt(high)
      short.node = high.join()
      short.count = 0
      for (let i = 0; i < fewestWith.length; i++)
        if (fewestWith[i] > sizes[classIds[i]]) short.combinations[short.count++] = i
    }
    if (short.count === 0) return 0
    const { classIds, sizes } = classesAt(low)
    const isLost = new Uint8Array(sizes.length)
    let rows = 0
    for (let at = 0; at < short.count && rows <= most; at++) {
      const c = classIds[short.combinations[at]]
      if (isLost[c] === 0) rows += sizes[c]
      isLost[c] = 1
    }
    return rows
  }
}
