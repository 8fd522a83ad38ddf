/** Measures what a release reveals about the people in it, by counting its classes. */
import type { EngineOptions, EngineRun } from '../engines/engine.ts'
import { columnsInRole, type TablePlan } from '../plan/plan.ts'
import { requireOneSet } from '../publish/published-set.ts'
import { openSource, type SourceRequest } from '../sources/open-source.ts'
import { withEngine } from '../sources/stamp.ts'
import { type LearnedColumn, measureLearned } from '../verification/learned-values.ts'

export async function learnedFromRelease(
  job: TablePlan,
  release: SourceRequest,
  run: EngineRun & EngineOptions = {},
): Promise<LearnedColumn[]> {
  const columns = (['sensitive', 'target'] as const).flatMap((role) => columnsInRole(job, role).map(({ name }) => name))
  if (columns.length === 0) return []
  await requireOneSet(release, job.output)
  return withEngine(release, run, async (engine) => {
    const quasiIdentifiers = columnsInRole(job, 'quasi-identifier').map(({ name }) => name)
    const { missingValues } = job
    const table = await openSource(release, engine)
    return measureLearned(table, { quasiIdentifiers, columns, missingValues }, run)
  })
}
