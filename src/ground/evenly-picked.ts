/** Picks at most `most` items, evenly spaced, always with the first and the last. */
export function evenlyPicked<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items
  const step = (items.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, i) => items[Math.round(i * step)])
}
