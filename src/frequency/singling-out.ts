/**
 * Counts, per column, the rows that it singles out alone, and those that the quasi-identifiers single out with and
 * without it. A local file is numbered in memory, a column at a time, and the numbers are kept for the next question;
 * a database counts by two groupings per column, and only counts leave it.
 */
import type { EngineRun } from '../engines/engine.ts'
import { throwIfCancelled } from '../ground/errors.ts'
import { countUniques } from './relate-columns.ts'
import { numberColumns, type RelateRequest } from './relate-rows.ts'

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

export interface SinglingOutRequest extends RelateRequest {
  readonly rows: number
  /** Numbers of earlier questions about the same rows. */
  readonly numbered: Map<string, Classes>
}

/** Rows that look alike have the same number. */
export interface Classes {
  readonly numbers: Int32Array
  readonly count: number
}

export async function singlingOut(
  table: SinglingOutRequest,
  columns: readonly string[],
  quasiIdentifiers: readonly string[],
  run: EngineRun = {},
): Promise<SinglingOut> {
  const counts = table.engine.folder === undefined ? inDatabase(table, run) : inMemory(table, quasiIdentifiers, run)
  const unique = await counts([...quasiIdentifiers])
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

type CountUniques = (columns: readonly string[]) => Promise<number>

function inDatabase(table: SinglingOutRequest, run: EngineRun): CountUniques {
  return async (columns) => (await countUniques(table, [columns], run))[0]
}

/** Remembers the classes of the first quasi-identifiers, with which most questions begin. */
function inMemory(table: SinglingOutRequest, quasiIdentifiers: readonly string[], run: EngineRun): CountUniques {
  const { numbered, rows } = table
  const number = async (column: string): Promise<Classes> => {
    const [{ codes, hashes }] = await numberColumns(table, [column], rows, run)
    const count = hashes.length + 1
    return { numbers: codes.map((code) => (code < 0 ? count - 1 : code)), count }
  }
  const begun: Classes[] = [{ numbers: new Int32Array(rows), count: 1 }]
  return async (columns) => {
    let classes = begun[0]
    for (const [i, column] of columns.entries()) {
      const values = numbered.get(column) ?? (await number(column))
      numbered.set(column, values)
      const isBegin = columns.slice(0, i + 1).every((name, place) => name === quasiIdentifiers[place])
      classes = (isBegin ? begun[i + 1] : undefined) ?? intersect(classes, values)
      if (isBegin) begun[i + 1] = classes
    }
    const sizes = new Int32Array(classes.count)
    for (const place of classes.numbers) sizes[place]++
    return columns.length === 0 ? 0 : sizes.reduce((sum, size) => sum + Number(size === 1), 0)
  }
}

/** Rows that are alike in both. Linear: rows are visited by their class in `two`. */
function intersect(one: Classes, two: Classes): Classes {
  const starts = new Int32Array(two.count + 1)
  for (const place of two.numbers) starts[place + 1]++
  for (let i = 1; i < starts.length; i++) starts[i] += starts[i - 1]
  const order = new Int32Array(one.numbers.length)
  two.numbers.forEach((place, row) => {
    order[starts[place]++] = row
  })
  const last = new Int32Array(one.count).fill(-1)
  const latest = new Int32Array(one.count)
  const numbers = new Int32Array(order.length)
  let count = 0
  for (const row of order) {
    const place = one.numbers[row]
    if (last[place] !== two.numbers[row]) {
      last[place] = two.numbers[row]
      latest[place] = count++
    }
    numbers[row] = latest[place]
  }
  return { numbers, count }
}
