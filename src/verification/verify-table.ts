/** Counts any release again, of rows or of baskets. */
import type { EngineRun } from '../engines/engine.ts'
import { type Countable, tableOf } from './read-once.ts'
import type { Verification } from './verification.ts'
import { type VerifyItemsRequest, verifyItems } from './verify-items.ts'
import { type VerifyRowsRequest, verifyRows } from './verify-rows.ts'

export function verifyTable(
  release: Countable,
  request: VerifyRowsRequest | VerifyItemsRequest,
  run: EngineRun = {},
): Promise<Verification> {
  return 'layout' in request ? verifyItems(tableOf(release), request, run) : verifyRows(release, request, run)
}
