/** Candidates left for someone who knows the class of a person and some of their items. */

/** Rows of each group, and their items in ascending order. */
export interface KnownGroups {
  readonly groups: Iterable<ArrayLike<number>>
  readonly items: (row: number) => readonly number[]
}

export type CandidatesLeft = ReturnType<typeof candidatesLeft>

/**
 * Counts every set of `knows` items of a person, or of all items if there are fewer. `alone` and `below`: the mean over
 * people with items of the share of their sets with one candidate, and with fewer than k. Cost: C(items, knows) each.
 */
export function candidatesLeft({ groups, items }: KnownGroups, knows: number, k: number) {
  let [people, alone, below] = [0, 0, 0]
  for (const rows of groups) {
    const supports = new Map<string, number>()
    const known: string[][] = []
    for (let i = 0; i < rows.length; i++) {
      const rowItems = items(rows[i])
      // Smaller sets are counted for people who have no more items.
      for (let size = 1; size <= Math.min(knows, rowItems.length); size++)
        for (const set of subsets(rowItems, size)) supports.set(set, (supports.get(set) ?? 0) + 1)
      if (rowItems.length > 0) known.push(subsets(rowItems, Math.min(knows, rowItems.length)))
    }
    for (const sets of known) {
      people++
      alone += sets.filter((set) => supports.get(set) === 1).length / sets.length
      below += sets.filter((set) => (supports.get(set) as number) < k).length / sets.length
    }
  }
  const share = (sum: number) => (people === 0 ? 0 : sum / people)
  return { people, alone: share(alone), below: share(below) }
}

function subsets(items: readonly number[], size: number, from = 0, prefix = ''): string[] {
  if (size === 0) return [prefix]
  const sets: string[] = []
  for (let i = from; i <= items.length - size; i++)
    sets.push(...subsets(items, size - 1, i + 1, `${prefix} ${items[i]}`))
  return sets
}
