/** A name as one word of a command line, for commands that people copy: quoted for a POSIX shell where it needs to be. */
export function shellWord(text: string): string {
  return /^[\p{L}\p{N}_./:@%+=,][\p{L}\p{N}_./:@%+=,-]*$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
