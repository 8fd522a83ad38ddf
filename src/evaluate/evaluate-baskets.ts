/** Compares a release of baskets with the original. Answers to queries reveal original supports: do not publish. */
import type { Baskets, Rows } from '../baskets/baskets.ts'
import { readSourceBaskets } from '../baskets/engine-baskets.ts'
import type { ItemGrouping } from '../baskets/itemset-grouping.ts'
import { itemsetAt } from '../baskets/itemset-list.ts'
import { type ItemRelease, recodeRows, releasePart } from '../baskets/itemset-release.ts'
import type { Engine, EngineRun } from '../engines/engine.ts'
import { isDatabase } from '../engines/open-engine.ts'
import { userError } from '../ground/errors.ts'
import {
  openItems,
  planWorkload,
  readPlannedBaskets,
  readWorkload,
  releaseLayout,
  releaseRequest,
} from '../kinds/items/baskets.ts'
import { itemMetricFigures } from '../kinds/items/describe.ts'
import type { Estimator } from '../metrics/items/item-metric.ts'
import { answerWorkload, itemFrequencyErrors } from '../metrics/items/relative-error.ts'
import { listAnswers, type WorkloadAnswers } from '../metrics/workload/answers.ts'
import { everyItem } from '../metrics/workload/generate-workload.ts'
import { saveWorkload, type Workload } from '../metrics/workload/workload.ts'
import type { ItemsPlan } from '../plan/plan.ts'
import { requireOneSet } from '../publish/published-set.ts'
import { type ItemsRecoding, itemTokens } from '../recoding/items.ts'
import { openSource } from '../sources/open-source.ts'
import { withEngine } from '../sources/stamp.ts'
import type { SourceRequest } from '../sources/table.ts'

const notTogether = userError('together', '--recoding')

export interface EvaluateBasketsRequest {
  readonly job: ItemsPlan
  readonly release: SourceRequest
  readonly recoding: ItemsRecoding
  /** Queries in place of the job's: a saved workload, or an itemset per line. */
  readonly workload?: string
  readonly estimator?: Estimator
}

export type BasketsEvaluation = Awaited<ReturnType<typeof evaluateBaskets>>

export async function evaluateBaskets(request: EvaluateBasketsRequest, run: EngineRun = {}) {
  const { job, recoding } = request
  if (recoding.parts.length > 1)
    throw notTogether`the recoding is local: which part a basket was in is shown nowhere, so counts cannot be estimated
      from the file; the manifest of the run has its figures`
  await requireOneSet(request.release, job.output)
  return withEngine(job.source, {}, async (engine) => {
    const { baskets } = await readPlannedBaskets(job, await openItems(job, engine), run)
    const source = releaseRequest(job, request.release.source as string, request.release)
    // The release of database data may be a local file.
    const readReleased = async (local: Engine) => {
      const { name, source: rows } = await openSource(source, local)
      return { name, ...(await readSourceBaskets(local, rows, releaseLayout(job), { emptyBaskets: 'keep' }, run)) }
    }
    const released = await (isDatabase(source.source) === isDatabase(job.source.source)
      ? readReleased(engine)
      : withEngine(source, {}, readReleased))
    if (released.read !== baskets.count)
      throw userError('data', released.name)`${released.name} has ${released.read} baskets, the data of ${job.name}
        ${baskets.count}; give the release that was made from this data`
    const release = readRelease(baskets, released.baskets, recoding)
    const estimator = request.estimator ?? job.estimator
    const workload =
      request.workload === undefined
        ? planWorkload(job, baskets)
        : readWorkload(request.workload, baskets, job.items.separator)
    const settings = { estimator }
    return {
      baskets: baskets.count,
      items: baskets.items.length,
      tokens: released.baskets.items.length,
      metrics: itemMetricFigures(release, workload, settings),
      estimator,
      queries: workload === undefined ? [] : tabled(baskets, workload, answerWorkload(release, workload, estimator)),
      itemFrequencies: tabled(baskets, everyItem(baskets), itemFrequencyErrors(release, estimator)),
      workload: workload?.description,
      saved: workload && saveWorkload(workload, baskets),
    }
  })
}

function readRelease(baskets: Baskets, released: Baskets, recoding: ItemsRecoding): ItemRelease {
  const { tokens, places } = itemTokens(recoding)
  const groupOf = Int32Array.from(baskets.items, (item) => {
    const token = tokens.get(item)
    return token === undefined || token === null ? -1 : (places.get(token) as number)
  })
  const grouping: ItemGrouping = { groupOf, groups: places.size }
  const groups = Int32Array.from(released.items, (token) => {
    const place = places.get(token)
    if (place === undefined)
      throw notTogether`the release has a token "${token}" that the recoding does not know; give its recoding`
    return place
  })
  const published: Rows = recodeRows(released, { groupOf: groups, groups: places.size })
  return { baskets, parts: [releasePart(baskets, grouping, published)] }
}

function tabled(baskets: Baskets, { queries }: Workload, answers: WorkloadAnswers) {
  return listAnswers(answers, (query) => ({
    items: Array.from(itemsetAt(queries, query), (code) => baskets.items[code]),
  }))
}
