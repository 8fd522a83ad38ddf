/**
 * A taxonomy to start from: a root over all values in alphabetical order, with groups only where values share their first words
 * (`Self-emp-inc` and `Self-emp-not-inc` under `Self-emp-*`). Anything cleverer would have to know what the words mean.
 */
import { naturalCompare } from './natural-order.ts'
import type { TaxonomyNode } from './taxonomy.ts'

/** The proposed tree, and whether it has groups. */
export function proposeTaxonomy(values: readonly string[]): { root: TaxonomyNode; grouped: boolean } {
  const sorted = [...values].sort(naturalCompare)
  const taken = new Set(values)
  const byFirstWord = new Map<string, string[]>()
  for (const value of sorted) {
    const word = firstWord(value)
    const alike = byFirstWord.get(word)
    if (alike === undefined) byFirstWord.set(word, [value])
    else alike.push(value)
  }
  let grouped = false
  const children: TaxonomyNode[] = []
  for (const alike of byFirstWord.values()) {
    const leaves = alike.map((name): TaxonomyNode => ({ name }))
    const name = alike.length > 1 ? groupName(alike) : ''
    // A group of all values would only repeat the root; a group named like a value would be ambiguous.
    if (name === '' || taken.has(name) || alike.length === values.length) children.push(...leaves)
    else {
      taken.add(name)
      children.push({ name, children: leaves })
      grouped = true
    }
  }
  return { root: { name: taken.has('ANY') ? '*' : 'ANY', children }, grouped }
}

const WORD_END = /[\s\-_/.,:(]/

/** The first word of a value of several; of a single word (or a number, which says little) the value itself. */
function firstWord(value: string): string {
  const end = value.search(WORD_END)
  const word = end < 0 ? value : value.slice(0, end)
  return end < 0 || !/\p{L}{2}/u.test(word) ? `\n${value}` : word
}

/** The longest common beginning that ends with a word, and a star: `Self-emp-*`. Empty when it is too short to say anything. */
function groupName(values: readonly string[]): string {
  let common = values[0]
  for (const value of values) {
    let length = 0
    while (length < common.length && length < value.length && common[length] === value[length]) length++
    common = common.slice(0, length)
  }
  const ends = Array.from(common.matchAll(new RegExp(WORD_END, 'g')), (match) => match.index + 1)
  const end = ends.at(-1)
  return end === undefined ? '' : `${common.slice(0, end)}*`
}
