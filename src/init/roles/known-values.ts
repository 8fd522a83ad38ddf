/**
 * Finds the meaning of a column by its values (`Woman`, `married`, states, countries). Country names come from Node's
 * Unicode data, in several languages.
 */
import type { ColumnFacts } from './column-facts.ts'
import { fold } from './name-words.ts'
import type { Meaning } from './vocabulary.ts'
import { readWordLists } from './word-lists.ts'

const LISTS = readWordLists('known-values')
const valuesIn = (list: string): ReadonlySet<string> => new Set(LISTS[list].map((word) => word.replaceAll('_', ' ')))

const [MALE, FEMALE, STATES] = ['male', 'female', 'states'].map(valuesIn)

export interface KnownMeaning {
  readonly meaning: Meaning
  readonly words: string
}

/** Lists of values, and how many different values a column of this meaning has at most. */
const OF_PEOPLE = (
  [
    ['marital', 12, 'family', 'words for marital status'],
    ['races', 20, 'origin', 'words for origin'],
    ['faiths', 30, 'belief', 'faiths'],
    ['orientations', 12, 'health', 'sexual orientations'],
    ['employments', 20, 'work', 'words for employment'],
    ['schooling', 20, 'education', 'words for schooling'],
    ['settlements', 8, 'place', 'words for settlements'],
    ['state-names', Infinity, 'place', 'names of states'],
    ['regions', 12, 'place', 'parts of a country'],
  ] as const
).map(([list, most, meaning, words]) => ({ list, values: valuesIn(list), most, meaning, words }))
/** Lists whose words count inside longer values too: `HS graduate, some college`. */
const INSIDE: readonly string[] = ['marital', 'employments', 'schooling', 'settlements']
const ILLNESS =
  /(itis|osis|emia|aemia|pathy|algia|plegia|phrenia|oma|itide|opathie|ämie|amie)$|\b(disease|disorder|syndrome|cancer|carcinoma|infection|injury|failure|fracture|diabetes|hypertension|asthma|flu|influenza|pneumonia|stroke|depression|hiv|aids|copd|covid(-19)?|migraine|epilepsy|dementia|obesity|heart attack|krankheit|krebs|maladie|grippe|enfermedad|cancer de|doenca|gripe|malattia|bruch|choroba|hastaligi)\b|krankheit$|infarkt$/

let countries: { readonly codes: ReadonlySet<string>; readonly names: ReadonlySet<string> } | undefined

function countriesOfUnicode() {
  if (countries !== undefined) return countries
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const pairs = [...letters].flatMap((first) => [...letters].map((second) => first + second))
  const english = new Intl.DisplayNames(['en'], { type: 'region' })
  const codes = pairs.filter((code) => english.of(code) !== code)
  const names = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'].flatMap((language) => {
    const display = new Intl.DisplayNames([language], { type: 'region' })
    return codes.map((code) => fold(display.of(code) ?? code))
  })
  countries = { codes: new Set(codes.map((code) => code.toLowerCase())), names: new Set([...names, 'usa', 'uk']) }
  return countries
}

/** Share of values that must be known; the others are `unknown`, `prefer not to say`. */
const MOST = 0.6
const MANY_ILL = 0.4
/** Two-letter codes mean many things: all must be known, and at least this many. */
const LEAST_CODES = 5
/** So many codes of states are no coincidence, whatever is beside them. */
const MANY_STATES = 30

/** Finds what people are said to be by one value: `black`, `divorced`. */
export function meaningOfValue(value: string): KnownMeaning | undefined {
  return OF_PEOPLE.find(({ values }) => values.has(value))
}

export function knownValues({ kind, distinct, profile }: ColumnFacts): KnownMeaning | undefined {
  if (kind !== 'texts' || distinct < 2 || profile.shown !== undefined || profile.values.length !== distinct)
    return undefined
  const values = [...new Set(profile.values.map((value) => fold(value.trim())))]
  const among = (set: ReadonlySet<string>, inside = false) =>
    values.filter((value) => set.has(value) || (inside && value.split(/[^\p{L}-]+/u).some((word) => set.has(word))))
      .length
  const are = (set: ReadonlySet<string>, inside = false) =>
    among(set, inside) >= 2 && among(set, inside) >= values.length * MOST
  if (values.length <= 6 && among(MALE) > 0 && among(FEMALE) > 0 && among(MALE) + among(FEMALE) >= values.length / 2)
    return { meaning: 'sex', words: 'words for sexes' }
  const found = OF_PEOPLE.find((known) => values.length <= known.most && are(known.values, INSIDE.includes(known.list)))
  if (found !== undefined) return found
  const ill = values.filter((value) => ILLNESS.test(value)).length
  if (ill >= 3 && ill >= values.length * MANY_ILL) return { meaning: 'health', words: 'names of illnesses' }
  const codes = values.every((value) => /^[a-z]{2}$/.test(value)) && values.length >= LEAST_CODES
  if ((codes && among(STATES) === values.length) || (are(STATES) && among(STATES) >= MANY_STATES))
    return { meaning: 'place', words: 'codes of states' }
  if (values.length < 3 || !values.some((value) => /^[a-z]/.test(value))) return undefined
  const { codes: known, names } = countriesOfUnicode()
  if ((codes && among(known) === values.length) || are(names)) return { meaning: 'place', words: 'countries' }
  return undefined
}
