/** Builds the query that applies a recoding of columns: group numbers, class number and its suppression, labels. */
import type { Dialect, RowsInOrder, Source, Sql } from '../sql/dialect.ts'
import { allOf, join, ranges, rowsInOrder, sql } from '../sql/dialect.ts'
import { type ColumnEncoding, extractDigit, listPlaces, lookUpPlace, type StoredEncoding } from '../sql/encoding.ts'

export interface RecodeRequest {
  /** In release order; quasi-identifiers are recoded, all others released unchanged. */
  readonly columns: readonly string[]
  readonly recodes: readonly ColumnRecode[]
  readonly suppression: Suppression
  readonly dropMissing: boolean
  /** The value of a column as text, NULL if missing. */
  readonly value: (column: string) => Sql
  readonly suppressedLabel: string
  /** Per recode and group: 0 if all rows of the group are suppressed, so that no file contains its label. */
  readonly shown?: readonly Uint8Array[]
  readonly inOrder?: boolean | undefined
  /** Adds the position of each label in these lists as a column: sorting by it is faster than looking up labels. */
  readonly placed?: ReadonlyMap<string, readonly string[]> | undefined
  readonly tellsSuppressed?: boolean | undefined
}

export interface ColumnRecode {
  readonly encoding: ColumnEncoding | StoredEncoding
  readonly codeGroups: Int32Array
  readonly labels: readonly string[]
}

/**
 * Which classes are suppressed: a flag per class number or, if there are too many, an uploaded dictionary of the class
 * keys that are suppressed, or of those that are not.
 */
export type Suppression =
  | { readonly classes: 'none' }
  | { readonly classes: 'all'; readonly rows: 'mask' | 'drop' }
  | { readonly classes: 'flagged'; readonly flags: Uint8Array; readonly rows: 'mask' | 'drop' }
  | {
      readonly classes: 'listed' | 'unlisted'
      readonly dictionary: string
      readonly keys: ReadonlySet<string>
      readonly rows: 'mask' | 'drop'
    }

/** Identifies a class by its group numbers in mixed radix, or concatenated where that overflows. */
export interface ClassKeys {
  readonly classes: number
  text(groups: ArrayLike<number>): string
  /** The mixed radix as a number, exact if there are few classes. */
  place(groups: ArrayLike<number>): number
  expression(dialect: Dialect, groups: readonly Sql[]): Sql
  number(dialect: Dialect, groups: readonly Sql[]): Sql
}

export function classKeys(groupCounts: readonly number[]): ClassKeys {
  const classes = groupCounts.reduce((product, count) => product * count, 1)
  const number: ClassKeys['number'] = (dialect, groups) =>
    groups.reduce<Sql>(
      (high, group, i) => (i === 0 ? dialect.wholeNumber(group) : sql`(${high}) * ${groupCounts[i]} + ${group}`),
      sql`0`,
    )
  const place = (groups: ArrayLike<number>): number => {
    let key = 0
    for (let i = 0; i < groupCounts.length; i++) key = key * groupCounts[i] + groups[i]
    return key
  }
  if (classes > Number.MAX_SAFE_INTEGER)
    return {
      classes,
      text: (groups) => Array.prototype.join.call(groups, '.'),
      expression: (dialect, groups) =>
        groups.map((group) => dialect.text(group)).reduce((a, b) => sql`${a} || '.' || ${b}`),
      place,
      number,
    }
  return {
    classes,
    text: (groups) => String(place(groups)),
    place,
    expression: (dialect, groups) => dialect.text(number(dialect, groups)),
    number,
  }
}

