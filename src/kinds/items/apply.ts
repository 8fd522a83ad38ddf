/**
 * Applies an old recoding to new baskets: items keep their tokens, unknown items are dropped or refused, and tokens
 * that break the requirement are suppressed as in COAT, rarest first.
 */
import { type Baskets, basketsFrom } from '../../baskets/baskets.ts'
import { itemGroupingFrom } from '../../baskets/itemset-grouping.ts'
import { distinctItemsets, itemsetAt } from '../../baskets/itemset-list.ts'
import { listedNames, userError } from '../../ground/errors.ts'
import { formatShare, prose } from '../../ground/format.ts'
import { readOptions } from '../../ground/options.ts'
import { DEFAULT_FAN_OUT } from '../../hierarchy/tree.ts'
import { itemsUtilityLoss } from '../../metrics/items/utility-loss.ts'
import type { ItemsPlan, PlannedItemRequirement } from '../../plan/plan.ts'
import { keyedAgain, keyedText } from '../../pseudonyms/plan-keyed.ts'
import { type ItemsRecoding, type ItemTokens, itemTokens } from '../../recoding/items.ts'
import { itemRequirements } from '../../requirements/items/index.ts'
import type { ItemRequirement } from '../../requirements/items/item-requirement.ts'
import { wholeShare } from '../../search/evaluation.ts'
import type { ItemSearchRecord } from '../../search/items-search.ts'
import { searchCoat } from '../../search/methods/coat/coat.ts'
import { type Applying, asIs, sharedApplied } from '../applying.ts'

const wrongData = userError('data', 'data.source')

export type ApplyItems = Applying<ItemsRecoding, ItemsPlan>

export function planAppliedItems(request: ApplyItems): ItemsPlan {
  const { recoding, name, source, k, unseen, job, drop = [], keep = [] } = request
  const { suppressionLimit = job?.suppressionLimit ?? 1 } = request
  const wrongFile = userError('file', name)
  if (recoding.parts.length > 1)
    throw wrongFile`${name} is a local recoding: an item is published differently in different parts of its own data, so
      it cannot be applied to other data; search anew`
  const { data } = recoding
  if (data === undefined) throw wrongFile`${name} does not say how its baskets were read; make it anew by halftone run`
  const { form, column, separator, per, missingValues, emptyBaskets, keptColumns = [] } = data
  const withoutColumns = [...data.withoutColumns.filter((column) => !keep.includes(column)), ...drop]
  const wanted = keptColumns.filter((kept) => !drop.includes(kept.column))
  const keyed = keyedAgain(wanted, request)
  const again = new Set(keyed.map((column) => column.name))
  const carried = [...keptColumns.map((kept) => kept.column), ...keep].filter((column) => !again.has(column))
  const search = keepTokens(itemTokens(recoding), unseen, suppressionLimit)
  return {
    ...sharedApplied({ ...request, form: undefined }),
    kind: 'items',
    source: form === 'lines' ? { ...source, format: 'transactions', header: [column] } : source,
    form,
    items: { column, separator, per, fanOut: DEFAULT_FAN_OUT },
    missingValues,
    columns: [
      {
        name: column,
        role: 'items',
        hierarchyText: `${recoding.parts[0].published.length} tokens of the recoding`,
        weight: 1,
      },
      ...keyed.map((column) => ({ ...column, hierarchyText: keyedText(column.keyed), weight: 1, optional: true })),
      ...withoutColumns.map((column) => asIs(column, 'identifier')),
      ...(job?.columns ?? [])
        .filter((column) => column.role !== 'items' && !withoutColumns.includes(column.name) && !again.has(column.name))
        .map((column) => ({ ...column, optional: true })),
      ...[...new Set(carried)]
        .filter(
          (column) => !withoutColumns.includes(column) && !job?.columns.some(({ name: planned }) => planned === column),
        )
        .map((column) => asIs(column, 'other')),
    ],
    emptyBaskets,
    requirement: makeItemRequirement(recoding, name, k, job),
    suppressionLimit,
    workload: job?.workload ?? { size: 2, count: 1000, seed: job?.seed ?? 1 },
    estimator: job?.estimator ?? 'uniform-nonempty',
    goal: search.goal,
    search,
  }
}

function makeItemRequirement(
  { requirements = [] }: ItemsRecoding,
  name: string,
  k: number | undefined,
  job: ItemsPlan | undefined,
): PlannedItemRequirement {
  if (job !== undefined) {
    const { requirement } = job
    return k === undefined ? requirement : { ...requirement, options: { ...requirement.options, k } }
  }
  const oldRequirement = requirements[0]
  const record = itemRequirements.find((one) => one.name === oldRequirement?.name)
  if (oldRequirement === undefined || record?.ask === undefined) {
    const what = record?.title.toLowerCase() ?? 'what it does not say'
    throw userError('file', name)`${name} was made for ${what}, which the job file says; give it with --job JOB`
  }
  const options = k === undefined ? oldRequirement.options : { ...oldRequirement.options, k }
  return { record, options: readOptions('the recoding', record.options, options) }
}

