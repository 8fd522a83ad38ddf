/** Keys of a column in the window *More settings*, by its role; roles, hierarchies and endpoints have their pages. */
import type { Role } from '../../../src/table/column.ts'

const RELEASED = [
  ...['type', 'round', 'digits', 'top', 'bottom', 'keep', 'share', 'shows', 'format', 'shift', 'key', 'scope'],
  ...['taxonomy', 'order', 'derive'],
]

export const columnKeys: Readonly<Record<Role, readonly string[]>> = {
  identifier: [],
  pseudonym: ['key', 'format', 'length', 'scope'],
  'quasi-identifier': ['weight', 'shows', 'domain', 'format', 'ends', 'derive'],
  sensitive: RELEASED,
  target: RELEASED,
  other: RELEASED,
  items: ['separator', 'per', 'file'],
}

/** Whether a rule names one of the keys; after a dotted path, plain words are keys inside that path. */
export function isAbout(rule: string, keys: readonly string[]): boolean {
  const named = [...rule.matchAll(/`([^`:]+)[^`]*`/g)].map(([, key]) => key)
  const isInside = named[0]?.includes('.')
  return named.some((name) => keys.includes(name) && (name.includes('.') || !isInside))
}
