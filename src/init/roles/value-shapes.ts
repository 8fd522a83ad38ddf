/** Recognizes the shape of a column's values, which nine of ten must have. Cost: one pass over at most 2,000 values. */
import { parseNumber } from '../../hierarchy/number.ts'
import { iban, nationalNumber } from './check-digits.ts'
import { fold } from './name-words.ts'
import { readWordLists } from './word-lists.ts'

export interface FoundShape {
  readonly shape:
    | (typeof PATTERNS)[number][0]
    | 'national number'
    | 'titled name'
    | 'person name'
    | 'first name'
    | 'free text'
    | 'time of day'
    | 'reading'
  readonly words: string
}

const ENOUGH = 0.9
const { 'first-names': FIRST, 'unspaced-surnames': SURNAMES } = readWordLists('first-names')
const FIRST_NAMES = new Set(FIRST)
const { 'british-areas': BRITISH_AREAS } = readWordLists('known-values')
const LOOKED_AT = 2000

const PATTERNS = [
  ['e-mail address', 'e-mail addresses', (value) => /^[^\s@]+@[^\s@]+\.[\p{L}\p{N}-]{2,}$/u.test(value)],
  ['account name', 'names of accounts', (value) => /^@[\w.-]{2,}$/.test(value)],
  ['web address', 'web addresses', (value) => /^(https?:\/\/|www\.)\S+$/i.test(value)],
  ['bank account (IBAN)', 'bank accounts (IBAN)', iban],
  [
    'random identifier',
    'random identifiers',
    (value) =>
      /^\{?[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\}?$/i.test(value) ||
      /^(?=.*\d)(?=.*[a-f])[\da-f]{16,}$/i.test(value),
  ],
  [
    'network address',
    'network addresses',
    (value) =>
      /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}(:\d{1,5})?$/.test(value) ||
      /^([\da-f]{2}[:-]){5}[\da-f]{2}$/i.test(value) ||
      isIPv6(value),
  ],
  ['coordinates', 'coordinates', (value) => /^\(?-?\d{1,3}\.\d{3,},\s*-?\d{1,3}\.\d{3,}\)?$/.test(value)],
  ['phone number', 'phone numbers', isPhone],
  [
    'postcode',
    'postcodes',
    (value) =>
      isBritishPostcode(value) ||
      /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i.test(value) ||
      /^\d{4} ?[A-Z]{2}$/.test(value) ||
      /^\d{5}-\d{4}$/.test(value) ||
      /^(D|A|CH|F|I)-\d{4,5}$/.test(value),
  ],
  [
    'medical code',
    'medical codes',
    (value) => /^[A-TV-Z]\d[\dA-Z](\.[\dA-Z]{1,4})?$/.test(value) || /^[VE]?\d{3}\.\d{1,2}$/.test(value),
  ],
  ['street address', 'street addresses', isStreet],
] as const satisfies readonly (readonly [string, string, (value: string) => boolean])[]

/** In `masked` values all letters are x, so capitalized words count as names. */
export function findShape(values: readonly string[], masked = false): FoundShape | undefined {
  const some = spread(values).map((value) => plainFigures(value.trim()))
  if (some.length === 0) return undefined
  const country = nationalNumber(some)
  if (country !== undefined) return { shape: 'national number', words: `numbers with the check digit of a ${country}` }
  for (const [shape, words, has] of PATTERNS) {
    if (shape === 'medical code' && (some.length < 3 || areNumberedOn(some))) continue
    if (some.filter(has).length >= some.length * ENOUGH) return { shape, words }
  }
  const isTime = (value: string) => /^([01]?\d|2[0-4]):[0-5]\d(:[0-5]\d([.,]\d+)?)?( ?[ap]\.?m\.?)?$/i.test(value)
  if (some.filter(isTime).length >= some.length * ENOUGH) return { shape: 'time of day', words: 'times of day' }
  if (areReadings(some)) return { shape: 'reading', words: 'readings of an instrument' }
  if (areTokens(some)) return { shape: 'random identifier', words: 'random identifiers' }
  if (some.filter(isTitled).length >= some.length * ENOUGH) return { shape: 'titled name', words: 'names of people' }
  if (areNames(some, masked) || areUnspacedNames(some)) return { shape: 'person name', words: 'names of people' }
  if (areFirstNames(some)) return { shape: 'first name', words: 'first names' }
  if (areSentences(some)) return { shape: 'free text', words: 'free text' }
  return undefined
}

