/** Reads the baskets of a plan and poses the search problem. */
import type { Baskets } from '../../baskets/baskets.ts'
import { type ItemsLayout, readSourceBaskets, type SourceBaskets } from '../../baskets/engine-baskets.ts'
import type { Engine, EngineRun } from '../../engines/engine.ts'
import { userError } from '../../ground/errors.ts'
import type { Tree } from '../../hierarchy/hierarchy.ts'
import { balancedTree, treeHierarchy } from '../../hierarchy/tree.ts'
import { generateWorkload, rowsOfLength } from '../../metrics/workload/generate-workload.ts'
import { loadWorkload, type Workload, workloadFromText } from '../../metrics/workload/workload.ts'
import { type ItemsPlan, identifying, matchColumns, type PlannedColumn, pseudonymShapes } from '../../plan/plan.ts'
import { type Pseudonymized, pseudonymize } from '../../pseudonyms/pseudonymize.ts'
import type { StepRun } from '../../run.ts'
import { weightsOption } from '../../search/clusters/merge-weights.ts'
import { utilityConstraintsFromText, utilityConstraintsFromTree } from '../../search/clusters/utility-constraints.ts'
import type { FoundItems, ItemSearchProblem, ItemSearchResult, UtilityConstraints } from '../../search/items-search.ts'
import { warnOfEqualRows } from '../../sources/equal-files.ts'
import { openSource } from '../../sources/open-source.ts'
import { requireColumn, type SourceRequest, type Table } from '../../sources/table.ts'
import type { PseudonymShape } from '../../verification/coarsened.ts'
import type { CountedData, OpenedData } from '../kind.ts'
import { unlistedWarning } from '../table/kept-columns.ts'
import { settleOnAll } from './settle.ts'

export interface OpenedItems extends OpenedData {
  readonly layout: ItemsLayout
  readonly released: readonly string[]
  readonly unlisted: readonly string[]
  readonly fingerprints: Pseudonymized['fingerprints']
}

export async function openItems(plan: ItemsPlan, engine: Engine, run: EngineRun = {}): Promise<OpenedItems> {
  const opened = await openSource(plan.source, engine)
  // With a row per item, equal rows are normal.
  const repeated = plan.form === 'cells' ? await warnOfEqualRows(opened, identifying(plan), { signal: run.signal }) : []
  const warned = { ...opened, warnings: [...opened.warnings, ...repeated] }
  const { table, fingerprints } = await pseudonymize(warned, plan, { signal: run.signal })
  const { per } = plan.items
  if (per !== undefined) requireColumn(table, per, plan.name)
  const names = table.columns.map((column) => column.name)
  const matched = matchColumns(plan, names, table.name)
  return {
    table,
    files: table.files,
    layout: itemsLayout(plan, table),
    fingerprints,
    ...matched,
    unlisted: matched.unlisted.filter((name) => name !== per),
  }
}

export interface CountedBaskets extends SourceBaskets, CountedData {
  readonly workload: Workload | undefined
  readonly from: Pick<OpenedItems, 'table' | 'layout'>
}

export interface ItemsProblem extends ItemSearchProblem {
  /** Repairs a sample's solution for all baskets. */
  readonly settle?: ((found: FoundItems, run: EngineRun) => Promise<ItemSearchResult>) | undefined
}

export async function countBaskets(plan: ItemsPlan, data: OpenedItems, run: StepRun): Promise<CountedBaskets> {
  const { table, layout } = data
  const { emptyBaskets, seed, mostCombinations } = plan
  const asked = { emptyBaskets, seed, most: mostCombinations ?? table.engine.mostCombinations }
  const source = await readSourceBaskets(table.engine, table.source, layout, asked, run)
  const { baskets, read, sampled } = source
  return {
    ...source,
    from: data,
    workload: planWorkload(plan, baskets),
    rowsRead: read,
    rowsMissing: read - (sampled ?? baskets).count,
    warnings: [
      ...data.table.warnings,
      ...listWarnings(plan, sampled === undefined ? baskets : { ...baskets, empty: sampled.empty }, data.unlisted),
      ...sampleWarning(source),
    ],
  }
}

function sampleWarning({ baskets, sampled }: SourceBaskets): string[] {
  if (sampled === undefined) return []
  return [
    `there are ${sampled.count} baskets, more than limits.combinations: the search and the figures of the ` +
      `report are those of a sample of ${baskets.count}; sets that are rare among all baskets are left out, and ` +
      'the release is verified on all of them',
  ]
}

function listWarnings(plan: ItemsPlan, { repeats, empty }: Baskets, unlisted: readonly string[]): string[] {
  const left = plan.form === 'pairs' && unlisted.length > 0
  return [
    ...plan.columns
      .filter(({ role }) => role === 'pseudonym')
      .map(({ name }) => `${name} is a pseudonym, an identifier for anyone who holds its key: keep that apart`),
    ...(left
      ? [`a table with a row per item is released as basket and item alone; left out: ${unlisted.join(', ')}`]
      : unlistedWarning(plan, unlisted)),
    ...(repeats > 0
      ? [`${repeats} repeats of an item inside a basket were merged; a release tells which items, not how many`]
      : []),
    ...(empty > 0 ? [`${empty} baskets without any item are released as they are`] : []),
  ]
}

