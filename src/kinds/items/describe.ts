/** Describes a release of baskets: figures, recoding, report. */
import type { SourceBaskets } from '../../baskets/engine-baskets.ts'
import type { ItemRelease } from '../../baskets/itemset-release.ts'
import { throwIfCancelled, userError } from '../../ground/errors.ts'
import { prose } from '../../ground/format.ts'
import { version } from '../../ground/version.ts'
import { itemMetrics } from '../../metrics/items/index.ts'
import { type ItemRisks, itemRiskMetrics, itemRisks, rawItemRisks } from '../../metrics/items/risks.ts'
import { saveWorkload, type Workload } from '../../metrics/workload/workload.ts'
import type { ItemsPlan } from '../../plan/plan.ts'
import type { ItemsRecoding } from '../../recoding/items.ts'
import { describeMetric } from '../../report/build-report.ts'
import type { BasketFigures, ItemsReport, TokenPicture } from '../../report/report.ts'
import type { ItemRequirement } from '../../requirements/items/item-requirement.ts'
import type { StepRun } from '../../run.ts'
import type { Verification } from '../../verification/verification.ts'
import type { Description, Verified } from '../kind.ts'
import type { CountedBaskets, OpenedItems } from './baskets.ts'
import type { ItemsStations } from './stations.ts'
import { writtenRecoding } from './write.ts'

interface ItemFigures {
  readonly metrics: Readonly<Record<string, number>>
  readonly risk: { readonly before: Readonly<Record<string, number>>; readonly after: Readonly<Record<string, number>> }
  readonly shares: ItemRisks['shares']
  readonly baskets: BasketFigures
}

export async function describeItems(work: Verified<ItemsStations>, run: StepRun): Promise<Description> {
  const { plan, data, counted, written } = work
  const figures = await measureFigures(work, run)
  const { metrics, risk, baskets } = figures
  const open = baskets.suppressedItems > 0 ? withoutWorkload(metrics) : metrics
  const report = buildReport(work, { ...figures, metrics: open })
  return {
    figures: { suppressed: baskets.suppressedOccurrences, metrics, risk, baskets },
    publicMetrics: open === metrics ? undefined : open,
    figuresOver: figuresOver(counted, open !== metrics),
    value: metrics[plan.goal],
    warnings: [],
    report,
    drawReport: async (signing) => (await import('../../report/html.ts')).drawItemsReport(report, signing),
    recoding: writtenRecoding(plan, written.recoding, data),
    texts: { workload: plan.output.workload && savedQueries(counted) },
  }
}

function figuresOver({ baskets, sampled }: CountedBaskets, withoutAre: boolean): string | undefined {
  const over = [
    sampled && `a sample of ${baskets.count} of ${sampled.count} baskets`,
    withoutAre ? 'without ARE, whose queries name suppressed items' : undefined,
  ].filter((part) => part !== undefined)
  return over.length === 0 ? undefined : over.join(', ')
}

/** Queries and answers come from the data, including suppressed items, so these figures stay private. */
function withoutWorkload(metrics: ItemFigures['metrics']): ItemFigures['metrics'] {
  const asks = itemMetrics.filter(({ needs }) => needs === 'workload').map(({ name }) => name)
  return Object.fromEntries(Object.entries(metrics).filter(([name]) => !asks.includes(name)))
}

function savedQueries({ workload, baskets }: CountedBaskets): string {
  if (workload === undefined)
    throw userError('data', 'output.workload')`output.workload has nothing to save: no basket has two items; remove it`
  return `${JSON.stringify(saveWorkload(workload, baskets), null, 2)}\n`
}

async function measureFigures(work: Verified<ItemsStations>, run: StepRun): Promise<ItemFigures> {
  const { plan, counted, problem } = work
  const { release } = work.written
  const { requirement, baskets } = problem
  const settings = {
    constraints: requirement.protects,
    knows: 'upTo' in requirement.protects ? requirement.protects.upTo : 2,
    seed: plan.seed,
  }
  const before = rawItemRisks(baskets, settings)
  await pause(run, 0.25)
  const after = itemRisks(release, settings)
  await pause(run, 0.5)
  const metrics = itemMetricFigures(release, counted.workload, plan)
  await pause(run, 0.9)
  return {
    metrics,
    risk: { before, after: after.figures },
    shares: after.shares,
    baskets: basketFigures(counted, release, work.verification),
  }
}

async function pause({ signal, progress }: StepRun, share: number): Promise<void> {
  progress?.(share)
  await new Promise((resolve) => setImmediate(resolve))
  throwIfCancelled(signal)
}

export function itemMetricFigures(
  release: ItemRelease,
  workload: Workload | undefined,
  { estimator }: Pick<ItemsPlan, 'estimator'>,
): Record<string, number> {
  const settings = { estimator, workload }
  return Object.fromEntries(
    itemMetrics
      .filter(({ needs }) => needs !== 'workload' || workload !== undefined)
      .map((metric) => [metric.name, metric.compute(release, settings)]),
  )
}

