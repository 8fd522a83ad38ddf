/**
 * Counts, per column, the rows that it singles out alone, and those that the quasi-identifiers single out with and
 * without it. Only counts leave the engine. Cost: two groupings of the rows per column, one if all rows are unique.
 */
import type { EngineRun } from '../engines/engine.ts'
import { throwIfCancelled } from '../ground/errors.ts'
import { countUniques, type RelateRequest } from './relate-columns.ts'

export interface SinglingOut {
  readonly unique: number
  readonly columns: readonly {
    readonly column: string
    readonly alone: number
    /** Rows singled out with it as a quasi-identifier, and without it. */
    readonly with: number
    readonly without: number
  }[]
}

export async function singlingOut(
  table: RelateRequest & { readonly rows?: number },
  columns: readonly string[],
  quasiIdentifiers: readonly string[],
  run: EngineRun = {},
): Promise<SinglingOut> {
  const [unique] = await countUniques(table, [quasiIdentifiers], run)
  const found: SinglingOut['columns'][number][] = []
  for (const column of columns) {
    throwIfCancelled(run.signal)
    const isOne = quasiIdentifiers.includes(column)
    const others = isOne ? quasiIdentifiers.filter((name) => name !== column) : [...quasiIdentifiers, column]
    // Another column tells nobody apart if all rows are unique already.
    const sets = isOne || unique !== table.rows ? [[column], others] : [[column]]
    const [alone, otherwise = unique] = await countUniques(table, sets, run)
    found.push({ column, alone, with: isOne ? unique : otherwise, without: isOne ? otherwise : unique })
  }
  return { unique, columns: found }
}
