/** Replaces columns by a keyed function: pseudonyms, and dates shifted per person. No statement contains the key. */
import { type Dialect, join, type KeyedDialect, type Sql, sql } from './dialect.ts'
import type { KeyedColumn, PseudonymFormat, ShiftedColumn } from './scans.ts'

interface FormatRecord {
  readonly summary: string
  readonly unit: string
  readonly shortest: number
  readonly longest: number
  readonly default: number
  readonly bits: number
  readonly characters: string
  readonly width: (length: number) => number
  readonly expression: (keyed: KeyedDialect, digest: Sql, length: number) => Sql
}

const CONSONANTS = 'bdfghjklmnprstvz'
const VOWELS = 'aiou'

/** Words are proquints (Wilkerson 2009): five pronounceable letters, consonants and vowels in turn, for 16 bits. */
export const PSEUDONYM_FORMATS: Readonly<Record<PseudonymFormat, FormatRecord>> = {
  hex: {
    summary: 'hexadecimal digits, such as 9f86d081884c7d65',
    unit: 'digits',
    shortest: 4,
    longest: 64,
    default: 16,
    bits: 4,
    characters: '0123456789abcdef',
    width: (length) => length,
    expression: (_, digest, length) => sql`SUBSTR(${digest}, 1, ${length})`,
  },
  digits: {
    summary: 'a whole number that does not begin with 0, such as 418302957716203845',
    unit: 'digits',
    shortest: 4,
    longest: 18,
    default: 18,
    bits: Math.log2(10),
    characters: '0123456789',
    width: (length) => length,
    expression: (keyed, digest, length) => {
      const [high, low] = [1, 15].map((from) => keyed.fromHex(sql`SUBSTR(${digest}, ${from}, 14)`))
      const first = `1${'0'.repeat(length - 1)}` as Sql
      return sql`${keyed.remainder(high, low, sql`9 * ${first}`)} + ${first}`
    },
  },
  words: {
    summary: 'words of five letters that can be said aloud, such as lusab-babad-gutih-tugad',
    unit: 'words',
    shortest: 1,
    longest: 16,
    default: 4,
    bits: 16,
    characters: `${CONSONANTS}${VOWELS}-`,
    width: (length) => length * 6 - 1,
    expression: (keyed, digest, length) =>
      join(
        Array.from({ length }, (_, word) => {
          const number = keyed.fromHex(sql`SUBSTR(${digest}, ${1 + 4 * word}, 4)`)
          const letter = (letters: string, shift: number) =>
            sql`SUBSTR('${letters as Sql}', CAST((${number} >> ${shift}) & ${letters.length - 1} AS INTEGER) + 1, 1)`
          return join(
            [
              letter(CONSONANTS, 12),
              letter(VOWELS, 10),
              letter(CONSONANTS, 6),
              letter(VOWELS, 4),
              letter(CONSONANTS, 0),
            ],
            ' || ',
          )
        }),
        " || '-' || ",
      ),
  },
}

/** The digest of the column or of its person. Used several times; compute it once. */
export function keyedDigest(dialect: Dialect, keyed: KeyedDialect, target: KeyedColumn): Sql {
  const column = target.kind === 'pseudonym' ? target.column : target.by
  return keyed.digest(target.secret, dialect.text(dialect.identifier(column)))
}

/** The released value; NULL if missing, not a date, or without a person. */
export function keyedExpression(dialect: Dialect, keyed: KeyedDialect, target: KeyedColumn, digest: Sql): Sql {
  if (target.kind === 'pseudonym') {
    const made = PSEUDONYM_FORMATS[target.format].expression(keyed, digest, target.length)
    return sql`CASE WHEN ${isMissing(dialect, target.column, target)} THEN NULL ELSE ${dialect.text(made)} END`
  }
  const place = sql`(${keyed.fromHex(sql`SUBSTR(${digest}, 1, 12)`)} % ${2 * target.days})`
  // From −days to days without 0: no true date is kept.
  const days = sql`(${place} - ${target.days} + CASE WHEN ${place} < ${target.days} THEN 0 ELSE 1 END)`
  const shifted = shiftedBy(dialect, keyed, target, days)
  const unknown = sql`${isMissing(dialect, target.column, target)} OR ${isMissing(dialect, target.by, target)}`
  return sql`CASE WHEN ${unknown} THEN NULL ELSE ${target.type === undefined ? shifted : keyed.as(shifted, target.type)}
    END`
}

export function shiftedBy(dialect: Dialect, keyed: KeyedDialect, target: ShiftedColumn, days: Sql): Sql {
  const text = dialect.text(dialect.identifier(target.column))
  return target.format === undefined ? keyed.shiftPlain(text, days) : keyed.shiftByPattern(text, target.format, days)
}

export function isMissing(
  dialect: Dialect,
  column: string,
  { missingValues }: Pick<KeyedColumn, 'missingValues'>,
): Sql {
  const texts = join(['', ...missingValues].map((text) => dialect.literal(text)))
  return sql`(COALESCE(${dialect.text(dialect.identifier(column))}, '') IN (${texts}))`
}
