/**
 * The `items` recoding as JSON. A token is the name of a tree node or lists its items, `(a,b,c)` (Loukides et al. 2011,
 * Fig. 1b); in large releases long tokens are shortened, `(a,b,c,...+120)`. Tokens are published in the order of the
 * recoding, because any order derived from a basket's items would reveal them. The file does not say which basket is in
 * which part of a local recoding: that would reveal single baskets.
 */
import { UserError, userError } from '../ground/errors.ts'
import { MOST_BYTES_OF_RESULTS, readSmallFile } from '../ground/small-file.ts'
import type { KeptColumn } from './recoding.ts'

const wrongColumns = userError('together', 'columns')
const wrongColumnsData = userError('data', 'columns')
const wrongFile = userError('file')

export interface ItemsRecoding {
  readonly halftone?: 'recoding'
  readonly version: 1
  readonly kind: 'items'
  readonly data?: RecodedItemsData
  readonly requirements?: readonly { readonly name: string; readonly options: Readonly<Record<string, unknown>> }[]
  /** Number of items left out. The file does not name them: their existence must stay unknown. */
  readonly suppressedItems?: number
  readonly parts: readonly ItemsRecodingPart[]
}

export interface RecodedItemsData {
  readonly form: 'lines' | 'cells' | 'pairs'
  readonly column: string
  readonly separator?: string
  readonly per?: string
  readonly missingValues: readonly string[]
  readonly emptyBaskets: 'fail' | 'keep' | 'drop'
  readonly withoutColumns: readonly string[]
  readonly keptColumns?: readonly KeptColumn[]
}

export interface ItemsRecodingPart {
  readonly published: readonly (string | GeneralizedItem)[]
  readonly suppressed: readonly string[]
}

export interface GeneralizedItem {
  readonly token: string
  readonly items: readonly string[]
}

/** An item search's decision: the group of each item (−1: suppressed), and group names if known. */
export interface DecidedItems {
  readonly groupOf: ArrayLike<number>
  readonly groups: number
  readonly names?: readonly (string | undefined)[]
}

export interface ItemTokens {
  readonly tokens: ReadonlyMap<string, string | null>
  readonly places: ReadonlyMap<string, number>
}

export function itemsRecoding(
  items: readonly string[],
  groupings: { readonly parts: readonly DecidedItems[] },
  separator = ' ',
  supports: readonly Int32Array[] = [],
): ItemsRecoding {
  const whole = groupings.parts.map((grouping) => recodingPart(items, grouping, separator))
  const isLarge = bytesOfTokens(whole, supports) > MOST_BYTES
  const parts = isLarge ? whole.map((part) => withShortTokens(part, separator)) : whole
  return { version: 1, kind: 'items', parts }
}

const MOST_BYTES = 64 * 2 ** 20
const SHORT = 100
const FIRST_ITEMS = 3

function bytesOfTokens(parts: readonly ItemsRecodingPart[], supports: readonly Int32Array[]): number {
  let bytes = 0
  supports.forEach((counts, part) => {
    parts[part].published.forEach((entry, group) => {
      bytes += counts[group] * (typeof entry === 'string' ? entry : entry.token).length
    })
  })
  return bytes
}

/** Each item is in one token only, so the first items identify it. */
function withShortTokens(part: ItemsRecodingPart, separator: string): ItemsRecodingPart {
  const shortened = (entry: string | GeneralizedItem): string | GeneralizedItem => {
    if (typeof entry === 'string' || entry.token !== generalizedToken(entry.items, separator)) return entry
    if (entry.token.length <= SHORT || entry.items.length <= FIRST_ITEMS) return entry
    const more = `...+${entry.items.length - FIRST_ITEMS}`
    return { ...entry, token: generalizedToken([...entry.items.slice(0, FIRST_ITEMS), more], separator) }
  }
  return { ...part, published: part.published.map(shortened) }
}

