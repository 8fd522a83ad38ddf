/** Handles names that are data: `constructor` and `__proto__` are names like any other. */

export function ownValue<T>(values: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

/** Quotes a name for a POSIX shell if needed. */
export function shellWord(text: string): string {
  return /^[\p{L}\p{N}_./:@%+=,][\p{L}\p{N}_./:@%+=,-]*$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
