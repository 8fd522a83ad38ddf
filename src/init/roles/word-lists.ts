/** Reads the word lists in `words/`, text files that anybody can extend: `name:` begins a list, # a comment. */
import { readFileSync } from 'node:fs'

export function readWordLists(
  file: 'column-names' | 'known-values' | 'first-names' | 'name-parts' | 'persons',
): Readonly<Record<string, readonly string[]>> {
  const text = readFileSync(new URL(`./words/${file}.txt`, import.meta.url), 'utf8')
  const lists: Record<string, string[]> = {}
  let words: string[] = []
  for (const line of text.split(/\r?\n/)) {
    const name = /^([\w-]+):$/.exec(line)?.[1]
    if (name !== undefined) {
      words = []
      lists[name] = words
    } else if (!line.startsWith('#')) words.push(...line.split(' ').filter((word) => word !== ''))
  }
  return lists
}
