/**
 * The whole path for baskets of items: source → baskets → search → recoding → release → verification → report. It is the path of
 * `anonymize.ts` with other stations in between.
 */
import { openEngines } from '../../engines/open-engine.ts'
import { throwIfCancelled } from '../../errors.ts'
import { releaseItems } from '../../frequency/itemset-release.ts'
import { openStaging } from '../../release/staging.ts'
import { type AnonymizeRun, type RunResult, stepClock } from '../../run.ts'
import { causeOf, requireUnchanged } from '../../sources/stamp.ts'
import { hashFiles } from '../columns/stage.ts'
import { openItems, poseItemsProblem, readBasketsOf, workloadOf } from './baskets.ts'
import { describeItemsRun, itemFiguresOf, itemsReportOf } from './describe.ts'
import type { ItemsPlan } from './plan.ts'
import {
  outputsOfItems,
  recodingOfItems,
  stageBaskets,
  stageItemDocuments,
  verifyStagedBaskets,
  writtenRecoding,
} from './write.ts'

export async function anonymizeItems(plan: ItemsPlan, run: AnonymizeRun = {}): Promise<RunResult> {
  const clock = stepClock(run)
  const engines = await openEngines(plan.source, run)
  try {
    const opened = await clock('open', () => openItems(plan, engines.data))
    const { files } = opened.table
    const staging = await openStaging(outputsOfItems(plan), { force: run.force ?? false, sources: files })
    const hashing = new AbortController()
    try {
      const input = hashFiles(files, hashing.signal)
      const source = await clock('count', (progress) => readBasketsOf(plan, opened, { ...run, progress }))
      const problem = poseItemsProblem(plan, source.baskets)
      const workload = workloadOf(plan, source.baskets)
      const result = await clock('search', (_, progress) =>
        plan.search.search(problem, plan.options, {
          seed: plan.seed,
          threads: run.threads ?? 1,
          ...(run.signal === undefined ? {} : { signal: run.signal }),
          progress,
          now: run.now ?? (() => performance.now()),
        }),
      )
      const told = { ...describeItemsRun(plan, source, opened, result), seconds: clock.seconds }
      // What an item search has done until it is stopped does not meet the requirement: there is no best so far.
      if (result.outcome !== 'found') return told

      const recoding = recodingOfItems(plan, problem, result)
      const release = releaseItems(source.baskets, result.groupings)
      await clock('write', (progress) =>
        stageBaskets(plan, opened, source, release, result.groupings.partOf, recoding, staging, { ...run, progress }),
      )
      const verification = await clock('verify', (progress) =>
        verifyStagedBaskets(plan, engines.local, problem, result, recoding, staging, { ...run, progress }),
      )
      await requireUnchanged(engines.data)
      if (verification.verdict === 'broken') {
        const broken = verification.checks.find((check) => !check.holds)
        return { ...told, reason: `verification failed: ${broken?.found}`, verification }
      }
      const figures = await clock('publish', async (progress) => {
        const computed = await itemFiguresOf(plan, problem, source, release, workload, { ...run, progress })
        const report = itemsReportOf(plan, opened, problem, result, release, recoding, computed, workload, verification)
        run.report?.(report)
        const written = writtenRecoding(plan, recoding, opened)
        await stageItemDocuments(plan, engines.data, written, report, computed, workload, problem, await input, staging)
        throwIfCancelled(run.signal)
        await requireUnchanged(engines.data)
        await staging.publish()
        return computed
      })
      const { baskets, metrics, risk } = figures
      return {
        ...told,
        suppressed: baskets.suppressedOccurrences,
        metrics,
        risk,
        value: metrics[told.goal],
        baskets,
        ...plan.output,
        verification,
        seconds: clock.seconds,
      }
    } finally {
      hashing.abort()
      await staging.discard()
    }
  } catch (error) {
    throw await causeOf(engines.data, error)
  } finally {
    await engines.close()
  }
}
