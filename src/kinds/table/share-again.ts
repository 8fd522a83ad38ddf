import type { EngineRun } from '../../engines/engine.ts'
import { sql } from '../../sql/dialect.ts'
import { countShown, VALUES_CHECK } from '../../verification/coarsened.ts'
import type { Found, Verified } from '../kind.ts'
import { coarsenColumns } from './coarsen-columns.ts'
import { exposureRequest } from './expose.ts'
import type { TableStations } from './table.ts'

/**
 * Shares values again if suppressed rows were left out and some released value has too few people: groups are merged
 * by the people that they have left. Returns undefined if nothing can be repaired so.
 */
export async function shareAgain<S extends TableStations>(
  work: Verified<S>,
  run: EngineRun = {},
): Promise<Found<S> | undefined> {
  const { plan, data, counted, countable, staged, verification } = work
  const { engine } = data.table
  const broken = verification.checks.filter(({ holds }) => !holds)
  if (broken.length === 0 || broken.some(({ name }) => name !== VALUES_CHECK)) return undefined
  const request = await exposureRequest(work)
  const left = new Map<string, ReadonlyMap<string, number>>()
  for (const { column, coarsening } of data.coarsened)
    if (coarsening.share !== undefined) left.set(column, await countShown(countable, column, request, run))
  const table = { ...data.table, source: { ...data.table.source, coarsened: undefined } }
  if ('table' in staged) await engine.execute(sql`DROP TABLE ${engine.dialect.identifier(...staged.table)}`, run)
  const again = await coarsenColumns(table, plan, run, left)
  return { ...work, data: { ...data, ...again }, counted: { ...counted, stored: undefined, held: undefined } }
}
