/** From item groupings to a staged and verified release of baskets with its documents. */
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Engine } from '../../engines/engine.ts'
import { UserError } from '../../errors.ts'
import type { SourceBaskets } from '../../frequency/engine-baskets.ts'
import type { ItemRelease } from '../../frequency/itemset-release.ts'
import { saveWorkload, type Workload } from '../../metrics/workload/workload.ts'
import { columnsOf } from '../../plan.ts'
import { containsSeparator, type ItemsRecoding, itemsRecoding } from '../../recoding/items.ts'
import { hashFile } from '../../release/hash-file.ts'
import { type Manifest, manifestText } from '../../release/manifest.ts'
import type { Staging } from '../../release/staging.ts'
import { type ForEachBasket, writeBasketCells, writeBasketLines, writeBasketRows } from '../../release/write-baskets.ts'
import { sinkOf } from '../../release/write-release.ts'
import type { ItemsReport } from '../../report/items-report.ts'
import { engineRun, type StepRun } from '../../run.ts'
import { type UtilityConstraints, utilityViolation } from '../../search/coat/utility-constraints.ts'
import type { FoundItems, ItemSearchProblem } from '../../search/items-search.ts'
import { openSource } from '../../sources/open-source.ts'
import type { Check, Verification } from '../../verification/verification.ts'
import { type AskedOfBaskets, verifyItems } from '../../verification/verify-items.ts'
import { version } from '../../version.ts'
import { basketColumn, type OpenedItems, releaseLayout, releaseRequest } from './baskets.ts'
import type { ItemFigures } from './describe.ts'
import type { ItemsPlan } from './plan.ts'

/** What is published, by names; the names of suppressed items are still in it, for verification. */
export function recodingOfItems(plan: ItemsPlan, { baskets }: ItemSearchProblem, found: FoundItems): ItemsRecoding {
  const separator = separatorOf(plan)
  if (plan.form !== 'pairs') {
    const split = baskets.items.find((item) => containsSeparator(item, separator))
    if (split !== undefined) {
      throw new UserError(
        `the item "${split}" contains the separator ${JSON.stringify(separator)} that the release would have; set the separator of column "${plan.items.column}" to something that no item has`,
      )
    }
  }
  return itemsRecoding(baskets.items, found.groupings, separator)
}

function separatorOf(plan: Pick<ItemsPlan, 'form' | 'items'>): string {
  // In a table with a row per item nothing has to be cut apart.
  return plan.form === 'pairs' ? '\n' : (plan.items.separator ?? ' ')
}

/** The recoding as it is written: without the names of suppressed items. */
export function writtenRecoding(plan: ItemsPlan, recoding: ItemsRecoding, opened: OpenedItems): ItemsRecoding {
  const { form, items, missingValues, emptyBaskets, requirement } = plan
  return {
    halftone: 'recoding',
    version: 1,
    kind: 'items',
    data: {
      form,
      column: items.column,
      ...(items.separator === undefined ? {} : { separator: items.separator }),
      ...(items.per === undefined ? {} : { per: items.per }),
      missingValues,
      emptyBaskets,
      withoutColumns: withoutColumns(plan, plan.unlisted === 'drop' ? opened.unlisted : []),
    },
    requirements: [{ name: requirement.record.name, options: requirement.options }],
    suppressedItems: new Set(recoding.parts.flatMap((part) => part.suppressed)).size,
    parts: recoding.parts.map((part) => ({ ...part, suppressed: [] })),
  }
}

function withoutColumns(plan: ItemsPlan, dropped: readonly string[]): string[] {
  const { per } = plan.items
  const names = columnsOf(plan, 'identifier').map((column) => column.name)
  return [...new Set([...names, ...(per === undefined ? [] : [per]), ...dropped])]
}

export async function stageBaskets(
  plan: ItemsPlan,
  opened: OpenedItems,
  { placeOf }: SourceBaskets,
  release: ItemRelease,
  partOf: Int32Array | undefined,
  recoding: ItemsRecoding,
  staging: Staging,
  run: StepRun,
): Promise<void> {
  const target = plan.output.release
  const file = staging.path(target)
  const baskets = publishedBaskets(release, partOf, recoding)
  const separator = separatorOf(plan)
  if (plan.form === 'lines') return writeBasketLines(baskets, separator, file, engineRun(run))
  const sink = sinkOf(target, file)
  if (plan.form === 'pairs') {
    const columns = { basket: basketColumn(plan), item: plan.items.column }
    return writeBasketRows(opened.table, baskets, columns, sink, engineRun(run))
  }
  return writeBasketCells(
    opened.table,
    baskets,
    {
      columns: opened.released,
      items: plan.items.column,
      separator,
      ...(placeOf === undefined ? {} : { placeOf }),
    },
    sink,
    engineRun(run),
  )
}

