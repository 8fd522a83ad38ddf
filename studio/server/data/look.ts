/** Reads the first rows of a file with given settings, and guesses from them: for trying settings before opening. */
import { parseDate } from '../../../src/hierarchy/date.ts'
import { detectDateFormat } from '../../../src/hierarchy/date-format.ts'
import { decimalMark } from '../../../src/init/roles/decimal-mark.ts'
import { MISSING_WORDS } from '../../../src/init/roles/missing-tokens.ts'
import { openSource } from '../../../src/sources/open-source.ts'
import { join as joinSql, sql } from '../../../src/sql/dialect.ts'
import type { Session } from '../session.ts'
import type { FirstLook, OpenRequest } from './api.ts'
import { requestSource } from './opened-files.ts'

/** Rows used for guesses, and rows shown. */
const READ = 1000
const SHOWN = 5
const NO_VALUE = new Set(['', '?', '-', '--', '.', ...MISSING_WORDS])
const isNoValue = (text: string): boolean => NO_VALUE.has(text.toLowerCase())

export async function firstLook(session: Session, wanted: Partial<OpenRequest>): Promise<FirstLook> {
  const { request } = requestSource(session, wanted)
  const engine = await session.engine()
  const { dialect } = engine
  const { source, columns } = await openSource(request, engine)
  const cells = columns.map(
    ({ name }, i) => sql`${dialect.text(dialect.identifier(name))} AS ${dialect.identifier(`c${i}`)}`,
  )
  const answer = await engine.query(sql`SELECT ${joinSql(cells)} FROM ${dialect.scan(source)} LIMIT ${READ}`)
  const texts = columns.map((_, i) => answer.texts(`c${i}`).map((text) => text ?? ''))
  const missing = new Map<string, number>()
  for (const text of texts.flat()) if (isNoValue(text)) missing.set(text, (missing.get(text) ?? 0) + 1)
  const known = texts.map((column) => column.filter((text) => !isNoValue(text)))
  const csv = source.kind === 'files' ? source.csv : undefined
  return {
    columns: columns.map(({ name }) => name),
    rows: Array.from({ length: Math.min(SHOWN, texts[0]?.length ?? 0) }, (_, row) =>
      texts.map((column) => column[row]),
    ),
    guessed: {
      encoding: csv?.encoding,
      delimiter: csv?.delimiter,
      header: csv?.headerLine,
      commas: columns.flatMap(({ name }, i) => (known[i].length > 0 && decimalMark(known[i]) === ',' ? [name] : [])),
      dates: columns.flatMap(({ name }, i) => (areDates(known[i]) ? [{ column: name, such: known[i][0] }] : [])),
      missing: [...missing].map(([text, cells]) => ({ text, cells })).sort((a, b) => b.cells - a.cells),
    },
  }
}

/** Plain years count as numbers. */
function areDates(values: readonly string[]): boolean {
  const plain = values.every((value) => (parseDate(value)?.precision ?? 'year') !== 'year')
  return values.length > 0 && (plain || detectDateFormat(values) !== undefined)
}
