/** Detects a column of lists: most rows have several parts, and parts recur across different lists. */
import type { ColumnFacts } from './column-facts.ts'

export interface FoundItems {
  readonly separator: string
  readonly reason: string
}

const SEPARATORS = ['|', ';', ',', ' '] as const

export function mayBeItems({ profile: { values }, kind, shape }: ColumnFacts): boolean {
  return kind === 'texts' && shape === undefined && SEPARATORS.some((separator) => areParted(values, separator))
}

function areParted(values: readonly string[], separator: string): boolean {
  return values.filter((value) => value.includes(separator)).length * 2 >= values.length
}

export function findItems({ profile: { values, shown }, kind, shape, meanings }: ColumnFacts): FoundItems | undefined {
  // `a street, a town` and `a name, first name` also have commas.
  if (values.length < 10 || kind !== 'texts' || shape !== undefined || shown !== undefined) return undefined
  if (meanings.some(({ meaning }) => meaning === 'street' || meaning === 'place' || meaning === 'person-name'))
    return undefined
  const separator = SEPARATORS.find((candidate) => areLists(values, candidate))
  if (separator === undefined) return undefined
  const named = separator === ' ' ? 'a blank' : `"${separator}"`
  return { separator, reason: `Its values look like lists whose items are parted by ${named}.` }
}

/** Quotes and line breaks are prose, and a phrase between two commas has more words than an item. */
function isProse(values: readonly string[], separator: string): boolean {
  if (values.some((value) => /["\n]/.test(value))) return true
  if (separator !== ',') return false
  const phrases = values.flatMap((value) => value.split(separator).map((item) => item.trim().split(/\s+/).length))
  return phrases.reduce((sum, count) => sum + count, 0) / phrases.length > 3
}

function areLists(values: readonly string[], separator: string): boolean {
  if (!areParted(values, separator) || isProse(values, separator)) return false
  const lists = values.map((value) => value.split(separator).filter((item) => item.trim() !== ''))
  const items = lists.flat()
  const parts = new Set(items.map((item) => item.trim()))
  const codes = items.filter((item) => /\d/.test(item))
  // Spaces also separate ordinary words: those of lists are codes with digits, or are combined freely.
  if (separator === ' ' && codes.length * 2 < items.length && !areCombined(values, parts.size)) return false
  const several = lists.filter(({ length }) => length > 1)
  return several.length * 2 >= values.length && parts.size * 2 <= items.length && parts.size <= values.length * 2
}

/** Far more values than words, each word in any place but never twice: `milk bread` beside `bread tea milk`. */
function areCombined(values: readonly string[], words: number): boolean {
  const lists = values.map((value) => value.split(' '))
  const [first, last] = [0, -1].map((place) => new Set(lists.map((items) => items.at(place))))
  const isTwice = lists.some((items) => new Set(items).size < items.length)
  return !isTwice && values.length >= 4 * words && first.size * 2 >= words && last.size * 2 >= words
}
