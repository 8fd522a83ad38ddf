/**
 * Every figure that a run says of baskets, counted again from two texts: the lines of the source and of the release, one beside the other.
 * Formulas are those of Loukides et al. 2011, written out item by item; nothing of Halftone is used.
 */
export interface RecountedBaskets {
  readonly rows: Readonly<Record<string, number>>
  readonly metrics: Readonly<Record<string, number>>
  readonly risk: Readonly<Record<'before' | 'after', Readonly<Record<string, number>>>>
}

type Lines = readonly (readonly string[])[]

export const linesOf = (text: string): Lines =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' ').filter((part) => part !== ''))

/** `knows`: items that an attacker knows of somebody; `queries`: sets of items to be counted; `nodes`: what names of a tree stand for. */
export function recountBaskets(
  source: Lines,
  release: Lines,
  { knows, queries, nodes }: { knows: number; queries: Lines; nodes: Readonly<Record<string, string>> },
): RecountedBaskets {
  /** `a` stands for itself, `(a,b)` and a name of the tree for any of their items. */
  const itemsOf = (token: string): string[] => nodes[token]?.split('') ?? token.replace(/^\((.*)\)$/, '$1').split(',')
  const n = source.length
  const items = [...new Set(source.flat())]
  const tokens = [...new Set(release.flat())]
  const tokenOf = (item: string) => tokens.find((token) => itemsOf(token).includes(item))
  const suppressed = items.filter((item) => tokenOf(item) === undefined)
  const occurrences = (wanted: readonly string[]) => source.flat().filter((item) => wanted.includes(item)).length
  const support = (lines: Lines, set: readonly string[]) =>
    lines.filter((line) => set.every((part) => line.includes(part))).length

  const penalty = (item: string) => {
    const token = tokenOf(item)
    if (token === undefined) return 1
    return itemsOf(token).length === 1 ? 0 : itemsOf(token).length / items.length
  }
  const sets = (size: number) => 2 ** size - 1
  const loss =
    sum(tokens.map((token) => (sets(itemsOf(token).length) / sets(items.length)) * (support(release, [token]) / n))) +
    sum(suppressed.map((item) => support(source, [item]) / n))
  const error = (query: readonly string[]) => {
    const asked = new Map<string, number>()
    for (const item of query) asked.set(tokenOf(item) ?? '', (asked.get(tokenOf(item) ?? '') ?? 0) + 1)
    const chance = [...asked].map(
      ([token, count]) => 2 ** (itemsOf(token).length - count) / sets(itemsOf(token).length),
    )
    const estimate = asked.has('') ? 0 : support(release, [...asked.keys()]) * product(chance)
    const actual = support(source, query)
    return Math.abs(actual - estimate) / actual
  }
  const alike = new Map<string, number>()
  for (const line of release) alike.set([...line].sort().join(' '), (alike.get([...line].sort().join(' ')) ?? 0) + 1)
  return {
    rows: {
      read: n,
      released: release.length,
      occurrences: source.flat().length,
      items: items.length,
      tokens: tokens.length,
      suppressedItems: suppressed.length,
      suppressedOccurrences: occurrences(suppressed),
    },
    metrics: {
      NCP: sum(source.flat().map(penalty)) / source.flat().length,
      UL: Math.log2(loss),
      ARE: sum(queries.map(error)) / queries.length,
      'item-frequency-error': sum(items.map((item) => error([item]))) / items.length,
      'suppressed-items': suppressed.length / items.length,
      'DM-items': sum([...alike.values()].map((count) => count ** 2)) / n ** 2,
    },
    risk: { before: risks(source, knows, support), after: risks(release, knows, support) },
  }

  /** The largest chance of an attacker who knows up to so many parts of somebody's basket. */
  function risks(lines: Lines, most: number, supportOf: typeof support) {
    const known = lines.filter((line) => line.length > 0).map((line) => subsets(line, most))
    return {
      'smallest-support': Math.max(...known.flat().map((set) => 1 / supportOf(lines, set))),
    }
  }
}

/** Everybody is looked for alike, by each set of so many items of his basket alike: the mean of 1 / people who have them all, and how the numbers of these lie. */
export function recountAttacker(lines: Lines, knows: number) {
  const people = lines.filter((line) => line.length > 0)
  const trials = people.flatMap((line) => {
    const sets = subsets(line, knows).filter((set) => set.length === Math.min(knows, line.length))
    return sets.map((set) => ({
      candidates: lines.filter((other) => set.every((item) => other.includes(item))).length,
      share: 1 / sets.length / people.length,
    }))
  })
  const shareOf = (wanted: (candidates: number) => boolean) =>
    sum(trials.map(({ candidates, share }) => (wanted(candidates) ? share : 0)))
  return {
    fewest: Math.min(...trials.map(({ candidates }) => candidates)),
    success: sum(trials.map(({ candidates, share }) => share / candidates)),
    unique: shareOf((candidates) => candidates === 1),
    below: (number: number) => shareOf((candidates) => candidates < number),
  }
}

/** All sets of one to `most` of the parts. */
function subsets(parts: readonly string[], most: number): string[][] {
  if (most === 0) return []
  return parts.flatMap((part, i) => [
    [part],
    ...subsets(parts.slice(i + 1), most - 1).map((further) => [part, ...further]),
  ])
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const product = (values: readonly number[]): number => values.reduce((total, value) => total * value, 1)
