/** Finds the meaning of a column's name by its words. `words/column-names.txt` lists them and says how they match. */
import { fold } from './name-words.ts'
import { readWordLists } from './word-lists.ts'

export interface NameMeaning {
  readonly meaning: Meaning
  readonly word: string
}

/** In rank: the first match wins, so special meanings come before general ones. */
// biome-ignore format: a list
export const MEANINGS = [
  'contact', 'national-id', 'person-name', 'counted', 'opinion', 'birth', 'age', 'sex', 'origin', 'coordinate', 'postcode',
  'street', 'place', 'family', 'looks', 'education', 'health', 'conviction', 'belief', 'money', 'work', 'outcome',
  'event', 'free-text', 'record-id', 'name', 'flag',
] as const

export type Meaning = (typeof MEANINGS)[number]

const NAME_WORDS = readWordLists('column-names')
const NAME_PARTS = readWordLists('name-parts')
const {
  'in-compounds': IN_COMPOUNDS,
  'short-parts': SHORT_PARTS,
  'of-relatives': RELATIVES,
  ...ABBREVIATIONS
} = NAME_PARTS
const ENTRIES = MEANINGS.flatMap((meaning) =>
  NAME_WORDS[meaning]
    .map((entry) => ({ meaning, words: fold(entry).split('+') }))
    .sort((a, b) => b.words.length - a.words.length),
)
const PHRASES = ENTRIES.filter(({ words }) => words.length > 1)
const SINGLE_WORDS = ENTRIES.filter(({ words }) => words.length === 1).map(({ meaning, words: [word] }) => ({
  meaning,
  word,
}))

export function findMeanings(words: readonly string[]): NameMeaning[] {
  const plain = wholeMeanings(words)
  if (plain.length > 0) return plain
  const compound = compoundMeanings(words)
  // `mage`, `husocc`: a fact about the mother, the husband; but `med` is about medicine.
  const facts = words.map((word) => word.replace(/^(moth|fath|par|hus|wife|mom|dad|[mfhwd](?!ed$))/, ''))
  const ofRelatives = facts.filter((fact, i) => fact !== words[i] && RELATIVES.includes(fact))
  if (compound.length > 0) return compound
  // `mthage`: letters without a vowel before the age are an abbreviation.
  const ofOthers = words.some((word) => /^(?!st)[^aeiouy\d]{2,4}age$/.test(word)) ? ['age'] : []
  return wholeMeanings([...ofRelatives, ...ofOthers])
}

function firstOfEach(found: readonly NameMeaning[]): NameMeaning[] {
  return found.filter(({ meaning }, i) => found.findIndex((other) => other.meaning === meaning) === i)
}

/**
 * Matches words that begin or end with a known one (`Hauptdiagnose`, `homephone`), or contain a distinctive part
 * (`RIAGENDR`).
 */
function compoundMeanings(words: readonly string[]): NameMeaning[] {
  const found = SINGLE_WORDS.filter(({ meaning, word }) => {
    if (!IN_COMPOUNDS.includes(meaning) || !(word.length >= 6 || SHORT_PARTS.includes(word))) return false
    const anywhere = word.length >= NEVER_BY_CHANCE
    return words.some(
      (text) =>
        text.length > word.length && (anywhere ? text.includes(word) : text.endsWith(word) || text.startsWith(word)),
    )
  })
  if (found.length > 0) return firstOfEach(found)
  return Object.entries(ABBREVIATIONS).flatMap(([meaning, parts]) => {
    const part = parts.find((one) => words.some((word) => word.startsWith(one) || word.endsWith(one)))
    return part === undefined ? [] : [{ meaning: meaning as Meaning, word: part }]
  })
}

/** A known word of this many letters inside another is no coincidence: `Vorerkrankungen`. */
const NEVER_BY_CHANCE = 8

function wholeMeanings(words: readonly string[]): NameMeaning[] {
  const joined = words.join('')
  const phrases = PHRASES.filter(({ words: parts }) => parts.every((part) => words.includes(part)))
  const single = SINGLE_WORDS.flatMap(({ meaning, word: entry }) => {
    const word = matching(entry, words, joined)
    return word === undefined ? [] : [{ meaning, word }]
  })
  return firstOfEach([...phrases.map(({ meaning, words: parts }) => ({ meaning, word: parts.join(' ') })), ...single])
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

function matching(entry: string, words: readonly string[], joined: string): string | undefined {
  if (entry.startsWith('=')) return joined === entry.slice(1) ? joined : undefined
  if (entry.endsWith('-')) return words.find((word) => word.startsWith(entry.slice(0, -1)))
  if (entry.startsWith('-')) return words.find((word) => word.endsWith(entry.slice(1)) && word.length > entry.length)
  if (entry.length > 1 && words.includes(entry)) return entry
  if (UNSPACED.test(entry)) return words.some((word) => word.includes(entry)) ? entry : undefined
  return joined === entry ? entry : undefined
}
