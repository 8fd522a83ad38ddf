/** Verification and risk of any file of baskets, including files that Halftone did not write. */
import { dirname } from 'node:path'
import { itemCodes } from '../../baskets/baskets.ts'
import { type ItemsLayout, readSourceBaskets } from '../../baskets/engine-baskets.ts'
import { ungroupedItems } from '../../baskets/itemset-grouping.ts'
import { distinctItemsets } from '../../baskets/itemset-list.ts'
import { releaseItems } from '../../baskets/itemset-release.ts'
import type { Engine, EngineRun } from '../../engines/engine.ts'
import { userError } from '../../ground/errors.ts'
import { riskItemAttacker } from '../../metrics/risk/items-attacker.ts'
import { type RiskConstraints, supportShares } from '../../metrics/risk/items-smallest-support.ts'
import type { ItemsPlan } from '../../plan/plan.ts'
import { releaseForm } from '../../release/write-release.ts'
import { type ItemRequirement, setsCheck } from '../../requirements/items/item-requirement.ts'
import { askKmAnonymity } from '../../requirements/items/km-anonymity.ts'
import { openSource } from '../../sources/open-source.ts'
import { requireUnchanged } from '../../sources/stamp.ts'
import { requireColumn, type Table } from '../../sources/table.ts'
import { type AskedOfBaskets, type VerifyItemsRequest, verifyItems } from '../../verification/verify-items.ts'
import type {
  BasketsFile,
  BasketsRisk,
  BasketsRiskRequest,
  FilesOfKind,
  FileToVerify,
  KmRequest,
  VerifyRequest,
} from '../file-questions.ts'
import {
  basketColumn,
  itemsLayout,
  openItems,
  poseItemsProblem,
  readPlannedBaskets,
  releasedPseudonyms,
  releaseLayout,
  releaseRequest,
} from './baskets.ts'
import { verifiedRequirement, withoutColumns } from './write.ts'

export const basketFiles: FilesOfKind = {
  released(plan: ItemsPlan, file) {
    const form = plan.form === 'lines' ? {} : releaseForm(plan)
    return releaseRequest(plan, file, { base: dirname(file), ...form })
  },
  toVerify,
  risk: basketsRisk,
}

async function toVerify(
  file: VerifyRequest & Pick<BasketsFile, 'job'>,
  engine: Engine,
  run: EngineRun,
): Promise<FileToVerify> {
  const { table, layout } = await openBaskets(file, engine)
  const identifiers = file.job === undefined ? [] : withoutColumns(file.job)
  const request: VerifyItemsRequest = {
    layout,
    requirement: await findRequirement(file, file.km, engine, run),
    pseudonyms: file.job && releasedPseudonyms(file.job),
    withoutColumns: identifiers.length === 0 ? undefined : identifiers,
    rows: file.rows,
  }
  return { table, verify: () => verifyItems(table, request, run) }
}

async function basketsRisk(
  { attacker: { k, m, seed, trials }, ...file }: BasketsRiskRequest,
  engine: Engine,
  run: EngineRun,
): Promise<BasketsRisk> {
  const { table, layout } = await openBaskets(file, engine)
  const { baskets } = await readSourceBaskets(engine, table.source, layout, { emptyBaskets: 'keep' }, run)
  const asked = file.job === undefined ? undefined : await findRequirement(file, undefined, engine, run)
  const check = asked?.check
  const knows = m ?? (check !== undefined && 'upTo' in check ? check.upTo : 2)
  const codes = itemCodes(baskets)
  const listed = (sets: readonly (readonly string[])[]) =>
    distinctItemsets(
      sets
        .filter((set) => set.every((token) => codes.has(token)))
        .map((set) => set.map((token) => codes.get(token) as number)),
    )
  const constraints: RiskConstraints =
    m === undefined && check !== undefined && 'sets' in check ? listed(check.sets) : { upTo: knows }
  await requireUnchanged(engine)
  const release = releaseItems(baskets, { parts: [ungroupedItems(baskets.items.length)] })
  const supports = supportShares(release, constraints)
  const least = k ?? check?.k
  const rare = supports.shares.filter((entry) => least !== undefined && entry.support < least)
  return {
    baskets: baskets.count,
    empty: baskets.empty,
    tokens: baskets.items.length,
    knows,
    supports,
    below:
      least === undefined
        ? undefined
        : {
            k: least,
            sets: rare.reduce((sum, entry) => sum + entry.constraints, 0),
            share: rare.reduce((sum, entry) => sum + entry.share, 0),
          },
    attacker: riskItemAttacker(release, { knows, trials, seed }),
  }
}

export async function openBaskets(
  { source, job, items }: BasketsFile,
  engine: Engine,
): Promise<{ table: Table; layout: ItemsLayout }> {
  if (job === undefined) {
    const lines = source.format === 'transactions'
    const column = items?.column ?? 'items'
    const table = await openSource(lines ? { ...source, header: [column] } : source, engine)
    const { kind } = requireColumn(table, column, '--items')
    if (items?.per !== undefined) requireColumn(table, items.per, '--per')
    const one = items?.per !== undefined && items.separator === undefined
    return {
      table,
      layout: { column, missingValues: [], ...items, cells: kind === 'list' ? 'list' : one ? 'one' : 'text' },
    }
  }
  const table = await openSource(releaseRequest(job, source.source as string, source), engine)
  const { per } = job.items
  const has = (name: string) => table.columns.some((column) => column.name === name)
  // The job may also be used to check its own source data.
  const raw = job.form === 'pairs' && per !== undefined && has(per) && !has(basketColumn(job))
  return { table, layout: raw ? itemsLayout(job, table) : releaseLayout(job) }
}

async function findRequirement(
  { job, recoding }: BasketsFile,
  km: KmRequest | undefined,
  engine: Engine,
  run: EngineRun,
): Promise<AskedOfBaskets> {
  if (job === undefined) {
    if (km === undefined)
      throw userError('present', '--k')`a file of baskets is verified for k and m; give --k 5 and --m 2, or --job JOB`
    return publishedAs(askKmAnonymity(km.k, km.m))
  }
  const { record, options } = job.requirement
  if (record.ask !== undefined) return publishedAs(record.ask(options))
  if (recoding === undefined)
    throw userError('file', job.output.recoding)`${record.title.toLowerCase()} name original items, so verification
      needs to know what they are published as; there is no recoding at ${job.output.recoding}: give it with --recoding
      FILE`
  const counted = await readPlannedBaskets(job, await openItems(job, engine), run)
  return verifiedRequirement(poseItemsProblem(job, counted), recoding)
}

/** For requirements that do not depend on the tokens. */
function publishedAs(asked: ItemRequirement): AskedOfBaskets {
  return { name: asked.name, promise: asked.promise, check: setsCheck(asked) }
}
