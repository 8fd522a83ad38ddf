/**
 * The `items` recoding as plain, versioned JSON by names: which items are published together under which token, which stay as they
 * are, which are left out. It can be read by a person, kept, and applied to other baskets.
 *
 * A generalized item is one token: the name of its tree node, or `(a,b,c)` made of its items (Loukides et al. 2011, Fig. 1b). Where
 * the data's separator is a comma the items are joined by `|`, so that a token never falls apart. Where such tokens would make a large
 * release, long ones name their first items and how many more there are, `(a,b,c,...+120)`.
 *
 * Tokens of a basket are always published in the order of the recoding. Any order that follows the basket's own items would tell
 * them: `(b,g) (a,f)` would say that the second stands for f.
 *
 * Local recoding has several parts; which basket is in which part is not in here, since that would tell of single baskets.
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
  /** How the baskets were read, for reading others alike. */
  readonly data?: RecodedItemsData
  /** What the release promises. */
  readonly requirements?: readonly { readonly name: string; readonly options: Readonly<Record<string, unknown>> }[]
  /** How many items were left out. A file of a release does not name them: that somebody has such an item stays unknown. */
  readonly suppressedItems?: number
  /** One, or one per part of the baskets under local recoding. */
  readonly parts: readonly ItemsRecodingPart[]
}

export interface RecodedItemsData {
  readonly form: 'lines' | 'cells' | 'pairs'
  readonly column: string
  readonly separator?: string
  readonly per?: string
  readonly missingValues: readonly string[]
  readonly emptyBaskets: 'fail' | 'keep' | 'drop'
  /** Columns that are not in the release. */
  readonly withoutColumns: readonly string[]
  /** Released as they are. */
  readonly keptColumns?: readonly KeptColumn[]
}

export interface ItemsRecodingPart {
  /** In the order in which tokens stand in a basket: an item published as itself, or a token and the items it stands for. */
  readonly published: readonly (string | GeneralizedItem)[]
  /** Items left out of the release. */
  readonly suppressed: readonly string[]
}

export interface GeneralizedItem {
  readonly token: string
  readonly items: readonly string[]
}

/** What an item search decides, by codes: the group of each item (−1 for suppressed), and names of groups where it has them. */
export interface DecidedItems {
  readonly groupOf: ArrayLike<number>
  readonly groups: number
  readonly names?: readonly (string | undefined)[]
}

/** Where an item goes: its token, or null when suppressed. Items that the recoding does not know are not in the map. */
export type TokenOf = ReadonlyMap<string, string | null>

/** A part ready for use: the token of each item, and the place of each token. */
export interface ItemTokens {
  readonly tokenOf: TokenOf
  readonly placeOf: ReadonlyMap<string, number>
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

/** Bytes of a release up to which tokens name all of their items, however many those are. */
const MOST_BYTES = 64 * 2 ** 20
/** Characters of a token that is left as it is. */
const SHORT = 100
/** Items that a shortened token names. */
const FIRST_ITEMS = 3

/** `supports`: baskets with each published token, by part. */
function bytesOfTokens(parts: readonly ItemsRecodingPart[], supports: readonly Int32Array[]): number {
  let bytes = 0
  supports.forEach((own, part) => {
    parts[part].published.forEach((entry, group) => {
      bytes += own[group] * (typeof entry === 'string' ? entry : entry.token).length
    })
  })
  return bytes
}

/** An item is in one token only, so the first ones tell tokens apart. */
function withShortTokens(part: ItemsRecodingPart, separator: string): ItemsRecodingPart {
  const shortened = (entry: string | GeneralizedItem): string | GeneralizedItem => {
    if (typeof entry === 'string' || entry.token !== generalizedToken(entry.items, separator)) return entry
    if (entry.token.length <= SHORT || entry.items.length <= FIRST_ITEMS) return entry
    const more = `...+${entry.items.length - FIRST_ITEMS}`
    return { ...entry, token: generalizedToken([...entry.items.slice(0, FIRST_ITEMS), more], separator) }
  }
  return { ...part, published: part.published.map(shortened) }
}

/** A recoding from JSON, checked. */
export function readItemsRecoding(json: unknown): ItemsRecoding {
  const { version, kind, parts, ...rest } = (json ?? {}) as Partial<ItemsRecoding>
  if (version !== 1 || kind !== 'items')
    throw wrongFile`a recoding of items has version 1 and kind "items"; got version ${JSON.stringify(version)} and kind ${JSON.stringify(kind)}`
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
      throw wrongFile`part ${index + 1} of the recoding must have published (items, or token and items) and suppressed; check that the file is whole`
  })
  const recoding: ItemsRecoding = { ...rest, version, kind, parts }
  recoding.parts.forEach((_, part) => {
    tokensOf(recoding, part)
  })
  return recoding
}

/** The recoding of items in a file; undefined when the file is a recoding of another kind, or none. */
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

/** The tokens of a part. */
export function tokensOf(recoding: ItemsRecoding, part = 0): ItemTokens {
  const { published, suppressed } = recoding.parts[part]
  const tokenOf = new Map<string, string | null>()
  const placeOf = new Map<string, number>()
  const put = (item: string, token: string | null) => {
    if (tokenOf.has(item))
      throw wrongFile`the recoding names the item "${item}" twice; an item has one place: remove one of them`
    tokenOf.set(item, token)
  }
  published.forEach((entry, place) => {
    const { token, items } = typeof entry === 'string' ? { token: entry, items: [entry] } : entry
    if (placeOf.has(token))
      throw wrongFile`the recoding has the token "${token}" twice; a token stands for one set of items: rename one`
    placeOf.set(token, place)
    for (const item of items) put(item, token)
  })
  for (const item of suppressed) put(item, null)
  return { tokenOf, placeOf }
}

/** The token of a generalized item without a name of its own: its items, with a sign between them that none of them has, as far as there is one. */
export function generalizedToken(items: readonly string[], separator = ' '): string {
  const signs = [',', '|', '/', '+', '&', '~'].filter((sign) => !separator.includes(sign))
  const sign = signs.find((own) => !items.some((item) => item.includes(own))) ?? signs[0]
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
    // An earlier recoding may name a group of which these baskets have one item: it stays under that name.
    if (names.length === 1 && (name === undefined || name === names[0])) return names[0]
    return { token: name ?? generalizedToken(names, separator), items: names }
  })
  refuseUnclearTokens(items, published, separator)
  return { published, suppressed }
}

/** Whoever reads the release must be able to tell tokens apart, and from items. */
function refuseUnclearTokens(
  items: readonly string[],
  published: readonly (string | GeneralizedItem)[],
  separator: string,
): void {
  const taken = new Set(items)
  for (const entry of published) {
    if (typeof entry === 'string') continue
    const { token } = entry
    if (containsSeparator(token, separator)) {
      throw wrongColumns`the generalized item "${token}" contains the separator ${JSON.stringify(separator)}; rename the tree's node, or choose another separator`
    }
    if (taken.has(token)) {
      throw wrongColumnsData`the generalized item "${token}" has the name of another item; rename one of them`
    }
    taken.add(token)
  }
}

/** Whether a text would fall apart when it is cut at the separator; blanks stand for any blank. */
export function containsSeparator(text: string, separator: string): boolean {
  return separator.trim() === '' && separator !== '\n' ? /\s/.test(text) : text.includes(separator)
}
