/**
 * The query that applies a recoding of columns to the rows, where they are. Three layers: each quasi-identifier's group number;
 * the class number by mixed radix, and whether that class is suppressed; the labels.
 */
import { type Dialect, join, type Lookup, ranges, type Source, type Sql, sql } from '../sql/dialect.ts'
import { type ColumnEncoding, placeOf, placesOf } from '../sql/encoding.ts'

export interface RecodeRequest {
  /** Columns of the release, in order; quasi-identifiers among them are recoded, all others released as they are. */
  readonly columns: readonly string[]
  readonly recodes: readonly ColumnRecode[]
  readonly suppression: Suppression
  /** Leave out rows with a missing quasi-identifier. */
  readonly dropMissing: boolean
  /** The value of a column as text, NULL when missing. */
  readonly value: (column: string) => Sql
  readonly suppressedLabel: string
}

export interface ColumnRecode {
  readonly encoding: ColumnEncoding
  /** Group number of each code, and the label of each group. */
  readonly groupOf: Int32Array
  readonly labels: readonly string[]
}

/** Which classes are suppressed, as an uploaded dictionary of class keys: those that are, or those that are not. */
export type Suppression =
  | { readonly classes: 'none' }
  | { readonly classes: 'all'; readonly rows: 'mask' | 'drop' }
  | { readonly classes: 'listed' | 'unlisted'; readonly dictionary: string; readonly rows: 'mask' | 'drop' }

/** How a class is named in the dictionary: its group numbers as one number by mixed radix, or one after the other where that overflows. */
export interface ClassKeys {
  text(groups: ArrayLike<number>): string
  expression(dialect: Dialect, groups: readonly Sql[]): Sql
}

export function classKeys(groupCounts: readonly number[]): ClassKeys {
  const classes = groupCounts.reduce((product, count) => product * count, 1)
  if (classes > Number.MAX_SAFE_INTEGER) {
    return {
      text: (groups) => Array.prototype.join.call(groups, '.'),
      expression: (dialect, groups) =>
        join(
          groups.map((group) => dialect.text(group)),
          " || '.' || ",
        ),
    }
  }
  return {
    text(groups) {
      let key = 0
      for (let i = 0; i < groupCounts.length; i++) key = key * groupCounts[i] + groups[i]
      return String(key)
    },
    expression(dialect, groups) {
      const strides = groupCounts.map((_, i) => groupCounts.slice(i + 1).reduce((product, count) => product * count, 1))
      return dialect.text(
        join(
          groups.map((group, i) => sql`${dialect.wholeNumber(group)} * ${strides[i]}`),
          ' + ',
        ),
      )
    },
  }
}

export function recodeStatement(dialect: Dialect, source: Source, request: RecodeRequest): Sql {
  const { recodes, suppression } = request
  const numbered = recodes.map(
    (recode) => !keepsText(recode) || suppression.classes === 'listed' || suppression.classes === 'unlisted',
  )
  let from = dialect.scan(source)

  const groups: Sql[] = []
  recodes.forEach((recode, i) => {
    if (!numbered[i]) return
    const lookup = groupNumber(dialect, from, recode, request.value(recode.encoding.column))
    from = lookup.from
    groups.push(sql`${lookup.expression} AS ${group(dialect, i)}`)
  })
  const where = request.dropMissing
    ? sql` WHERE ${join(
        recodes.map(({ encoding }) => sql`${request.value(encoding.column)} IS NOT NULL`),
        ' AND ',
      )}`
    : sql``
  const own = request.columns.map((column) => dialect.identifier(column))
  let inner = sql`(SELECT ${join([...own, ...groups])} FROM ${from}${where}) AS halftone_rows`

  const suppressed = dialect.identifier('halftone suppressed')
  if (suppression.classes === 'listed' || suppression.classes === 'unlisted') {
    const key = classKeys(recodes.map(({ labels }) => labels.length)).expression(
      dialect,
      recodes.map((_, i) => group(dialect, i)),
    )
    const lookup = dialect.contains(inner, key, suppression.dictionary)
    const test = suppression.classes === 'listed' ? lookup.expression : sql`NOT ${lookup.expression}`
    const kept = recodes.map((_, i) => group(dialect, i))
    inner = sql`(SELECT ${join([...own, ...kept, sql`${test} AS ${suppressed}`])} FROM ${lookup.from}) AS halftone_classes`
  }

  const everything = suppression.classes === 'all'
  const some = suppression.classes === 'listed' || suppression.classes === 'unlisted'
  const drops = suppression.classes !== 'none' && suppression.rows === 'drop'
  const star = dialect.literal(request.suppressedLabel)
  const cells = request.columns.map((column) => {
    const i = recodes.findIndex(({ encoding }) => encoding.column === column)
    const name = dialect.identifier(column)
    if (i < 0) return name
    if (everything) return sql`${star} AS ${name}`
    const label = keepsText(recodes[i]) ? request.value(column) : dialect.choose(group(dialect, i), recodes[i].labels)
    return some && !drops
      ? sql`CASE WHEN ${suppressed} THEN ${star} ELSE ${label} END AS ${name}`
      : sql`${label} AS ${name}`
  })
  const filter = drops ? (everything ? sql` WHERE FALSE` : sql` WHERE NOT ${suppressed}`) : sql``
  return sql`SELECT ${join(cells)} FROM ${inner}${filter}`
}

function group(dialect: Dialect, i: number): Sql {
  return dialect.identifier(`halftone g${i}`)
}

/** Every value is released as the text it already is. */
function keepsText({ encoding, groupOf, labels }: ColumnRecode): boolean {
  return (
    encoding.kind === 'dictionary' &&
    encoding.missing === undefined &&
    encoding.texts.every((text, place) => labels[groupOf[encoding.codes[place]]] === text)
  )
}

/** The group number of a row's value: a search tree over places in the dictionary, or over bins. */
function groupNumber(dialect: Dialect, from: Sql, { encoding, groupOf }: ColumnRecode, value: Sql): Lookup {
  const lookup = placeOf(dialect, from, value, encoding)
  const { places, codes } = placesOf(encoding)
  const starts: Sql[] = []
  const groups: Sql[] = []
  let identity = true
  for (let i = 0; i < places.length; i++) {
    const number = groupOf[codes[i]]
    identity &&= number === places[i]
    if (i > 0 && number === groupOf[codes[i - 1]]) continue
    if (i > 0) starts.push(sql`${places[i]}`)
    groups.push(sql`${number}`)
  }
  const known = identity ? lookup.expression : ranges(lookup.expression, starts, groups)
  if (encoding.missing === undefined) return { from: lookup.from, expression: known }
  return {
    from: lookup.from,
    expression: sql`CASE WHEN ${value} IS NULL THEN ${groupOf[encoding.missing]} ELSE ${known} END`,
  }
}