export function readItemsRecoding(json: unknown): ItemsRecoding {
  const { version, kind, parts, ...rest } = (json ?? {}) as Partial<ItemsRecoding>
  if (version !== 1 || kind !== 'items')
    throw wrongFile`a recoding of items has version 1 and kind "items"; got version ${JSON.stringify(version)} and kind
      ${JSON.stringify(kind)}`
  const isNames = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((name) => typeof name === 'string')
  if (!Array.isArray(parts) || parts.length === 0) throw wrongFile`a recoding of items needs parts; got none`
  parts.forEach((part: Partial<ItemsRecodingPart>, index) => {
    const complete =
      isNames(part?.suppressed) &&
      Array.isArray(part.published) &&
      part.published.every(
        (entry) => typeof entry === 'string' || (typeof entry?.token === 'string' && isNames(entry.items)),
      )
    if (!complete)
      throw wrongFile`part ${index + 1} of the recoding must have published (items, or token and items) and suppressed;
        check that the file is whole`
  })
  const recoding: ItemsRecoding = { ...rest, version, kind, parts }
  recoding.parts.forEach((_, part) => {
    itemTokens(recoding, part)
  })
  return recoding
}

export function readItemsRecodingFile(file: string): ItemsRecoding | undefined {
  let json: Partial<ItemsRecoding>
  try {
    json = JSON.parse(readSmallFile(file, `the recoding "${file}"`, MOST_BYTES_OF_RESULTS))
  } catch (error) {
    if (error instanceof UserError) throw error
    return undefined
  }
  return json?.kind === 'items' ? readItemsRecoding(json) : undefined
}

export function itemTokens(recoding: ItemsRecoding, part = 0): ItemTokens {
  const { published, suppressed } = recoding.parts[part]
  const tokens = new Map<string, string | null>()
  const places = new Map<string, number>()
  const put = (item: string, token: string | null) => {
    if (tokens.has(item))
      throw wrongFile`the recoding names the item "${item}" twice; an item has one place: remove one of them`
    tokens.set(item, token)
  }
  published.forEach((entry, place) => {
    const { token, items } = typeof entry === 'string' ? { token: entry, items: [entry] } : entry
    if (places.has(token))
      throw wrongFile`the recoding has the token "${token}" twice; a token stands for one set of items: rename one`
    places.set(token, place)
    for (const item of items) put(item, token)
  })
  for (const item of suppressed) put(item, null)
  return { tokens, places }
}

export function generalizedToken(items: readonly string[], separator = ' '): string {
  const signs = [',', '|', '/', '+', '&', '~'].filter((sign) => !separator.includes(sign))
  const sign = signs.find((candidate) => !items.some((item) => item.includes(candidate))) ?? signs[0]
  return `(${items.join(sign)})`
}

function recodingPart(items: readonly string[], decided: DecidedItems, separator: string): ItemsRecodingPart {
  const members: string[][] = Array.from({ length: decided.groups }, () => [])
  const suppressed: string[] = []
  items.forEach((name, item) => {
    const group = decided.groupOf[item]
    if (group < 0) suppressed.push(name)
    else members[group].push(name)
  })
  const published = members.map((names, group) => {
    const name = decided.names?.[group]
    if (names.length === 1 && (name === undefined || name === names[0])) return names[0]
    return { token: name ?? generalizedToken(names, separator), items: names }
  })
  refuseUnclearTokens(items, published, separator)
  return { published, suppressed }
}

/** Readers of the release must be able to distinguish tokens from each other and from items. */
function refuseUnclearTokens(
  items: readonly string[],
  published: readonly (string | GeneralizedItem)[],
  separator: string,
): void {
  const taken = new Set(items)
  for (const entry of published) {
    if (typeof entry === 'string') continue
    const { token } = entry
    if (containsSeparator(token, separator))
      throw wrongColumns`the generalized item "${token}" contains the separator ${JSON.stringify(separator)}; rename the
        tree's node, or choose another separator`
    if (taken.has(token))
      throw wrongColumnsData`the generalized item "${token}" has the name of another item; rename one of them`
    taken.add(token)
  }
}

/** Whether splitting at the separator would break the text; a blank separator means any whitespace. */
export function containsSeparator(text: string, separator: string): boolean {
  return separator.trim() === '' && separator !== '\n' ? /\s/.test(text) : text.includes(separator)
}
