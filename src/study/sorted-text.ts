/** Equal values give equal text, whatever the order in which their keys were set. */

/** JSON with the keys of every mapping in order. */
export function sortedText(value: unknown): string {
  return JSON.stringify(value, (_key, own) =>
    own !== null && typeof own === 'object' && !Array.isArray(own)
      ? Object.fromEntries(Object.entries(own).sort(([a], [b]) => (a < b ? -1 : 1)))
      : own,
  )
}