export function recodeStatement(dialect: Dialect, source: Source, request: RecodeRequest): Sql {
  const { recodes, suppression } = request
  const everything = suppression.classes === 'all'
  const some = listsClasses(suppression)
  const drops = suppression.classes !== 'none' && suppression.rows === 'drop'
  const numbered = recodes.map((recode) => some || !keepsText(recode))
  const labelled = recodes.filter((recode) => !keepsText(recode)).map(({ encoding }) => encoding.column)
  const unchanged = request.columns.filter((column) => !labelled.includes(column))
  const ordered = rowsInOrder(dialect, source, !dialect.keepsOrder && request.inOrder !== false)
  const rows = groupedRows(dialect, { ...ordered, source }, request, unchanged, numbered)
  const star = dialect.literal(request.suppressedLabel)
  const suppressed = suppressedName(dialect)
  const cells = request.columns.map((column) => {
    const i = recodes.findIndex(({ encoding }) => encoding.column === column)
    const name = dialect.identifier(column)
    if (i < 0) return name
    if (everything) return sql`${star} AS ${name}`
    const labels = recodes[i].labels.map((label, of) =>
      request.shown?.[i][of] === 0 ? request.suppressedLabel : label,
    )
    const masks = some && !drops
    if (keepsText(recodes[i])) {
      const text = dialect.text(name)
      return masks ? sql`CASE WHEN ${suppressed} THEN ${star} ELSE ${text} END AS ${name}` : sql`${text} AS ${name}`
    }
    const number = group(dialect, i)
    if (!masks) return sql`${dialect.choose(number, labels)} AS ${name}`
    const masked = sql`CASE WHEN ${suppressed} THEN 0 ELSE ${number} + 1 END`
    return sql`${dialect.choose(masked, [request.suppressedLabel, ...labels])} AS ${name}`
  })
  const placed = placesOfLabels(request).map(({ i, places }) => {
    const shown = some && !drops
    const number = shown ? sql`CASE WHEN ${suppressed} THEN 0 ELSE ${group(dialect, i)} + 1 END` : group(dialect, i)
    const value = places.every((place, label) => place === label) ? number : dialect.chooseNumber(number, places)
    return sql`${value} AS ${dialect.identifier(placeColumn(i))}`
  })
  const flag = request.tellsSuppressed && masksSome(suppression) ? [suppressed] : []
  const filter = drops ? (everything ? sql` WHERE FALSE` : sql` WHERE NOT ${suppressed}`) : sql``
  return sql`SELECT ${join([...cells, ...placed, ...flag])} FROM ${rows}${filter}${ordered.orderBy}`
}

function placeColumn(i: number): string {
  return `halftone o${i}`
}

export function placedColumns(request: RecodeRequest): Map<string, string> {
  return new Map(placesOfLabels(request).map(({ i }) => [request.recodes[i].encoding.column, placeColumn(i)] as const))
}

function placesOfLabels({ recodes, suppression, suppressedLabel, placed }: RecodeRequest) {
  if (suppression.classes === 'all') return []
  const some = listsClasses(suppression)
  return recodes.flatMap((recode, i) => {
    const order = placed?.get(recode.encoding.column)
    if (order === undefined || !(some || !keepsText(recode))) return []
    const placeOfLabel = new Map(order.map((label, place) => [label, place]))
    const shown = some && suppression.rows === 'mask' ? [suppressedLabel, ...recode.labels] : recode.labels
    return [{ i, places: shown.map((label) => placeOfLabel.get(label) as number) }]
  })
}

/** The sort order of labels: by group, suppressed first; long lists by text. `typed`: the engine sorts labels so. */
export function labelOrders(
  { recodes, suppression, suppressedLabel }: RecodeRequest,
  typed: boolean,
): Map<string, readonly string[]> {
  if (suppression.classes === 'all') return new Map()
  const masks = suppression.classes !== 'none' && suppression.rows === 'mask'
  return new Map(
    recodes.flatMap((recode) => {
      const texts = masks ? [suppressedLabel, ...recode.labels] : recode.labels
      const sortsItself = typed && !keepsText(recode)
      return sortsItself || !sortsByPlace(texts) ? [] : [[recode.encoding.column, [...new Set(texts)]] as const]
    }),
  )
}

export function sortsByPlace(labels: readonly string[]): boolean {
  return labels.length <= MOST_ORDERED && !labels.some((text) => text.includes('\0'))
}

