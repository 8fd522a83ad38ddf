/** Derives facts about a column's values from its profile, before a role is proposed. */
import { madeOnce } from '../../ground/made-once.ts'
import { detectDateFormat, type FoundFormat } from '../../hierarchy/date-format.ts'
import { parseNumber } from '../../hierarchy/number.ts'
import type { ProfiledColumn } from '../../hierarchy/propose.ts'
import { BESIDE_FIGURES } from '../../table/currency.ts'
import { asWritten, nameWords } from './name-words.ts'
import { type FoundShape, findShape } from './value-shapes.ts'
import { findMeanings, type Meaning, type NameMeaning } from './vocabulary.ts'

export interface WrittenMeaning extends NameMeaning {
  readonly written: string
}

export interface ColumnFacts {
  readonly profile: ProfiledColumn
  readonly words: readonly string[]
  readonly meanings: readonly WrittenMeaning[]
  readonly known: number
  readonly distinct: number
  readonly share: number
  readonly kind: 'numbers' | 'dates' | 'amounts' | 'texts'
  readonly whole: boolean
  readonly dateFormat?: FoundFormat
  readonly shape?: FoundShape
}

/** Memoized: roles are proposed once to find the columns whose values are fetched, and again with them. */
export const findFacts = madeOnce((profile: ProfiledColumn): ColumnFacts => {
  const { values } = profile
  const words = nameWords(profile.name).flatMap(splitId)
  const known = Math.max(1, profile.rows - profile.missingCount)
  const distinct = profile.distinct ?? values.length
  const numbers = values.map(parseNumber)
  const areNumbers =
    values.length > 0 &&
    (profile.numbers === undefined
      ? numbers.every((number) => !Number.isNaN(number))
      : profile.numbers.count >= profile.rows - profile.missingCount)
  const meanings = writtenMeanings(profile.name, words)
  const dateFormat =
    areNumbers &&
    !(values[0].length === 8 && meanings.some(({ meaning }) => meaning === 'birth' || meaning === 'event'))
      ? undefined
      : detectDateFormat(values)
  const areAmounts = !areNumbers && values.length > 0 && values.every((value) => AMOUNT.test(value))
  return {
    profile,
    words,
    meanings,
    known,
    distinct,
    share: distinct / known,
    kind: dateFormat !== undefined ? 'dates' : areNumbers ? 'numbers' : areAmounts ? 'amounts' : 'texts',
    whole:
      areNumbers &&
      (profile.numbers === undefined
        ? numbers.every(Number.isInteger)
        : profile.numbers.whole >= profile.numbers.count),
    dateFormat,
    shape:
      areNumbers || areAmounts || dateFormat !== undefined
        ? numberShape(values)
        : findShape(values, profile.shown === 'shapes'),
  }
})

export function writtenMeanings(name: string, words: readonly string[]): WrittenMeaning[] {
  return findMeanings(words).map((found) => ({ ...found, written: asWritten(name, found.word) }))
}

/** `schoolid` numbers schools, as `school_id` does; `childid` numbers people. */
function splitId(word: string): string[] {
  const [, stem] = /^(.+)id$/.exec(word) ?? []
  const known = stem === undefined ? [] : findMeanings([stem]).filter((found) => found.word === stem)
  return known.some(({ meaning }) => meaning === 'place' || meaning === 'education') ? [stem, 'id'] : [word]
}

function numberShape(values: readonly string[]): FoundShape | undefined {
  const found = values.every((value) => /^\d{9,19}$/.test(value)) ? findShape(values) : undefined
  return found?.shape === 'national number' ? found : undefined
}

const BESIDE = `(?:${BESIDE_FIGURES})*`
/** Matches `1,234.50`, `1.234,50`, `$ 12`, `12 €`, `34 000,00 kr`, `3,5 %`. */
const AMOUNT = new RegExp(
  `^${BESIDE}(?:[+-]${BESIDE})?(?:\\d{1,3}(?:[.,'’ ` +
    `\u00a0\u2009\u202f]\\d{3})*(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)?)${BESIDE}$`,
)

export function means(facts: ColumnFacts, ...meanings: readonly Meaning[]): WrittenMeaning | undefined {
  return facts.meanings.find(({ meaning }) => meanings.includes(meaning))
}

const [FIRST_YEAR, LAST_YEAR] = [1900, 2050]

export function areYears({ whole, distinct, profile: { values } }: ColumnFacts): boolean {
  return whole && distinct > 1 && values.every((value) => Number(value) >= FIRST_YEAR && Number(value) <= LAST_YEAR)
}

export function showsRange({ values, numbers }: ProfiledColumn, distinct: number): boolean {
  return numbers !== undefined || values.length === distinct
}

type Numbers = Pick<ProfiledColumn, 'values' | 'numbers'>

export function wholeRange({ values, numbers: range }: Numbers): { readonly low: number; readonly high: number } {
  if (range !== undefined) return range
  const numbers = values.map(Number)
  return { low: numbers.reduce((a, b) => Math.min(a, b)), high: numbers.reduce((a, b) => Math.max(a, b)) }
}

export function wholeSpan(column: Numbers): number {
  const { low, high } = wholeRange(column)
  return high - low + 1
}

export const FEW_VALUES = 12

export function pointsAtNobody({ distinct, known }: ColumnFacts): boolean {
  return distinct <= FEW_VALUES && known >= 5 * distinct
}

export function percent({ share }: ColumnFacts): string {
  return `${Math.floor(Math.min(1, share) * 100)}% of its values differ`
}
