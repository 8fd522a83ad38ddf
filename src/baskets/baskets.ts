/**
 * Baskets as a search sees them: runs of ascending, distinct item codes in compressed rows. Items are ordered as
 * numbers if every label is one, otherwise by code point. Cost: linear in the occurrences, plus sorting the labels
 * once.
 */
import { type UserError, userError } from '../ground/errors.ts'

const wrongEmptyBaskets = userError('data', 'data.empty-baskets')
const wrongData = userError('data', 'data.source')

/** Row r has `codes[offsets[r]]` up to but excluding `codes[offsets[r + 1]]`, ascending and distinct. */
export interface Rows {
  readonly count: number
  readonly offsets: Int32Array
  readonly codes: Int32Array
}

export interface Baskets extends Rows {
  /** Label of each item code. Every item occurs in at least one basket. */
  readonly items: readonly string[]
  readonly empty: number
  readonly repeats: number
}

/** Drawing or counting subsets of a basket walks all its items for each set or pair. */
const MOST_IN_BASKET = 10_000

export type EmptyBaskets = 'fail' | 'keep' | 'drop'

/** Builds baskets from an engine's unsorted arrays. Drops unused labels unless `every` label is an item. */
export function basketsFrom(
  labels: readonly string[],
  offsets: ArrayLike<number>,
  codes: ArrayLike<number>,
  emptyBaskets: EmptyBaskets = 'fail',
  every = false,
): Baskets {
  const rank = rankUsedLabels(labels, codes, every)
  const items: string[] = new Array(rank.used)
  for (let label = 0; label < labels.length; label++) if (rank.of[label] >= 0) items[rank.of[label]] = labels[label]
  const given = Math.max(0, offsets.length - 1)
  const rowOffsets = new Int32Array(given + 1)
  const rowCodes = new Int32Array(codes.length)
  let [end, rows, empty, repeats] = [0, 0, 0, 0]
  for (let row = 0; row < given; row++) {
    const start = end
    for (let at = offsets[row]; at < offsets[row + 1]; at++) rowCodes[end++] = rank.of[codes[at]]
    if (end === start) {
      if (emptyBaskets === 'fail') throw emptyBasketsError(`basket ${row + 1} has`)
      if (emptyBaskets === 'drop') continue
      empty++
    }
    const merged = sortAndMerge(rowCodes, start, end)
    repeats += end - merged
    end = merged
    if (end - start > MOST_IN_BASKET)
      throw wrongData`basket ${row + 1} has ${end - start} different items, and a basket may have ${MOST_IN_BASKET};
        divide it, leave it out, or check the separator`
    rowOffsets[++rows] = end
  }
  if (end === 0)
    throw wrongData`the data has no item in any basket; give at least one basket with an item, or check the separator`
  return { items, count: rows, offsets: rowOffsets.slice(0, rows + 1), codes: rowCodes.slice(0, end), empty, repeats }
}

/** Skips empty lines and comments, which begin with `# ` unless the data has an item `#`. */
export function codedLines(
  text: string,
  baskets: Baskets,
  separator: string | undefined,
  { what, path }: { readonly what: string; readonly path: string },
): { readonly index: number; readonly codes: readonly number[] }[] {
  const known = itemCodes(baskets)
  const remarks = !known.has('#')
  const wrongItem = userError('data', path)
  return text.split('\n').flatMap((line, index) => {
    const items = remarks && line.startsWith('# ') ? [] : splitItems(line, separator)
    const codes = items.map((item) => {
      const code = known.get(item)
      if (code !== undefined) return code
      throw wrongItem`line ${index + 1} of the ${what} names the item "${item}", which no basket holds; remove it, or
        check the separator`
    })
    return codes.length === 0 ? [] : [{ index, codes }]
  })
}

export function splitItems(line: string, separator?: string): string[] {
  const parts = separator === undefined || separator.trim() === '' ? line.split(/[ \t\r]+/) : line.split(separator)
  const items: string[] = []
  for (const part of parts) {
    const item = part.trim()
    if (item !== '') items.push(item)
  }
  return items
}

export function itemOrder(labels: readonly string[]): (a: string, b: string) => number {
  const numeric = labels.every((label) => /^-?\d+(\.\d+)?$/.test(label))
  return numeric ? (a, b) => Number(a) - Number(b) || compareCodePoints(a, b) : compareCodePoints
}