/** The published baskets in their order, each with its tokens in the order of the recoding. */
function publishedBaskets(
  { baskets, parts }: ItemRelease,
  partOf: Int32Array | undefined,
  recoding: ItemsRecoding,
): ForEachBasket {
  const names = recoding.parts.map(({ published }) =>
    published.map((entry) => (typeof entry === 'string' ? entry : entry.token)),
  )
  return function* (visit) {
    const next = parts.map(() => 0)
    for (let basket = 0; basket < baskets.count; basket++) {
      const part = partOf === undefined ? 0 : partOf[basket]
      const row = next[part]++
      const { offsets, codes } = parts[part].published
      const tokens: string[] = []
      for (let at = offsets[row]; at < offsets[row + 1]; at++) tokens.push(names[part][codes[at]])
      visit(basket, tokens)
      yield
    }
  }
}

/** Opens the staged file like any other source and counts it again. */
export async function verifyStagedBaskets(
  plan: ItemsPlan,
  engine: Engine,
  problem: ItemSearchProblem,
  found: FoundItems,
  recoding: ItemsRecoding,
  staging: Staging,
  run: StepRun,
): Promise<Verification> {
  const staged = staging.path(plan.output.release)
  const { format, delimiter } = plan.form === 'lines' ? { format: undefined, delimiter: undefined } : sinkOf(staged, '')
  const request = releaseRequest(plan, staged, {
    ...(format === undefined ? {} : { format }),
    ...(delimiter === undefined ? {} : { delimiter }),
    ours: true,
  })
  const table = await openSource(request, engine)
  return verifyItems(
    table,
    {
      layout: releaseLayout(plan),
      requirement: verifiedRequirement(problem, recoding),
      rows: problem.baskets.count,
      ...(plan.form === 'lines' ? {} : { withoutColumns: withoutColumns(plan, []) }),
      more: utilityChecks(problem.utility, problem, found),
    },
    engineRun(run),
  )
}

/** The requirement as verification sees it: constraints by the tokens that their items are published as. */
export function verifiedRequirement(
  { requirement, baskets }: Pick<ItemSearchProblem, 'requirement' | 'baskets'>,
  recoding: ItemsRecoding | undefined,
): AskedOfBaskets {
  const tokenOf = new Map<string, string>()
  for (const { published } of recoding?.parts ?? []) {
    for (const entry of published) {
      if (typeof entry === 'string') tokenOf.set(entry, entry)
      else for (const item of entry.items) tokenOf.set(item, entry.token)
    }
  }
  const { name, promise, check } = requirement
  return { name, promise, check: check((item) => tokenOf.get(baskets.items[item])) }
}

function utilityChecks(
  utility: UtilityConstraints | undefined,
  { baskets }: ItemSearchProblem,
  { groupings }: FoundItems,
): Check[] {
  if (utility === undefined) return []
  const crossed = groupings.parts.map((part) => utilityViolation(utility, part)).find((found) => found !== undefined)
  return [
    {
      name: 'utility-constraints',
      promise: 'no generalized item crosses a utility constraint',
      holds: crossed === undefined,
      found:
        crossed === undefined
          ? `${utility.description}, respected`
          : `"${baskets.items[crossed.item]}" and "${baskets.items[crossed.other]}" are published together`,
      witnesses: [],
    },
  ]
}

export async function stageItemDocuments(
  plan: ItemsPlan,
  engine: Engine,
  recoding: ItemsRecoding,
  report: ItemsReport,
  figures: ItemFigures,
  workload: Workload | undefined,
  { baskets }: ItemSearchProblem,
  input: Manifest['input'],
  staging: Staging,
): Promise<void> {
  const { output } = plan
  await writeFile(staging.path(output.recoding), `${JSON.stringify(recoding, null, 2)}\n`)
  if (output.workload !== undefined) {
    if (workload === undefined)
      throw new UserError('output.workload has nothing to save: no basket has two items; remove it')
    await writeFile(staging.path(output.workload), `${JSON.stringify(saveWorkload(workload, baskets), null, 2)}\n`)
  }
  if (output.report !== undefined) {
    const { drawItemsReport } = await import('../../report/items-html.ts')
    await writeFile(staging.path(output.report), await drawItemsReport(report))
  }
  const files = [output.release, output.recoding, ...(output.report === undefined ? [] : [output.report])]
  const manifest = manifestText({
    versions: { halftone: version, engine: engine.version },
    seed: plan.seed,
    algorithm: plan.search.name,
    options: plan.options,
    goal: report.asked.goal,
    requirements: recoding.requirements ?? [],
    suppressionLimit: plan.suppressionLimit,
    columns: plan.columns.map(({ name, role }) => ({ name, role })),
    input,
    output: await Promise.all(
      files.map(async (file) => ({ name: basename(file), ...(await hashFile(staging.path(file))) })),
    ),
    rows: report.rows,
    metrics: figures.metrics,
    risk: figures.risk,
    verification: report.verification,
  })
  await writeFile(staging.path(output.manifest), manifest)
}

export function outputsOfItems({ output }: ItemsPlan): string[] {
  const { release, recoding, manifest, report, workload } = output
  return [release, recoding, manifest, report, workload].filter((file) => file !== undefined)
}
