import type { Baskets } from '../../src/frequency/baskets.ts'
import { distinctItemsets, type Itemsets } from '../../src/frequency/itemset-list.ts'

/** Each distinct set of codes that a person got in one visit; codes that no basket holds are dropped. */
export function constraintsFromVisits(
  rows: Iterable<{ readonly person: string; readonly visit: string; readonly code: string }>,
  baskets: Baskets,
): Itemsets {
  const codeOf = new Map(baskets.items.map((label, code) => [label, code]))
  const visits = new Map<string, Set<number>>()
  for (const { person, visit, code } of rows) {
    const item = codeOf.get(code)
    if (item === undefined) continue
    const key = JSON.stringify([person, visit])
    const set = visits.get(key)
    if (set === undefined) visits.set(key, new Set([item]))
    else set.add(item)
  }
  return distinctItemsets([...visits.values()].map((set) => [...set]))
}
