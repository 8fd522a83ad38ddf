/** Names that people give (columns, values, classes) are data: `constructor` or `__proto__` is a name like any other. */

/** What a record has under a name that may be anything; nothing that every object has. */
export function ownValue<T>(values: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}