/** Returns `low` and `high`, or other figures, of each group (`place`) of a numeric column, without suppressed rows. */
export function extentStatement(
  dialect: Dialect,
  source: Source,
  request: RecodeRequest,
  column: number,
  figures = (number: Sql): Sql => sql`MIN(${number}) AS low, MAX(${number}) AS high`,
): Sql {
  const { recodes, suppression } = request
  const { encoding } = recodes[column]
  const some = listsClasses(suppression)
  const numbered = recodes.map((_, i) => some || i === column)
  const rowsRead = { ...rowsInOrder(dialect, source, false), source }
  const rows = groupedRows(dialect, rowsRead, request, [encoding.column], numbered)
  const number = dialect.number(request.value(encoding.column))
  const filter =
    suppression.classes === 'all' ? sql` WHERE FALSE` : some ? sql` WHERE NOT ${suppressedName(dialect)}` : sql``
  return sql`SELECT ${dialect.integer(group(dialect, column))} AS place, ${figures(number)} FROM ${rows}${filter} GROUP
    BY 1`
}

const MOST_ORDERED = 1000

type SomeClasses = Extract<Suppression, { classes: 'flagged' | 'listed' | 'unlisted' }>

export function masksSome(suppression: Suppression): boolean {
  return listsClasses(suppression) && suppression.rows === 'mask'
}

function listsClasses(suppression: Suppression): suppression is SomeClasses {
  return suppression.classes !== 'none' && suppression.classes !== 'all'
}

function groupedRows(
  dialect: Dialect,
  { from, carried, source }: RowsInOrder & Pick<GroupsRequest, 'source'>,
  { recodes, suppression, dropMissing, value }: RecodeRequest,
  columns: readonly string[],
  numbered: readonly boolean[],
): Sql {
  const passed = [...carried, ...columns.map((column) => dialect.identifier(column))]
  const grouped = recodes.flatMap((recode, i) => (numbered[i] ? [{ name: groupName(i), ...recode }] : []))
  const there = dropMissing ? recodes.map(({ encoding }) => encoding) : []
  const rows = rowsWithGroups(dialect, from, { carried: passed, grouped, there, value, source })
  if (!listsClasses(suppression)) return rows
  const numbers = recodes.map((_, i) => group(dialect, i))
  const keys = classKeys(recodes.map(({ labels }) => labels.length))
  const lookup = testClass(dialect, rows, keys, numbers, suppression)
  const listed = sql`${lookup.expression} AS ${suppressedName(dialect)}`
  return sql`(SELECT ${join([...passed, ...numbers, listed])} FROM ${lookup.from}${dialect.once}) AS halftone_classes`
}

interface GroupsRequest extends Pick<RecodeRequest, 'value'> {
  readonly carried: readonly Sql[]
  readonly grouped: readonly (Omit<ColumnRecode, 'labels'> & { readonly name: string })[]
  readonly there: readonly ColumnRecode['encoding'][]
  /** The file, if cells are read as it has them. */
  readonly source?: Source
}

export function rowsWithGroups(dialect: Dialect, rows: Sql, request: GroupsRequest): Sql {
  const { carried, grouped, there, value, source } = request
  let from = rows
  const places: Sql[] = []
  const groups = grouped.map(({ name, encoding, codeGroups }, i) => {
    const { kind, column } = encoding
    const place = dialect.identifier(`halftone p${i}`)
    const ofCell = source && groupOfCell(dialect, source, { encoding, codeGroups })
    if (ofCell) {
      places.push(sql`${ofCell} AS ${place}`)
      return sql`${orMissing(place, place, { encoding, codeGroups })} AS ${dialect.identifier(name)}`
    }
    // Dictionaries contain no text that means missing, so no check is needed.
    const text = kind === 'dictionary' ? dialect.text(dialect.identifier(column)) : value(column)
    const lookup = lookUpPlace(dialect, from, text, encoding)
    from = lookup.from
    places.push(sql`${lookup.expression} AS ${place}`)
    return sql`${groupOfPlace(dialect, place, { encoding, codeGroups })} AS ${dialect.identifier(name)}`
  })
  const present = there.map((encoding) => isThere(dialect, encoding, value))
  const where = present.length === 0 ? sql`` : sql` WHERE ${allOf(present)}`
  // A separate layer, so that the position is looked up once and not at each comparison of the search tree.
  const placed = sql`(SELECT ${join([...carried, ...places])} FROM ${from}${where}${dialect.once}) AS halftone_places`
  return sql`(SELECT ${join([...carried, ...groups])} FROM ${placed}${dialect.once}) AS halftone_rows`
}

