/** At most `most` of the items, evenly picked, always with the first and the last: for pictures and lists of more than can be looked at. */
export function evenlyPicked<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items
  const step = (items.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, i) => items[Math.round(i * step)])
}
