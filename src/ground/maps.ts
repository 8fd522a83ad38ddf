/** Maps that grow by key. */

/** Groups items by a key; groups are in the order of their first items. */
export function groupBy<Item, Key>(items: Iterable<Item>, key: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const place = key(item)
    const group = groups.get(place)
    if (group === undefined) groups.set(place, [item])
    else group.push(item)
  }
  return groups
}

/** Numbers keys from 0 in the order of their first use. */
export function numberIn<Key>(numbers: Map<Key, number>, key: Key): number {
  const known = numbers.get(key)
  if (known !== undefined) return known
  numbers.set(key, numbers.size)
  return numbers.size - 1
}