function isThere(dialect: Dialect, encoding: ColumnRecode['encoding'], value: RecodeRequest['value']): Sql {
  if (encoding.kind !== 'stored') return sql`${value(encoding.column)} IS NOT NULL`
  return sql`${extractDigit(dialect, encoding.digit)} < ${encoding.digit.radix - 1}`
}

function groupOfCell(dialect: Dialect, source: Source, { encoding, codeGroups }: Omit<ColumnRecode, 'labels'>) {
  if (encoding.kind !== 'dictionary') return undefined
  const groups = Array.from(encoding.codes, (code) => codeGroups[code])
  return dialect.numberOfCell?.(source, encoding.column, encoding.texts, groups)
}

function groupOfPlace(dialect: Dialect, place: Sql, { encoding, codeGroups }: Omit<ColumnRecode, 'labels'>): Sql {
  if (encoding.kind !== 'stored') return groupNumber(place, { encoding, codeGroups })
  // Digits are not in code order: a search tree would have a branch for nearly each of them.
  const groups = Array.from(encoding.codes, (code) => (code < 0 ? 0 : codeGroups[code]))
  return dialect.chooseNumber(place, groups)
}

function testClass(dialect: Dialect, rows: Sql, keys: ClassKeys, groups: readonly Sql[], suppression: SomeClasses) {
  if (suppression.classes === 'flagged') return dialect.flag(rows, keys.number(dialect, groups), suppression.flags)
  const lookup = dialect.contains(rows, keys.expression(dialect, groups), suppression.dictionary)
  return suppression.classes === 'listed' ? lookup : { from: lookup.from, expression: sql`NOT ${lookup.expression}` }
}

export const SUPPRESSED_COLUMN = 'halftone suppressed'

function suppressedName(dialect: Dialect): Sql {
  return dialect.identifier(SUPPRESSED_COLUMN)
}

export function groupName(i: number): string {
  return `halftone g${i}`
}

function group(dialect: Dialect, i: number): Sql {
  return dialect.identifier(groupName(i))
}

function keepsText({ encoding, codeGroups, labels }: ColumnRecode): boolean {
  return (
    encoding.kind === 'dictionary' &&
    encoding.missing === undefined &&
    encoding.texts.every((text, place) => labels[codeGroups[encoding.codes[place]]] === text)
  )
}

function groupNumber(
  place: Sql,
  { encoding, codeGroups }: { readonly encoding: ColumnEncoding; readonly codeGroups: Int32Array },
): Sql {
  const { places, codes } = listPlaces(encoding)
  const starts: Sql[] = []
  const groups: Sql[] = []
  let identity = true
  for (let i = 0; i < places.length; i++) {
    const number = codeGroups[codes[i]]
    identity &&= number === places[i]
    if (i > 0 && number === codeGroups[codes[i - 1]]) continue
    if (i > 0) starts.push(sql`${places[i]}`)
    groups.push(sql`${number}`)
  }
  return orMissing(place, identity ? place : ranges(place, starts, groups), { encoding, codeGroups })
}

function orMissing(place: Sql, known: Sql, { encoding, codeGroups }: Omit<ColumnRecode, 'labels'>): Sql {
  const { missing } = encoding as ColumnEncoding
  return missing === undefined ? known : sql`CASE WHEN ${place} IS NULL THEN ${codeGroups[missing]} ELSE ${known} END`
}
