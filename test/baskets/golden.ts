/** What tests of item searches share: running one, spelling its trace and its release, the hash of the regression values. */
import { createHash } from 'node:crypto'
import type { Baskets } from '../../src/baskets/baskets.ts'
import type { ItemGrouping } from '../../src/baskets/itemset-grouping.ts'
import type { OptionValues } from '../../src/ground/options.ts'
import { type ItemTokens, itemsRecoding, itemTokens } from '../../src/recoding/items.ts'
import { requireKmAnonymity } from '../../src/requirements/items/km-anonymity.ts'
import type {
  FoundItems,
  ItemSearchProblem,
  ItemSearchRecord,
  ItemSearchResult,
  ItemStep,
} from '../../src/search/items-search.ts'
import type { SearchRun } from '../../src/search/search.ts'

export const quietRun: SearchRun = { seed: 1, threads: 1, now: () => performance.now() }

export async function searchItems(
  record: ItemSearchRecord,
  baskets: Baskets,
  k: number,
  options: OptionValues = {},
  problem: Partial<ItemSearchProblem> & { m?: number } = {},
): Promise<ItemSearchResult> {
  const { m = 2, ...rest } = problem
  const requirement = requireKmAnonymity(baskets, k, m)
  return record.search({ baskets, requirement, suppressionLimit: 0, ...rest }, options, quietRun)
}

export function found(result: ItemSearchResult): FoundItems {
  if (result.outcome !== 'found') throw new Error(`expected a recoding, got ${JSON.stringify(result)}`)
  return result
}

/** `ac(1): cd+f`, as in the golden values. */
export function spellMerge({ set, support, done }: ItemStep): string {
  const deed = done.startsWith('suppress ')
    ? `suppress ${done.slice('suppress '.length).replaceAll(' ', '')}`
    : done.replaceAll(' ', '')
  return `${set.join('')}(${support}): ${deed}`
}

/** `{P,Q}(1): Q->X`. */
export function spellLift({ set, support, done }: ItemStep): string {
  const name = set.length === 1 ? set[0] : `{${set.join(',')}}`
  return `${name}(${support}): ${done.replaceAll(' -> ', '->')}`
}

/** The baskets as published, under local recoding too. */
export function publish(baskets: Baskets, result: FoundItems): string[][] {
  const recoding = itemsRecoding(baskets.items, result.groupings)
  const tokens = recoding.parts.map((_, part) => itemTokens(recoding, part))
  return Array.from({ length: baskets.count }, (_, row) => {
    const items = Array.from(
      baskets.codes.subarray(baskets.offsets[row], baskets.offsets[row + 1]),
      (code) => baskets.items[code],
    )
    return recodeBasket(items, tokens[result.groupings.basketParts?.[row] ?? 0])
  })
}

/** A basket as published: each token once, in the recoding's order. */
function recodeBasket(basket: readonly string[], { tokens, places }: ItemTokens): string[] {
  const published = new Set(basket.map((item) => tokens.get(item)).filter((token) => typeof token === 'string'))
  return [...published].sort((a, b) => (places.get(a) as number) - (places.get(b) as number))
}

/** Published baskets in short: `a b cdfg e`. */
export function spellPublished(baskets: Baskets, result: FoundItems): string[] {
  return publish(baskets, result).map((tokens) =>
    tokens.map((token) => token.replace(/^\((.*)\)$/, (_, items: string) => items.replaceAll(',', ''))).join(' '),
  )
}

/** What golden values tell of a search that clusters all items alike. */
export async function clusterFigures(
  record: ItemSearchRecord,
  baskets: Baskets,
  k: number,
  options: OptionValues = {},
) {
  const { details, groupings } = found(await searchItems(record, baskets, k, options))
  return {
    merges: details?.['merges'],
    suppressedItems: details?.['suppressedItems'],
    clusters: groupings.parts[0].groups,
    hash: groupingHash(groupings.parts[0]),
  }
}

/** First 16 hex digits of SHA-256 over clusters: items joined by ",", clusters by first item joined by "|". */
export function groupingHash(grouping: ItemGrouping): string {
  const members: number[][] = Array.from({ length: grouping.groups }, () => [])
  grouping.groupOf.forEach((group, item) => {
    if (group >= 0) members[group].push(item)
  })
  const text = members.map((items) => items.join(',')).join('|')
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
