/** Maps that grow by key. */

/** Groups items by a key; groups are in the order of their first items. */
export function groupBy<Item, Key>(items: Iterable<Item>, key: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) entryAt(groups, key(item), () => []).push(item)
  return groups
}

/** Numbers keys from 0 in the order of their first use. */
export function numberIn<Key>(numbers: Map<Key, number>, key: Key): number {
  const known = numbers.get(key)
  if (known !== undefined) return known
  numbers.set(key, numbers.size)
  return numbers.size - 1
}

interface Entries<Key, Entry> {
  get(key: Key): Entry | undefined
  set(key: Key, entry: Entry): unknown
}

/** The entry of a key; made at its first use. */
export function entryAt<Key, Entry>(entries: Entries<Key, Entry>, key: Key, make: () => Entry): Entry {
  const known = entries.get(key)
  if (known !== undefined) return known
  const made = make()
  entries.set(key, made)
  return made
}