export function itemsLayout(
  plan: Pick<ItemsPlan, 'form' | 'items' | 'missingValues' | 'columns'>,
  table: Table,
): ItemsLayout {
  const { form, items, missingValues } = plan
  const { column, separator, per } = items
  const { kind } = requireColumn(table, column, 'the job')
  const cells = kind === 'list' ? 'list' : form === 'pairs' && separator === undefined ? 'one' : 'text'
  const named = per === undefined ? undefined : pseudonymOfBaskets(plan) !== undefined
  return { column, cells, missingValues, separator, per, named }
}

/** The pseudonym column that identifies the baskets of a release with a row per item, if any. */
export function pseudonymOfBaskets(plan: Pick<ItemsPlan, 'items' | 'columns'>): PlannedColumn | undefined {
  return plan.columns.find(({ name, role }) => name === plan.items.per && role === 'pseudonym')
}

export function releaseLayout(plan: Pick<ItemsPlan, 'form' | 'items'>): ItemsLayout {
  const { column, separator } = plan.items
  if (plan.form === 'pairs') return { column, cells: 'one', per: basketColumn(plan), missingValues: [] }
  return { column, cells: 'text', missingValues: [], separator }
}

/** The column that numbers baskets in a release with a row per item. */
export function basketColumn({ items }: Pick<ItemsPlan, 'items'>): string {
  return items.column === 'basket' ? 'basket number' : 'basket'
}

export function releasedPseudonyms(plan: ItemsPlan): PseudonymShape[] {
  return pseudonymShapes(plan).map((shape) =>
    shape.column === plan.items.per ? { ...shape, column: basketColumn(plan) } : shape,
  )
}

export function releaseRequest(plan: ItemsPlan, source: string, form: Partial<SourceRequest> = {}): SourceRequest {
  const request = { source, base: '/', ...form }
  return plan.form === 'lines' ? { ...request, format: 'transactions', header: [plan.items.column] } : request
}

export function readPlannedBaskets(
  { emptyBaskets }: ItemsPlan,
  { table, layout }: OpenedItems,
  run: EngineRun,
): Promise<SourceBaskets> {
  return readSourceBaskets(table.engine, table.source, layout, { emptyBaskets }, run)
}

export function poseItemsProblem(
  plan: ItemsPlan,
  { baskets, sampled, from }: Pick<CountedBaskets, 'baskets' | 'sampled'> & Partial<Pick<CountedBaskets, 'from'>>,
): ItemsProblem {
  const { requirement } = plan
  const needsTree =
    plan.search.needsTree ||
    plan.options[weightsOption.name] === 'taxonomy' ||
    (plan.utility !== undefined && 'depth' in plan.utility)
  const tree = needsTree ? itemTree(plan, baskets) : undefined
  const problem: ItemSearchProblem = {
    baskets,
    requirement: requirement.record.make(requirement.options, baskets, requirement.text),
    suppressionLimit: plan.suppressionLimit,
    tree,
    utility: utilityConstraints(plan, baskets, tree),
    share: sampled?.share,
  }
  if (sampled === undefined || from === undefined) return problem
  refuseSample(plan, sampled.count)
  return { ...problem, settle: (found, run) => settleOnAll(from.table, from.layout, problem, found, run) }
}

/** Refuses requirements and options that a sample cannot settle for all baskets. */
function refuseSample({ requirement, options, mostCombinations }: ItemsPlan, count: number): void {
  const asks =
    requirement.options['generate'] === undefined
      ? options['partition'] === 'local' &&
        'algorithm.partition: local, which recodes each part of the baskets by itself'
      : 'constraints that are generated from the data'
  if (asks)
    throw userError('together', 'limits.combinations')`there are ${count} baskets, more than
      limits.combinations${mostCombinations === undefined ? '' : `, ${mostCombinations}`}, so that the search sees a
      sample of them, and ${asks}, needs all; raise limits.combinations, or ask for km`
}

export function itemTree({ items }: Pick<ItemsPlan, 'items'>, baskets: Pick<Baskets, 'items'>): Tree {
  return items.tree === undefined
    ? balancedTree(baskets.items, items.fanOut, items.separator)
    : treeHierarchy(items.column, items.tree).tree
}

export function utilityConstraints(
  plan: Pick<ItemsPlan, 'utility' | 'items'>,
  baskets: Baskets,
  tree: Tree | undefined,
): UtilityConstraints | undefined {
  const { utility } = plan
  if (utility === undefined) return undefined
  if ('text' in utility) return utilityConstraintsFromText(utility.text, baskets, plan.items.separator)
  return utilityConstraintsFromTree(tree as Tree, utility.depth, baskets)
}

/** Queries for ARE; undefined if the data has no itemset of the default size. */
export function planWorkload(plan: ItemsPlan, baskets: Baskets): Workload | undefined {
  const { workload } = plan
  if ('text' in workload) return readWorkload(workload.text, baskets, plan.items.separator)
  if (rowsOfLength(baskets, workload.size).length === 0) return undefined
  return generateWorkload(baskets, workload)
}

/** Parses a saved workload (JSON), or one query per line. */
export function readWorkload(text: string, baskets: Baskets, separator?: string): Workload {
  return text.trimStart().startsWith('{')
    ? loadWorkload(JSON.parse(text), baskets)
    : workloadFromText(text, baskets, separator)
}
