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

const MALE = valuesIn('male')
const FEMALE = valuesIn('female')
const MARITAL = valuesIn('marital')
const RACES = valuesIn('races')
const STATES = valuesIn('states')
const STATE_NAMES = valuesIn('state-names')
const FAITHS = valuesIn('faiths')
const REGIONS = valuesIn('regions')
const ORIENTATIONS = valuesIn('orientations')
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

/** Finds what people are said to be by one value: `black`, `divorced`. */
export function meaningOfValue(value: string): { readonly meaning: Meaning; readonly words: string } | undefined {
  if (MARITAL.has(value)) return { meaning: 'family', words: 'the words for marital status' }
  if (RACES.has(value)) return { meaning: 'origin', words: 'the words for origin' }
  if (REGIONS.has(value)) return { meaning: 'place', words: 'the parts of a country' }
  return FAITHS.has(value) ? { meaning: 'belief', words: 'the faiths' } : undefined
}

export function knownValues({
  kind,
  distinct,
  profile,
}: ColumnFacts): { readonly meaning: Meaning; readonly words: string } | undefined {
  if (kind !== 'texts' || distinct < 2 || profile.shown !== undefined || profile.values.length !== distinct)
    return undefined
  const values = [...new Set(profile.values.map((value) => fold(value.trim())))]
  const among = (set: ReadonlySet<string>) => values.filter((value) => set.has(value)).length
  const are = (set: ReadonlySet<string>) => among(set) >= 2 && among(set) >= values.length * MOST
  if (values.length <= 6 && among(MALE) > 0 && among(FEMALE) > 0 && among(MALE) + among(FEMALE) >= values.length / 2)
    return { meaning: 'sex', words: 'words for sexes' }
  if (values.length <= 12 && are(MARITAL)) return { meaning: 'family', words: 'words for marital status' }
  if (values.length <= 20 && are(RACES)) return { meaning: 'origin', words: 'words for origin' }
  if (values.length <= 30 && are(FAITHS)) return { meaning: 'belief', words: 'faiths' }
  if (values.length <= 12 && are(ORIENTATIONS)) return { meaning: 'health', words: 'sexual orientations' }
  const ill = values.filter((value) => ILLNESS.test(value)).length
  if (ill >= 3 && ill >= values.length * MANY_ILL) return { meaning: 'health', words: 'names of illnesses' }
  if (are(STATE_NAMES)) return { meaning: 'place', words: 'names of states' }
  const codes = values.every((value) => /^[a-z]{2}$/.test(value)) && values.length >= LEAST_CODES
  if (codes && among(STATES) === values.length) return { meaning: 'place', words: 'codes of states' }
  if (values.length < 3 || !values.some((value) => /^[a-z]/.test(value))) return undefined
  const { codes: known, names } = countriesOfUnicode()
  if ((codes && among(known) === values.length) || are(names)) return { meaning: 'place', words: 'countries' }
  return undefined
}
