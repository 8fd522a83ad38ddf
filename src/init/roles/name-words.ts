/** Splits a column name into folded words: `firstName`, `FIRST_NAME` are first, name; `Straße` is strasse. */

export function nameWords(name: string): string[] {
  return fold(name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2'))
    .split(/[^\p{L}\p{M}\d]+/u)
    .flatMap((word) => word.match(/\d+|\D+/g) ?? [])
    .filter((word) => word !== '')
}

/** A name with this many words is a statement or a question: "How satisfied are you with country music?". */
const STATEMENT = 5
const OF_SPEAKER: readonly string[] = ['i', 'my', 'me', 'we', 'our']

/** Whether these words of a name state or ask something, such as "I like my job". */
export function isStatement(words: readonly string[]): boolean {
  return words.length >= STATEMENT || words.some((word) => OF_SPEAKER.includes(word))
}

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßłøæœđðþı]/g, (letter) => LETTERS[letter])
}

/** Finds a folded word as written in the name, in lower case: `alder` in `Ålder` is ålder. */
export function asWritten(name: string, word: string): string {
  const text = name.normalize('NFC').toLowerCase()
  if (text.includes(word)) return word
  for (let start = 0; start < text.length; start++) {
    for (let end = start + 1; end <= Math.min(text.length, start + 2 * word.length); end++)
      if (fold(text.slice(start, end)) === word) return text.slice(start, end)
  }
  return word
}
