/**
 * Profiles columns inside a database for `halftone init`: counts, smallest and largest number, and the values of
 * categories (few, repeated). Other texts are fetched only as shapes, with letters as x or X and digits as 1 (`Xxxx
 * Xxxxxx`, `111-1111`), which show no real name or number. Cost: a statement per forty columns.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import type { ProfiledColumn } from '../hierarchy/propose.ts'
import { type Dialect, join, type Source, type Sql, sql } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'

/** Columns per statement: engines plan longer ones slowly. */
const AT_ONCE = 40
/** Columns with more distinct values, or with fewer than two rows per value, are fetched as shapes. */
const MOST_CATEGORIES = 1000
/** Most frequent shapes per column, and the sample values generated from them. */
const MOST_SHAPES = 500
const STAND_INS = 2000
const LOOKED_AT = 80

/** `words` may mean missing and are fetched unchanged. */
export async function profileShapes(
  engine: Engine,
  source: Source,
  columns: readonly string[],
  missing: { readonly values: readonly string[]; readonly words: readonly string[] },
  run: EngineRun = {},
): Promise<ProfiledColumn[]> {
  const profiles: ProfiledColumn[] = []
  for (let from = 0; from < columns.length; from += AT_ONCE)
    profiles.push(...(await profileSome(engine, source, columns.slice(from, from + AT_ONCE), missing, run)))
  return profiles
}

async function profileSome(
  engine: Engine,
  source: Source,
  columns: readonly string[],
  missing: Parameters<typeof profileShapes>[3],
  run: EngineRun,
): Promise<ProfiledColumn[]> {
  const { dialect } = engine
  const values = columns.map((column) => valueOrMissing(dialect, column, missing.values))
  // The last one is present in every row, so it counts them.
  const cells = dialect.unpivoted(dialect.scan(source), [...values, dialect.text(sql`1`)])
  const listed = await engine.query(profileStatement(dialect, cells, missing.words), run)
  const places = listed.integers('place')
  const columnLines = columns.map((): number[] => [])
  let rows = 0
  places.forEach((place, line) => {
    if (place === columns.length) rows = listed.numbers('n')[line]
    else columnLines[place].push(line)
  })
  return columns.map((name, i) => {
    const lines = columnLines[i]
    const figure = (name: string) => (lines.length === 0 ? 0 : listed.numbers(name)[lines[0]])
    const column = { name, rows, missingCount: rows - figure('known'), distinct: figure('every') }
    if (lines.length === 0 || figure('listed') === 1) return { ...column, ...categories(listed, lines) }
    const [count, whole, low, high] = ['numbers', 'whole', 'least', 'most'].map(figure)
    return {
      ...column,
      ...standIns(listed, lines, column.distinct),
      shown: 'shapes',
      numbers: { count, whole, low, high },
    }
  })
}

type Lines = Pick<Awaited<ReturnType<Engine['query']>>, 'texts' | 'numbers'>

function categories(listed: Lines, lines: readonly number[]): Pick<ProfiledColumn, 'values' | 'counts'> {
  const [texts, counts] = [listed.texts('shape') as readonly string[], listed.numbers('n')]
  const order = lines.toSorted((a, b) => (texts[a] < texts[b] ? -1 : 1))
  return { values: order.map((line) => texts[line]), counts: order.map((line) => counts[line]) }
}

/** Repeats each shape by its share of the distinct values, because rules test such shares. */
function standIns(listed: Lines, lines: readonly number[], distinct: number) {
  const values: string[] = []
  const counts: number[] = []
  for (const line of lines) {
    const shape = listed.texts('shape')[line] as string
    const [low, high] = [listed.texts('low')[line], listed.texts('high')[line]]
    const times = Math.max(1, Math.round((listed.numbers('differ')[line] / distinct) * STAND_INS))
    // Dates show their largest first and second part: one above 12 is a day.
    const value = low && high ? `${low}${shape[2]}${high}${shape.slice(5)}` : shape
    for (let time = 0; time < times; time++) {
      values.push(value)
      counts.push(time === 0 ? listed.numbers('n')[line] : 0)
    }
  }
  return { values, counts }
}

