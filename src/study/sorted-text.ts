/** Serializes equal values to equal text, whatever the order of their keys. */

/** JSON with sorted keys. */
export function sortedText(value: unknown): string {
  return JSON.stringify(value, (_key, own) =>
    own !== null && typeof own === 'object' && !Array.isArray(own)
      ? Object.fromEntries(Object.entries(own).sort(([a], [b]) => (a < b ? -1 : 1)))
      : own,
  )
}
