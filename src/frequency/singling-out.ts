/**
 * Which columns single people out: for each, the rows that it tells apart by itself, and those that all quasi-identifiers together single out
 * with it and without it. Asked of the engine; only counts travel.
 *
 * Cost: two groupings of the rows for each column.
 */
import type { EngineRun } from '../engines/engine.ts'
import { throwIfCancelled } from '../ground/errors.ts'
import { countUniques, type RelateRequest } from './relate-columns.ts'

export interface SinglingOut {
  /** Rows that the quasi-identifiers single out together. */
  readonly unique: number
  readonly columns: readonly {
    readonly column: string
    /** Rows whose value nobody else has. */
    readonly alone: number
    /** Rows that would be singled out if it were a quasi-identifier, and if it were none. */
    readonly with: number
    readonly without: number
  }[]
}

export async function singlingOut(
  table: RelateRequest,
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
    const [otherwise, alone] = await countUniques(table, [others, [column]], run)
    found.push({ column, alone, with: isOne ? unique : otherwise, without: isOne ? otherwise : unique })
  }
  return { unique, columns: found }
}