/** One line per category or shape, with figures of the whole column: known rows, distinct values, numbers. */
function profileStatement(dialect: Dialect, cells: Sql, words: readonly string[]): Sql {
  const { wholeNumber } = dialect
  const counted = sql`SELECT place, value, COUNT(*) AS n FROM ${cells} WHERE value IS NOT NULL GROUP BY place, value`
  const sized = sql`SELECT place, value, n, COUNT(*) OVER (PARTITION BY place) AS every, SUM(n) OVER (PARTITION BY
    place) AS known FROM (${counted}) AS halftone_counted`
  const isListed = sql`(every <= ${MOST_CATEGORIES} AND every * 2 <= known)`
  const isWord = sql`LOWER(${dialect.trimmed(sql`value`)}) IN (${join(words.map((word) => dialect.literal(word)))})`
  const shape = sql`CASE WHEN ${isListed} OR ${isWord} THEN value ELSE ${shapeText(dialect, sql`value`)} END`
  // Rejects most texts by their characters, which is faster than parsing.
  const isNumber = sql`NOT ${isListed} AND TRANSLATE(value, '0123456789.+-eE ', '') = ''`
  const number = sql`CASE WHEN ${isNumber} THEN ${dialect.number(sql`value`)} END`
  const shaped = sql`SELECT place, value, n, every, known, CASE WHEN ${isListed} THEN 1 ELSE 0 END AS listed, ${shape}
    AS shape, ${number} AS number FROM (${sized}) AS halftone_sized${dialect.once}`
  const part = (from: number) =>
    sql`CASE WHEN shape LIKE '11/11/11%' OR shape LIKE '11.11.11%' OR shape LIKE '11-11-11%' THEN MAX(SUBSTR(value,
      ${from}, 2)) ELSE '' END`
  const inColumn = sql`OVER (PARTITION BY place)`
  const rowsWith = (condition: Sql) => wholeNumber(sql`SUM(SUM(CASE WHEN ${condition} THEN n ELSE 0 END)) ${inColumn}`)
  const figures = [
    sql`${wholeNumber(sql`SUM(n)`)} AS n`,
    sql`${wholeNumber(sql`COUNT(*)`)} AS differ`,
    sql`${wholeNumber(sql`MIN(every)`)} AS every`,
    sql`${wholeNumber(sql`MIN(known)`)} AS known`,
    sql`${wholeNumber(sql`MIN(listed)`)} AS listed`,
    sql`${part(1)} AS low`,
    sql`${part(4)} AS high`,
    sql`${rowsWith(sql`number IS NOT NULL`)} AS numbers`,
    sql`${rowsWith(sql`number = FLOOR(number)`)} AS whole`,
    sql`MIN(MIN(number)) ${inColumn} AS least`,
    sql`MAX(MAX(number)) ${inColumn} AS most`,
    sql`row_number() OVER (PARTITION BY place ORDER BY SUM(n) DESC, ${dialect.ordered(sql`shape`)}) AS position`,
  ]
  const grouped = sql`SELECT place, shape, ${join(figures)} FROM (${shaped}) AS halftone_shaped GROUP BY place, shape`
  return sql`SELECT * FROM (${grouped}) AS halftone_shapes WHERE listed = 1 OR position <= ${MOST_SHAPES}`
}

const DIGITS = '0123456789'
const HEXADECIMAL = 'abcdef'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Letters become x and X, digits 1, a leading 0 stays. Letters of hexadecimal numbers become a and A. */
function shapeText(dialect: Dialect, value: Sql): Sql {
  const cut = sql`SUBSTR(${value}, 1, ${LOOKED_AT})`
  const { literal } = dialect
  const translated = (text: Sql, letters: string, sign: string) =>
    sql`TRANSLATE(${text}, ${literal(DIGITS + letters + letters.toUpperCase())},
      ${literal('1'.repeat(10) + sign.repeat(letters.length) + sign.toUpperCase().repeat(letters.length))})`
  const isHexadecimal = sql`TRANSLATE(LOWER(${cut}), ${literal(`${DIGITS}${HEXADECIMAL}-{}`)}, '') = ''`
  const shape = sql`CASE WHEN ${isHexadecimal} THEN ${translated(cut, HEXADECIMAL, 'a')} ELSE
    ${translated(dialect.inAscii(cut), LETTERS, 'x')} END`
  return sql`CASE WHEN SUBSTR(${value}, 1, 1) = '0' THEN '0' || SUBSTR(${shape}, 2) ELSE ${shape} END`
}
