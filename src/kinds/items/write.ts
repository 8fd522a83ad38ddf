/** Writes a release of baskets and plans its verification. */
import { rowSupports } from '../../baskets/baskets.ts'
import { runsOfParts } from '../../baskets/engine-sets.ts'
import { type ItemRelease, releaseItems } from '../../baskets/itemset-release.ts'
import { userError } from '../../ground/errors.ts'
import { columnsInRole, type ItemsPlan } from '../../plan/plan.ts'
import { containsSeparator, type ItemsRecoding, itemsRecoding } from '../../recoding/items.ts'
import { stagedSink, stagedSource } from '../../release/staged.ts'
import { type ForEachBasket, writeBasketCells, writeBasketLines, writeBasketRows } from '../../release/write-baskets.ts'
import { writeBasketsInside } from '../../release/write-baskets-inside.ts'
import { setsCheck } from '../../requirements/items/item-requirement.ts'
import type { StepRun } from '../../run.ts'
import { utilityViolation } from '../../search/clusters/utility-constraints.ts'
import type { FoundItems, ItemSearchProblem, UtilityConstraints } from '../../search/items-search.ts'
import { type Check, plainCheck } from '../../verification/verification.ts'
import { type AskedOfBaskets, verifyItems } from '../../verification/verify-items.ts'
import type { Checks, Found, Written } from '../kind.ts'
import { keptColumns } from '../table/kept-columns.ts'
import type { OpenedItems } from './baskets.ts'
import { basketColumn, pseudonymOfBaskets, releasedPseudonyms, releaseLayout, releaseRequest } from './baskets.ts'
import type { ItemsStations, WrittenItems } from './stations.ts'

/** The recoding by item names; includes suppressed items, which verification needs. */
function recodingOfItems(
  plan: ItemsPlan,
  { baskets }: ItemSearchProblem,
  { groupings }: FoundItems,
  release: ItemRelease,
): ItemsRecoding {
  const separator = itemSeparator(plan)
  if (plan.form !== 'pairs') {
    const split = baskets.items.find((item) => containsSeparator(item, separator))
    if (split !== undefined)
      throw userError('data', `columns.${plan.items.column}.separator`)`the item "${split}" contains the separator
        ${JSON.stringify(separator)} that the release would have; set the separator of column "${plan.items.column}" to
        something that no item has`
  }
  const supports = release.parts.map(({ published }, part) => rowSupports(published, groupings.parts[part].groups))
  return itemsRecoding(baskets.items, groupings, separator, supports)
}

function itemSeparator(plan: Pick<ItemsPlan, 'form' | 'items'>): string {
  return plan.form === 'pairs' ? '\n' : (plan.items.separator ?? ' ')
}

/** The recoding as published: without the names of suppressed items. */
export function writtenRecoding(plan: ItemsPlan, recoding: ItemsRecoding, opened: OpenedItems): ItemsRecoding {
  const { form, items, missingValues, emptyBaskets, requirement } = plan
  const named = pseudonymOfBaskets(plan)
  return {
    halftone: 'recoding',
    version: 1,
    kind: 'items',
    data: {
      form,
      column: items.column,
      separator: items.separator,
      per: items.per,
      missingValues,
      emptyBaskets,
      withoutColumns: withoutColumns(plan, plan.unlisted === 'drop' ? opened.unlisted : []).filter(
        (name) => name !== named?.name,
      ),
      keptColumns:
        plan.form === 'cells'
          ? keptColumns(plan, opened)
          : named
            ? keptColumns({ columns: [named] }, { ...opened, released: [named.name] })
            : [],
    },
    requirements: [{ name: requirement.record.name, options: requirement.options }],
    suppressedItems: new Set(recoding.parts.flatMap((part) => part.suppressed)).size,
    parts: recoding.parts.map((part) => ({ ...part, suppressed: [] })),
  }
}

export function withoutColumns(plan: ItemsPlan, dropped: readonly string[] = []): string[] {
  const { per } = plan.items
  const names = columnsInRole(plan, 'identifier').map((column) => column.name)
  return [...new Set([...names, ...(per === undefined ? [] : [per]), ...dropped])]
}

export async function writeItems(work: Found<ItemsStations>, run: StepRun): Promise<WrittenItems> {
  const { plan, counted, problem, found } = work
  const release = releaseItems(counted.baskets, found.groupings)
  const recoding = recodingOfItems(plan, problem, found, release)
  if (work.data.table.engine.folder === undefined) await writeInside(work, recoding, run)
  else await writeBaskets(work, publishedBaskets(release, found.groupings.basketParts, recoding), run)
  return { recoding, release }
}