/** `S01` to `S14`: the same letter and every number. Diagnoses have gaps. */
function areNumberedOn(values: readonly string[]): boolean {
  const numbers = values.map((value) => Number(value.slice(1))).sort((a, b) => a - b)
  return values.every(([letter]) => letter === values[0][0]) && numbers.every((number, i) => number === numbers[0] + i)
}

function spread(values: readonly string[]): readonly string[] {
  if (values.length <= LOOKED_AT) return values
  const step = values.length / LOOKED_AT
  return Array.from({ length: LOOKED_AT }, (_, i) => values[Math.floor(i * step)])
}

/** Figures of Arabic, Persian and the scripts of India as 0 to 9. */
export function plainFigures(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g, (figure) =>
    String(
      ((figure.codePointAt(0) as number) - (figure >= '\uff10' ? 0xff10 : figure >= '\u0966' ? 0x966 : 0x660)) % 16,
    ),
  )
}

function isIPv6(value: string): boolean {
  return (
    /^[\da-f:]{3,39}$/i.test(value) && /^([\da-f]{0,4}:){2,7}[\da-f]{0,4}$/i.test(value) && /::|(.*:){7}/.test(value)
  )
}

/** Hexadecimal texts of equal length with more kinds of digits than words or numbers would have. */
function areTokens(values: readonly string[]): boolean {
  const { length } = values[0]
  if (values.length < 8 || length < 8) return false
  const mixed = (value: string) => value.length === length && /^[\da-f]+$/i.test(value) && /\d/.test(value)
  return values.every(mixed) && values.filter((value) => /[a-f]/i.test(value)).length >= values.length * ENOUGH
}

const MOST_READ = 300

/** Matches `120/80`, `3 x 12`, `37.2 °C`, `<0.5 mg`. Numbers assigned to people vary too much to match. */
function areReadings(values: readonly string[]): boolean {
  const found = values.flatMap((value) => {
    const numbers = value.match(/\d+(?:[.,]\d+)?/g) ?? []
    const signs = value.replace(/\d+(?:[.,]\d+)?/g, '#').replaceAll(/[\s<>≤≥~]/g, '')
    return READING.test(signs) && numbers.every((number) => number.length <= 6) ? [numbers] : []
  })
  if (found.length < values.length * ENOUGH || values.every((value) => /^[\d.,-]+$/.test(value))) return false
  // Dates of several forms.
  if (values.some((value) => /^\d{1,2}\/\d{1,2}\/\d{2,4}$/.test(value))) return false
  return [0, 1, 2].every((place) => new Set(found.map((numbers) => numbers[place])).size <= MOST_READ)
}

const READING =
  /^#([/x×:±]#){1,2}\D{0,6}$|^[+-]?#(°?[CFK]|%|‰|[µm]?[glm]|mmhg|bpm|k?cal|kg|cm|km|mm|mg\/dl|mmol\/l|g\/dl|u\/l|in|ft|lbs?)?$/i

/** `Dr. Grey`, `Frau Wolf`. */
function isTitled(value: string): boolean {
  return /^(dr|prof|mr|mrs|ms|miss|herr|frau|mme|mlle|sra?|sig|sig\.ra|dott|dhr|mevr|pan|pani)\.?\s+\p{Lu}\p{L}/iu.test(
    value,
  )
}

