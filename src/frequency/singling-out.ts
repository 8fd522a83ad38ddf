/**
 * Counts, per column, the rows that it singles out alone, and those that the quasi-identifiers single out with and
 * without it. Cost: two groupings per column in the engine.
 */
import type { EngineRun } from '../engines/engine.ts'
import { throwIfCancelled } from '../ground/errors.ts'
import { countUniques } from './relate-columns.ts'
import type { RelateRequest } from './relate-rows.ts'

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
  table: RelateRequest & { readonly rows: number },
  columns: readonly string[],
  quasiIdentifiers: readonly string[],
  run: EngineRun = {},
): Promise<SinglingOut> {
  const counts = async (names: readonly string[]) => (await countUniques(table, [names], run))[0]
  const unique = await counts(quasiIdentifiers)
  const found: SinglingOut['columns'][number][] = []
  for (const column of columns) {
    throwIfCancelled(run.signal)
    const isOne = quasiIdentifiers.includes(column)
    const others = isOne ? quasiIdentifiers.filter((name) => name !== column) : [...quasiIdentifiers, column]
    const alone = await counts([column])
    // Another column tells nobody apart if all rows are unique already.
    const otherwise = isOne || unique !== table.rows ? await counts(others) : unique
    found.push({ column, alone, with: isOne ? unique : otherwise, without: isOne ? otherwise : unique })
  }
  return { unique, columns: found }
}
