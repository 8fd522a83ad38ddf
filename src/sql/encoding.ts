/** Maps the values of a column to codes. Counting and recoding use the same encoding, so both see the same codes. */
import { type Dialect, type Lookup, ranges, type Sql, sql } from './dialect.ts'

export type ColumnEncoding = DictionaryEncoding | BinEncoding

interface EncodingBase {
  readonly column: string
  readonly missing?: number
}

/** By position in an uploaded dictionary, sorted by code. */
export interface DictionaryEncoding extends EncodingBase {
  readonly kind: 'dictionary'
  readonly dictionary: string
  readonly texts: readonly string[]
  readonly codes: Int32Array
}

/** By bin, for columns with too many distinct numbers for a dictionary. */
export interface BinEncoding extends EncodingBase {
  readonly kind: 'bins'
  readonly rule: BinRule
  /** Bin numbers that occur, ascending; the index is the code. */
  readonly occurring: Int32Array
  /** Code of each of them where several share one; does not decrease. */
  readonly codes?: Int32Array | undefined
}

/** By a digit of a number that the engine stored for the row when counting. */
export interface StoredEncoding {
  readonly kind: 'stored'
  readonly column: string
  readonly digit: Digit
  readonly codes: Int32Array
}

/** ⌊number / stride⌋ mod radix. */
export interface Digit {
  readonly number: string
  readonly stride: number
  readonly radix: number
}

/** Bins are numbered from 0: between listed endpoints (an endpoint starts a bin), or of a fixed width. */
export type BinRule =
  | { readonly list: readonly number[] }
  | { readonly width: number; readonly origin: number; readonly bins: number }

export function binCount(rule: BinRule): number {
  return 'width' in rule ? rule.bins : rule.list.length + 1
}

export function binNumber(dialect: Dialect, value: Sql, rule: BinRule): Sql {
  const number = dialect.number(value)
  if ('width' in rule) {
    const quotient = sql`((${number} - ${dialect.literal(rule.origin)}) / ${dialect.literal(rule.width)})`
    // Tolerates rounding errors (0.3 / 0.1 is 3, not 2.9999…), as in hierarchy/ladder.ts.
    const bin = sql`FLOOR(${quotient} + 1e-9 * GREATEST(1, ABS(${quotient})))`
    return dialect.integer(
      sql`CASE WHEN ${number} IS NULL THEN NULL ELSE LEAST(GREATEST(${bin}, 0), ${rule.bins - 1}) END`,
    )
  }
  const bins = Array.from({ length: rule.list.length + 1 }, (_, bin) => sql`${bin}`)
  const ends = rule.list.map((endpoint) => dialect.literal(endpoint))
  const known = ranges(number, ends, bins)
  return dialect.integer(sql`CASE WHEN ${number} IS NULL THEN NULL ELSE ${known} END`)
}

export function lookUpPlace(
  dialect: Dialect,
  from: Sql,
  value: Sql,
  encoding: ColumnEncoding | StoredEncoding,
): Lookup {
  switch (encoding.kind) {
    case 'bins':
      return { from, expression: binNumber(dialect, value, encoding.rule) }
    case 'stored':
      return { from, expression: extractDigit(dialect, encoding.digit) }
    case 'dictionary':
      return dialect.position(from, value, encoding.dictionary)
  }
}

export function extractDigit(dialect: Dialect, { number, stride, radix }: Digit): Sql {
  return sql`((${dialect.quotient(dialect.identifier(number), stride)}) % ${radix})`
}

export function listPlaces(encoding: ColumnEncoding): {
  readonly places: ArrayLike<number>
  readonly codes: ArrayLike<number>
} {
  return encoding.kind === 'bins'
    ? { places: encoding.occurring, codes: encoding.codes ?? encoding.occurring.map((_, code) => code) }
    : { places: encoding.codes.map((_, place) => place), codes: encoding.codes }
}

export function valueOrMissing(
  dialect: Pick<Dialect, 'identifier' | 'literal' | 'text'>,
  column: string,
  missingValues: readonly string[],
): Sql {
  return missingValues.reduce<Sql>(
    (value, missing) => sql`NULLIF(${value}, ${dialect.literal(missing)})`,
    dialect.text(dialect.identifier(column)),
  )
}

/** A value without `.0`, which pandas writes behind the whole numbers of a column with gaps. */
export function comparableText(...column: Parameters<typeof valueOrMissing>): Sql {
  const value = valueOrMissing(...column)
  return sql`CASE WHEN ${value} LIKE '%.0' THEN LEFT(${value}, LENGTH(${value}) - 2) ELSE ${value} END`
}

/** Packs columns into as few mixed-radix numbers as fit a double exactly. */
export function packColumns(radices: readonly number[]): number[][] {
  const packs: number[][] = []
  let product = Number.POSITIVE_INFINITY
  radices.forEach((radix, i) => {
    if (product * radix > Number.MAX_SAFE_INTEGER) {
      packs.push([])
      product = 1
    }
    packs[packs.length - 1].push(i)
    product *= radix
  })
  return packs
}
