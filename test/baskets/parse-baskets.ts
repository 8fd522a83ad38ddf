/** Baskets from a text, a line per basket, without an engine. */
import { type Baskets, basketsFrom, type EmptyBaskets, splitItems } from '../../src/baskets/baskets.ts'

export interface BasketTextOptions {
  /** What stands between two items of a line; default: any run of blanks or tabs. */
  readonly separator?: string
  /** What to do with a line without items; default `fail`. */
  readonly emptyBaskets?: EmptyBaskets
}

export function parseBaskets(text: string, { separator, emptyBaskets }: BasketTextOptions = {}): Baskets {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const baskets = lines.map((line) => splitItems(line, separator))
  const labels = [...new Set(baskets.flat())]
  const codeOf = new Map(labels.map((label, code) => [label, code]))
  const offsets = [0]
  for (const basket of baskets) offsets.push(offsets[offsets.length - 1] + basket.length)
  const codes = baskets.flat().map((label) => codeOf.get(label)!)
  return basketsFrom(labels, offsets, codes, emptyBaskets)
}
