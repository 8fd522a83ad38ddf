/** Names that people give (columns, values, classes) are data: `constructor` or `__proto__` is a name like any other. */

/** What a record has under a name that may be anything; nothing that every object has. */
export function ownValue<T>(values: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

/** A name as one word of a command line, for commands that people copy: quoted for a POSIX shell where it needs to be. */
export function shellWord(text: string): string {
  return /^[\p{L}\p{N}_./:@%+=,][\p{L}\p{N}_./:@%+=,-]*$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