function basketFigures(
  { read, sampled }: SourceBaskets,
  { baskets, parts }: ItemRelease,
  { suppressedRows }: Verification,
): BasketFigures {
  let empty = 0
  let suppressedOccurrences = 0
  const suppressed = new Set<number>()
  // Parts of a local recoding share tokens by name.
  const tokens = new Set<string>()
  for (const { published, grouping, itemSupports } of parts) {
    for (let row = 0; row < published.count; row++) if (published.offsets[row] === published.offsets[row + 1]) empty++
    for (let item = 0; item < itemSupports.length; item++) {
      const support = sampled?.supports.get(baskets.items[item]) ?? itemSupports[item]
      if (support === 0) continue
      if (grouping.groupOf[item] >= 0)
        tokens.add(grouping.names?.[grouping.groupOf[item]] ?? `group ${grouping.groupOf[item]}`)
      else {
        suppressed.add(item)
        suppressedOccurrences += support
      }
    }
  }
  const released = (sampled ?? baskets).count
  return {
    read,
    dropped: read - released,
    released,
    // On a sample, only verification has counted all baskets.
    empty: sampled === undefined ? empty : suppressedRows,
    occurrences: sampled?.occurrences ?? baskets.codes.length,
    repeats: baskets.repeats,
    items: baskets.items.length,
    tokens: tokens.size,
    suppressedItems: suppressed.size,
    suppressedOccurrences,
  }
}

function buildReport(work: Verified<ItemsStations>, figures: ItemFigures): ItemsReport {
  const { plan, data, counted, problem, result, written, verification } = work
  const { requirement, utility } = problem
  const { goal } = plan
  return {
    title: `Release of ${data.table.name}`,
    version,
    asked: {
      source: data.table.name,
      columns: plan.columns.map(({ name, role, hierarchyText }) => ({ name, role, hierarchy: hierarchyText })),
      requirements: [{ name: requirement.name, promise: requirement.promise }],
      k: requirement.k,
      suppressionLimit: plan.suppressionLimit,
      utility: utility?.description ?? 'none: any items may be generalized together',
      goal,
      algorithm: plan.search.name,
      options: plan.options,
      seed: plan.seed,
    },
    found: {
      outcome: result.outcome,
      stopped: result.outcome === 'found' ? undefined : result.details?.stopped,
      optimal: result.outcome === 'found' && result.optimal,
      value: Number.isFinite(figures.metrics[goal]) ? figures.metrics[goal] : undefined,
      evaluations: figures.baskets.suppressedItems === 0 ? result.evaluations : undefined,
      details: result.details ?? {},
      convergence: [],
    },
    rows: figures.baskets,
    // Only risks that are also known before recoding can be compared.
    risks: itemRiskMetrics
      .filter(({ name }) => name in figures.risk.before)
      .map((metric) => {
        const { before, after } = figures.risk
        return { ...describeMetric(metric), before: before[metric.name], after: after[metric.name] }
      }),
    metrics: itemMetrics
      .filter(({ name }) => name in figures.metrics)
      .map((metric) => ({ ...describeMetric(metric), value: figures.metrics[metric.name] })),
    workload: counted.workload?.description ?? 'none: no basket has two items',
    supports: figures.shares.shares.map(({ support, constraints }) => ({ support, sets: constraints })),
    groups: tokenPictures(written.release, written.recoding),
    verification,
    guarantee: describeGuarantee(plan, requirement, data, figures),
  }
}

function tokenPictures({ parts }: ItemRelease, recoding: ItemsRecoding): TokenPicture[] {
  const pictures = new Map<string, TokenPicture>()
  recoding.parts.forEach(({ published }, part) => {
    published.forEach((entry, group) => {
      const { token, items } = typeof entry === 'string' ? { token: entry, items: [entry] } : entry
      const baskets = parts[part].supports.supports[group]
      const known = pictures.get(token)
      pictures.set(token, {
        token,
        items: Math.max(items.length, known?.items ?? 0),
        baskets: baskets + (known?.baskets ?? 0),
      })
    })
  })
  // A part of a local recoding may have groups that none of its baskets contains.
  return [...pictures.values()].filter((picture) => picture.baskets > 0)
}

function describeGuarantee(
  plan: ItemsPlan,
  requirement: ItemRequirement,
  { released, unlisted }: OpenedItems,
  { baskets }: ItemFigures,
): ItemsReport['guarantee'] {
  const others = plan.form === 'cells' ? released.filter((name) => name !== plan.items.column) : []
  const unnamed = plan.unlisted === 'keep' && plan.form === 'cells' ? unlisted : []
  return {
    holds: [
      requirement.promise,
      'no basket was lost or added, and they stand in the order of ' +
        `${plan.arrangement.order === 'source' ? 'the source' : 'what they hold'}`,
      ...(plan.form === 'lines' ? [] : ['no identifier column is in the release']),
      'the tokens of a basket stand in a fixed order, which says nothing of the items behind them',
      ...(baskets.suppressedItems > 0
        ? ['items that were left out are named in no file of the release, not in the recoding either']
        : []),
    ],
    doesNotHold: [
      ...plan.columns
        .filter(({ role }) => role === 'pseudonym')
        .map(
          ({ name }) => prose`${name} is a pseudonym: an identifier for anyone who holds its key, who can find the
            basket of a known person`,
        ),
      requirement.open,
      'what everybody among the baskets that fit has in common can be learned about a person',
      'that a person does not have an item, and how many items a person has at least, can be seen',
      'the recoding names the items behind each generalized item: that somebody among all people has such an ' +
        'item can be learned',
      ...(others.length > 0
        ? [`other columns are released as they are, and people may be picked out by them: ${others.join(', ')}`]
        : []),
      ...(unnamed.length > 0 ? [`of these, the job does not name: ${unnamed.join(', ')}`] : []),
    ],
  }
}