/** Unlike `<` on strings, which compares surrogate halves. */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    // Surrogates (0xd800 to 0xdfff) encode the highest code points, so they go last.
    if (x !== y) return (x >= 0xd800 && x < 0xe000 ? x + 0x10000 : x) - (y >= 0xd800 && y < 0xe000 ? y + 0x10000 : y)
  }
  return a.length - b.length
}

export function rowSupports(rows: Rows, size: number): Int32Array {
  const supports = new Int32Array(size)
  const end = rows.offsets[rows.count]
  for (let at = 0; at < end; at++) supports[rows.codes[at]]++
  return supports
}

export function invertRows(rows: Rows, size: number): Rows {
  const offsets = new Int32Array(size + 1)
  const supports = rowSupports(rows, size)
  for (let code = 0; code < size; code++) offsets[code + 1] = offsets[code] + supports[code]
  const next = offsets.slice(0, size)
  const codes = new Int32Array(offsets[size])
  for (let row = 0; row < rows.count; row++)
    for (let at = rows.offsets[row]; at < rows.offsets[row + 1]; at++) codes[next[rows.codes[at]]++] = row
  return { count: size, offsets, codes }
}

/** The baskets without the items for which `keeps` is false. */
export function filterItems({ count, offsets, codes }: Rows, keeps: (code: number) => boolean): Rows {
  const starts = new Int32Array(count + 1)
  for (let row = 0; row < count; row++) {
    starts[row + 1] = starts[row]
    for (let at = offsets[row]; at < offsets[row + 1]; at++) if (keeps(codes[at])) starts[row + 1]++
  }
  return { count, offsets: starts, codes: codes.filter(keeps) }
}

/** Selects rows; keeps all items, some of which may then not occur. */
export function selectBaskets(baskets: Baskets, rows: ArrayLike<number>): Baskets {
  const offsets = new Int32Array(rows.length + 1)
  for (let i = 0; i < rows.length; i++)
    offsets[i + 1] = offsets[i] + baskets.offsets[rows[i] + 1] - baskets.offsets[rows[i]]
  const codes = new Int32Array(offsets[rows.length])
  let empty = 0
  for (let i = 0; i < rows.length; i++) {
    codes.set(baskets.codes.subarray(baskets.offsets[rows[i]], baskets.offsets[rows[i] + 1]), offsets[i])
    if (offsets[i] === offsets[i + 1]) empty++
  }
  return { items: baskets.items, count: rows.length, offsets, codes, empty, repeats: 0 }
}

export function itemCodes(baskets: Pick<Baskets, 'items'>): Map<string, number> {
  return new Map(baskets.items.map((label, code) => [label, code]))
}

type OwnIntegers = ReturnType<Int32ArrayConstructor['from']>

export function grow(array: OwnIntegers): OwnIntegers {
  const larger = new Int32Array(array.length * 2)
  larger.set(array)
  return larger
}

export function emptyBasketsError(who: string): UserError {
  return wrongEmptyBaskets`${who} no items; a basket needs at least one: remove it, or set empty-baskets to keep or
    drop`
}

function rankUsedLabels(labels: readonly string[], codes: ArrayLike<number>, every: boolean) {
  const isUsed = new Uint8Array(labels.length).fill(every ? 1 : 0)
  for (let at = 0; at < codes.length; at++) isUsed[codes[at]] = 1
  const used: number[] = []
  for (let label = 0; label < labels.length; label++) if (isUsed[label] === 1) used.push(label)
  const compare = itemOrder(used.map((label) => labels[label]))
  used.sort((a, b) => compare(labels[a], labels[b]))
  const of = new Int32Array(labels.length).fill(-1)
  used.forEach((label, rank) => {
    of[label] = rank
    if (rank > 0 && labels[used[rank - 1]] === labels[label])
      throw wrongData`item "${labels[label]}" stands twice in the list of items; give each label once`
  })
  return { of, used: used.length }
}

/** Sorts `codes[start..end)`, drops repeats, and returns the new end. */
function sortAndMerge(codes: Int32Array, start: number, end: number): number {
  if (end - start <= 24) {
    for (let i = start + 1; i < end; i++) {
      const code = codes[i]
      let j = i - 1
      while (j >= start && codes[j] > code) {
        codes[j + 1] = codes[j]
        j--
      }
      codes[j + 1] = code
    }
  } else {
    codes.subarray(start, end).sort()
  }
  let to = start
  for (let from = start; from < end; from++)
    if (from === start || codes[from] !== codes[from - 1]) codes[to++] = codes[from]
  return to
}