function keepTokens(tokens: ItemTokens, unseen: ApplyItems['unseen'], limit: number): ItemSearchRecord {
  return {
    kind: 'items',
    name: 'apply',
    title: 'Apply a recoding',
    summary: 'Keeps the tokens of an earlier recoding and suppresses those that are too rare.',
    source: 'Iyengar 2002, §6, for items',
    options: [],
    needsTree: false,
    goal: itemsUtilityLoss.name,
    async search({ baskets, requirement }, options, run) {
      const tokenOfItem = baskets.items.map((item) => tokens.tokens.get(item) ?? undefined)
      const unknown = baskets.items.filter((_, code) => tokenOfItem[code] === undefined)
      if (unknown.length > 0 && unseen === 'fail') {
        const shown = unknown.map((item) => `"${item}"`)
        throw wrongData`the data has items that the recoding does not publish: ${listedNames(shown, 10)}; add them to
          it, or let them be left out with --unseen suppress`
      }
      const published = [...new Set(tokenOfItem.filter((token) => token !== undefined))]
      if (published.length === 0)
        throw wrongData`the recoding knows none of the items of this data; is it the recoding of such data?`
      published.sort((a, b) => (tokens.places.get(a) as number) - (tokens.places.get(b) as number))
      const tokenNumbers = new Map(published.map((token, number) => [token, number]))
      const clusters = tokenOfItem.map((token) => (token === undefined ? -1 : (tokenNumbers.get(token) as number)))
      const rows = tokenBaskets(baskets, clusters, published)
      const found = await searchCoat.search(
        {
          baskets: rows,
          requirement: asTokens(requirement, clusters, rows, published),
          // Each token is its own group, so nothing can be merged, only suppressed.
          utility: {
            description: 'tokens stay as they are',
            constraints: Int32Array.from(rows.items, (_, code) => code),
            count: rows.items.length,
          },
          suppressionLimit: 1,
        },
        options,
        run,
      )
      if (found.outcome !== 'found') return found
      const kept = new Set(rows.items.filter((_, code) => found.groupings.parts[0].groupOf[code] >= 0))
      const groups = clusters.map((cluster) => (cluster >= 0 && kept.has(published[cluster]) ? cluster : -1))
      const details = { unknownItems: unknown.length, suppressedTokens: rows.items.length - kept.size }
      const left = groups.filter((group) => group < 0).length
      if (left > wholeShare(limit, groups.length)) {
        const reason = prose`the old recoding leaves out ${formatShare(left / groups.length)} of the items, more than
          the suppression limit of ${formatShare(limit)}; allow more with --suppression-limit, or run the job on the new
          data`
        return { outcome: 'none-exists', reason, evaluations: found.evaluations, details }
      }
      const grouping = itemGroupingFrom(groups, (cluster) => published[cluster])
      return { ...found, groupings: { parts: [grouping] }, steps: [], details }
    },
  }
}

/** Replaces items by tokens; baskets that lose all of theirs stay, empty. */
function tokenBaskets(baskets: Baskets, clusters: readonly number[], published: readonly string[]): Baskets {
  const offsets = new Int32Array(baskets.count + 1)
  const codes: number[] = []
  for (let row = 0; row < baskets.count; row++) {
    for (let at = baskets.offsets[row]; at < baskets.offsets[row + 1]; at++) {
      const cluster = clusters[baskets.codes[at]]
      if (cluster >= 0) codes.push(cluster)
    }
    offsets[row + 1] = codes.length
  }
  return basketsFrom(published, offsets, codes, 'keep')
}

/** Translates the requirement to tokens; constraints with a dropped item can no longer be observed. */
function asTokens(
  requirement: ItemRequirement,
  itemClusters: readonly number[],
  rows: Baskets,
  published: readonly string[],
): ItemRequirement {
  const { protects } = requirement
  if ('upTo' in protects) return requirement
  const codes = new Map(rows.items.map((token, code) => [token, code]))
  const sets: number[][] = []
  for (let i = 0; i < protects.count; i++) {
    const clusters = Array.from(itemsetAt(protects, i), (item) => itemClusters[item])
    if (!clusters.includes(-1)) sets.push(clusters.map((cluster) => codes.get(published[cluster]) as number))
  }
  return { ...requirement, protects: distinctItemsets(sets) }
}
