/**
 * Reads rows of text into a coded table: generalized values and intervals such as `[17,39]` are categories, `?` and
 * empty cells are missing, and `*` of suppressed rows is a category by default.
 */
import { didYouMean, masked, userError } from '../ground/errors.ts'
import type { CategoryColumn, CodedTable, LearnColumn } from './coded-table.ts'

export interface ReadRowsPlan {
  readonly header: readonly string[]
  readonly columns: readonly ReadColumnPlan[]
  readonly target: string
  /** All classes in order, if the rows may lack some. Default: those that occur, sorted. */
  readonly targetValues?: readonly string[]
  /** Default: `?` and the empty cell. */
  readonly missing?: readonly string[]
  /** How to read `*` of suppressed rows. Default: `category`. */
  readonly suppressed?: 'category' | 'missing'
}

export interface ReadColumnPlan {
  readonly name: string
  readonly type?: 'categories' | 'numbers'
  /** All possible values in order. Default: those that occur, sorted. */
  readonly values?: readonly string[]
}

const SUPPRESSED = '*'

export function tableFromRows(rows: readonly (readonly string[])[], plan: ReadRowsPlan): CodedTable {
  const notKnown = plan.missing ?? ['?', '']
  const missing = new Set(notKnown)
  if (plan.suppressed === 'missing') missing.add(SUPPRESSED)
  const readCells = (name: string): string[] => {
    const place = plan.header.indexOf(name)
    if (place >= 0) return rows.map((row) => row[place] ?? '')
    const remedy = didYouMean(name, plan.header) || `; they have ${plan.header.join(', ')}`
    throw userError('known', `columns.${name}`)`the rows have no column "${name}"${remedy}`
  }
  const target = readCategories(plan.target, readCells(plan.target), new Set(notKnown), plan.targetValues)
  const unknown = target.codes.indexOf(-1)
  if (unknown >= 0)
    throw userError('data', `columns.${plan.target}`)`target column "${plan.target}" must be known in every row; row
      ${unknown + 1} has none; drop such rows`
  return {
    rows: rows.length,
    columns: plan.columns.map((column) => readColumn(column, readCells(column.name), missing)),
    target,
  }
}

function readColumn(plan: ReadColumnPlan, cells: readonly string[], missing: ReadonlySet<string>): LearnColumn {
  const wrongData = userError('data', `columns.${plan.name}`)
  if (plan.type !== 'numbers') return readCategories(plan.name, cells, missing, plan.values)
  const values = new Float64Array(cells.length)
  for (let row = 0; row < cells.length; row++) {
    if (missing.has(cells[row])) values[row] = Number.NaN
    else if (cells[row].trim() !== '' && Number.isFinite(Number(cells[row]))) values[row] = Number(cells[row])
    else {
      throw wrongData`column "${plan.name}" is read as numbers, and row ${row + 1} has ${masked(cells[row])}; fix it, or
        read the column as categories`
    }
  }
  return { kind: 'numbers', name: plan.name, values }
}

function readCategories(
  name: string,
  cells: readonly string[],
  missing: ReadonlySet<string>,
  declared: readonly string[] | undefined,
): CategoryColumn {
  const wrongData = userError('data', `columns.${name}`)
  // Sorted, so that codes and ties do not depend on row order.
  const values = declared ?? [...new Set(cells)].filter((cell) => !missing.has(cell)).sort()
  const places = new Map(values.map((value, place) => [value, place]))
  const codes = new Int32Array(cells.length)
  for (let row = 0; row < cells.length; row++) {
    if (missing.has(cells[row])) codes[row] = -1
    else {
      const code = places.get(cells[row])
      if (code === undefined)
        throw wrongData`column "${name}" must have one of its declared values; row ${row + 1} has ${masked(cells[row])};
          fix it, or name it among the missing values`
      codes[row] = code
    }
  }
  return { kind: 'categories', name, values, codes }
}