function writeInside(
  { plan, data, counted, found, staged }: Found<ItemsStations>,
  recoding: ItemsRecoding,
  run: StepRun,
) {
  const { column } = plan.items
  const { basketParts: parts } = found.groupings
  return writeBasketsInside(
    data.table,
    {
      layout: data.layout,
      parts: recoding.parts.map(({ published }) =>
        published.map((entry) => (typeof entry === 'string' ? { token: entry, items: [entry] } : entry)),
      ),
      runs: parts && runsOfParts(counted.baskets, parts),
      dropEmpty: plan.emptyBaskets === 'drop',
      form:
        plan.form === 'pairs'
          ? { basket: basketColumn(plan), item: column }
          : { columns: data.released, separator: itemSeparator(plan) },
    },
    { sink: stagedSink(plan, staged, data.table), arrangement: plan.arrangement },
    run,
  )
}

async function writeBaskets(work: Found<ItemsStations>, baskets: ForEachBasket, run: StepRun): Promise<void> {
  const { plan, data, counted, staged } = work
  const separator = itemSeparator(plan)
  if (plan.form === 'lines' && 'file' in staged)
    return writeBasketLines(baskets, separator, staged.file, plan.arrangement, run)
  const to = { sink: stagedSink(plan, staged, data.table), arrangement: plan.arrangement }
  if (plan.form === 'pairs') {
    const { people, places } = counted
    const basketName = people && ((basket: number) => people[places?.[basket] ?? basket])
    const columns = { basket: basketColumn(plan), item: plan.items.column, nameBasket: basketName }
    return writeBasketRows(data.table, baskets, columns, to, run)
  }
  const cells = { columns: data.released, items: plan.items.column, separator, basketRows: counted.places }
  return writeBasketCells(data.table, baskets, cells, to, run)
}

/** The published baskets in order, each with its tokens in the recoding's order. */
function publishedBaskets(
  { baskets, parts }: ItemRelease,
  basketParts: Int32Array | undefined,
  recoding: ItemsRecoding,
): ForEachBasket {
  const names = recoding.parts.map(({ published }) =>
    published.map((entry) => (typeof entry === 'string' ? entry : entry.token)),
  )
  return function* (visit) {
    const next = parts.map(() => 0)
    for (let basket = 0; basket < baskets.count; basket++) {
      const part = basketParts === undefined ? 0 : basketParts[basket]
      const row = next[part]++
      const { offsets, codes } = parts[part].published
      const tokens: string[] = []
      for (let at = offsets[row]; at < offsets[row + 1]; at++) tokens.push(names[part][codes[at]])
      visit(basket, tokens)
      yield
    }
  }
}

export function itemsChecks({ plan, counted, problem, found, written, staged }: Written<ItemsStations>): Checks {
  const source =
    plan.form === 'lines' && 'file' in staged
      ? releaseRequest(plan, staged.file, { ours: true })
      : stagedSource(plan, staged)
  const request = {
    layout: releaseLayout(plan),
    requirement: verifiedRequirement(problem, written.recoding),
    rows: (counted.sampled ?? problem.baskets).count,
    pseudonyms: releasedPseudonyms(plan),
    withoutColumns: plan.form === 'lines' ? undefined : withoutColumns(plan),
    more: utilityChecks(problem.utility, problem, found),
  }
  return {
    source,
    async verify(file, run) {
      return { release: file, countable: file, verification: await verifyItems(file, request, run) }
    },
  }
}

/** The requirement as verification sees it: constraints in tokens. */
export function verifiedRequirement(
  { requirement, baskets }: Pick<ItemSearchProblem, 'requirement' | 'baskets'>,
  recoding: ItemsRecoding | undefined,
): AskedOfBaskets {
  const tokens = new Map<string, string>()
  for (const { published } of recoding?.parts ?? []) {
    for (const entry of published) {
      if (typeof entry === 'string') tokens.set(entry, entry)
      else for (const item of entry.items) tokens.set(item, entry.token)
    }
  }
  const { name, promise } = requirement
  return { name, promise, check: setsCheck(requirement, (item) => tokens.get(baskets.items[item])) }
}

function utilityChecks(
  utility: UtilityConstraints | undefined,
  { baskets }: ItemSearchProblem,
  { groupings }: FoundItems,
): Check[] {
  if (utility === undefined) return []
  const crossed = groupings.parts.map((part) => utilityViolation(utility, part)).find((found) => found !== undefined)
  const promise = 'no generalized item crosses a utility constraint'
  const wrong =
    crossed && `"${baskets.items[crossed.item]}" and "${baskets.items[crossed.other]}" are published together`
  return [plainCheck('utility-constraints', promise, wrong, `${utility.description}, respected`)]
}