/** Two letters of a number plate are rarely an area of postcodes. */
function isBritishPostcode(value: string): boolean {
  const area = /^([A-Z]{1,2})\d[A-Z\d]? ?\d[A-Z]{2}$/i.exec(value)?.[1]
  return area !== undefined && BRITISH_AREAS.includes(area.toLowerCase())
}

/** Seven to fifteen digits in the style of phone numbers: a plus, a leading zero, or separated parts. */
function isPhone(value: string): boolean {
  if (!/^(\+|00)?\(?\d[\d\s().\-/]{5,20}(\s?(x|ext\.?)\s?\d{1,5})?$/i.test(value)) return false
  if (/^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}$|^\d{4}\s?[-–/]\s?\d{4}$/.test(value) || !Number.isNaN(parseNumber(value)))
    return false
  const digits = value.replace(/\D/g, '').length
  return digits >= 7 && digits <= 15 && /^(\+|0|\()|\d[\s\-./)]+\d/.test(value)
}

/** `12 Main St`, `Hauptstraße 5`, `5 rue de la Paix`. */
function isStreet(value: string): boolean {
  return (
    /^\d{1,6}(-\d{1,4})?[a-z]?,?\s+\p{L}.*\b(st|street|ave|avenue|rd|road|dr|drive|ln|lane|blvd|boulevard|ct|court|way|pl|place|rue|route|chemin|hwy)\b/iu.test(
      value,
    ) ||
    /(stra(ß|ss)e|str\.|weg|platz|gasse|allee|laan|straat)\s+\d+/iu.test(value) ||
    /^(calle|avenida|av\.|rua|via|viale|piazza|rue)\s+\p{L}.*\d/iu.test(value)
  )
}

/** Capitalized, or in a script without capitals. */
const WORD = /^(\p{Lu}[\p{L}'’.-]*|[\p{Lo}\p{M}]+)$/u

/** Two to five capitalized words, many different, with common first names: `Smith, John`, `Maria da Silva`. */
function areNames(values: readonly string[], masked: boolean): boolean {
  const parts = values.map((value) => value.split(/[\s,]+/).filter((word) => word !== ''))
  const hasWords = (words: readonly string[]) => words.filter((word) => WORD.test(word)).length >= 2
  const shaped = parts.filter((words) => words.length >= 2 && words.length <= 6 && hasWords(words))
  if (shaped.length < values.length * 0.8) return false
  if (masked) return values.length >= 8
  const named = shaped.filter((words) => words.some((word) => FIRST_NAMES.has(fold(word)))).length
  return named >= Math.max(values.length * 0.3, Math.min(3, values.length))
}

/** `佐藤`, `田中美咲`, `김민준`: short texts without spaces, most beginning with a common family name. */
function areUnspacedNames(values: readonly string[]): boolean {
  const short = values.map((value) => value.replaceAll(/[\s　・]/g, ''))
  const unspaced = short.filter((value) => /^[\p{Script=Han}\p{Script=Hangul}々ヶ]{1,6}$/u.test(value))
  if (values.length < 3 || unspaced.length < values.length * ENOUGH) return false
  const named = unspaced.filter((value) =>
    SURNAMES.some((name) => value.startsWith(name) && value.length <= name.length + 3),
  )
  return named.length >= values.length * 0.6
}

function areFirstNames(values: readonly string[]): boolean {
  const single = values.filter((value) => WORD.test(value))
  if (values.length < 8 || single.length < values.length * 0.8) return false
  return shareOfFirstNames(values) >= 0.35
}

/** The share of values that are one word, a common first name. */
export function shareOfFirstNames(values: readonly string[]): number {
  return values.filter((value) => WORD.test(value) && FIRST_NAMES.has(fold(value))).length / (values.length || 1)
}

function areSentences(values: readonly string[]): boolean {
  if (values.length < 8) return false
  const words = values.reduce((sum, value) => sum + value.split(/\s+/).length, 0) / values.length
  const length = values.reduce((sum, value) => sum + value.length, 0) / values.length
  return words >= 6 && length >= 40
}
