/** Proposes a taxonomy: groups values by their first words (`Self-emp-*`), otherwise rare values by rarity. */
import { groupBy } from '../ground/maps.ts'
import { rootBeside, type TaxonomyNode } from './taxonomy/taxonomy.ts'

/** Shares of rows below which a value is rare; each group contains the next rarer one. */
const RARE = [0.005, 0.02, 0.05, 0.1]
const ENOUGH_VALUES = 5

export function proposeTaxonomy(values: readonly string[], counts?: ArrayLike<number>, rows = 0) {
  const order = Array.from(values.keys()).sort((a, b) => naturalCompare(values[a], values[b]))
  const sorted = order.map((place) => values[place])
  const taken = new Set(values)
  const root = rootBeside(taken)
  const byWords = groupsByWords(sorted, taken)
  const inGroups = byWords.reduce((sum, node) => sum + (node.children?.length ?? 0), 0)
  if (inGroups * 2 >= values.length || counts === undefined || values.length < ENOUGH_VALUES)
    return { root: { name: root, children: byWords }, grouped: inGroups > 0 ? 'words' : 'none' }
  const shares = order.map((place) => counts[place] / Math.max(1, rows))
  const byRarity = groupsByRarity(sorted, shares, taken)
  if (byRarity.length === values.length)
    return { root: { name: root, children: byWords }, grouped: inGroups > 0 ? 'words' : 'none' }
  return { root: { name: root, children: byRarity }, grouped: 'rare' }
}

function groupsByWords(sorted: readonly string[], values: ReadonlySet<string>): TaxonomyNode[] {
  const taken = new Set(values)
  const children: TaxonomyNode[] = []
  for (const alike of groupBy(sorted, firstWord).values()) {
    const leaves = alike.map((name): TaxonomyNode => ({ name }))
    const name = alike.length > 1 ? groupName(alike) : ''
    // A group of all values would repeat the root; a group named like a value would be ambiguous.
    if (name === '' || taken.has(name) || alike.length === sorted.length) children.push(...leaves)
    else {
      taken.add(name)
      children.push({ name, children: leaves })
    }
  }
  return children
}

function groupsByRarity(
  sorted: readonly string[],
  shares: readonly number[],
  values: ReadonlySet<string>,
): TaxonomyNode[] {
  let inner: TaxonomyNode[] = []
  let below = 0
  for (const limit of RARE) {
    const joining = sorted.flatMap((name, i): TaxonomyNode[] =>
      shares[i] >= below && shares[i] < limit ? [{ name }] : [],
    )
    below = limit
    const members = [...joining, ...inner]
    const name = `other (each under ${limit * 100}%)`
    const size = members.reduce((sum, node) => sum + countLeaves(node), 0)
    if (joining.length === 0 || size < 2 || size === sorted.length || values.has(name)) inner = members
    else inner = [{ name, children: members }]
  }
  const common = sorted.flatMap((name, i): TaxonomyNode[] => (shares[i] >= below ? [{ name }] : []))
  return [...common, ...inner]
}

function countLeaves({ children }: TaxonomyNode): number {
  return children === undefined ? 1 : children.reduce((sum, child) => sum + countLeaves(child), 0)
}

const WORD_END = /[\s\-_/.,:(]/

function firstWord(value: string): string {
  const end = value.search(WORD_END)
  const word = end < 0 ? value : value.slice(0, end)
  return end < 0 || !/\p{L}{2}/u.test(word) ? `\n${value}` : word
}

/** Returns the longest common prefix of whole words, plus a star: `Self-emp-*`; empty if too short. */
function groupName(values: readonly string[]): string {
  const common = commonBeginning(values)
  const ends = Array.from(common.matchAll(new RegExp(WORD_END, 'g')), (match) => match.index + 1)
  const end = ends.at(-1)
  return end === undefined ? '' : `${common.slice(0, end)}*`
}

function commonBeginning([first, ...others]: readonly string[]): string {
  let length = first.length
  for (const other of others) {
    let same = 0
    while (same < length && same < other.length && first[same] === other[same]) same++
    length = same
  }
  return first.slice(0, length)
}

/** Compares texts with their digits as numbers: `item 2` before `item 10`. Independent of the locale. */
export function naturalCompare(a: string, b: string): number {
  const partsOfA = a.match(/\d+|\D+/g) ?? []
  const partsOfB = b.match(/\d+|\D+/g) ?? []
  for (let i = 0; i < Math.min(partsOfA.length, partsOfB.length); i++) {
    const [left, right] = [partsOfA[i], partsOfB[i]]
    if (left === right) continue
    const difference = /^\d/.test(left) && /^\d/.test(right) ? Number(left) - Number(right) : 0
    if (difference !== 0) return difference
    return left < right ? -1 : 1
  }
  return partsOfA.length - partsOfB.length || (a < b ? -1 : a > b ? 1 : 0)
}
