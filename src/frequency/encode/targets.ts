import { masked, userError } from '../../ground/errors.ts'
import { MISSING_LABEL } from '../../hierarchy/hierarchy.ts'
import { parseNumber } from '../../hierarchy/number.ts'
import type { CodedSensitive, CodedTarget } from '../build-frequency-table.ts'
import type { CountRequest } from '../counted-table.ts'
import type { GroupedColumn } from '../group-rows.ts'
import { byBytes } from './columns.ts'
import { type Complete, pick } from './complete-tuples.ts'

/** Targets with more cells (combinations × values) are refused: their dense counts do not fit in memory. */
const MAX_TARGET_CELLS = 2e8

export function codeTarget(
  { column, kind }: CountRequest['targets'][number],
  grouped: GroupedColumn,
  complete: Complete,
): CodedTarget {
  const wrongDataColumn = userError('data', `columns.${column}`)
  const { texts } = grouped
  const places = pick(grouped.places, complete)
  const missing = places.includes(-1)
  if (kind === 'categories') {
    if (places.length * texts.length > MAX_TARGET_CELLS)
      throw wrongDataColumn`column "${column}" is a target with ${texts.length} distinct values, too many to count as classes; if it holds numbers make it type: numeric, else choose another target`
    return { kind, ...codeCategories(column, grouped, complete) }
  }
  const numbers = texts.map(parseNumber)
  const wrong = numbers.findIndex(Number.isNaN)
  if (wrong >= 0)
    throw wrongDataColumn`column "${column}" is a numeric target but has the value ${masked(texts[wrong])}; make it type: category, or fix the value`
  if (missing)
    throw wrongDataColumn`column "${column}" is a numeric target but is missing in some rows; fill them in, or leave those rows out`
  const distinct = Float64Array.from(new Set(numbers)).sort()
  const valueCodes = new Map(Array.from(distinct, (value, code) => [value, code] as const))
  const codes = Int32Array.from(numbers, (value) => valueCodes.get(value) as number)
  return { kind, name: column, values: distinct, codes: places.map((place) => codes[place]) }
}

/** Values in binary order; missing is the last. */
export function codeCategories(column: string, grouped: GroupedColumn, complete: Complete): CodedSensitive {
  const { texts } = grouped
  const places = pick(grouped.places, complete)
  const order = byBytes(texts)
  const codes = new Int32Array(texts.length)
  for (let code = 0; code < order.length; code++) codes[order[code]] = code
  return {
    name: column,
    values: [...order.map((place) => texts[place]), ...(places.includes(-1) ? [MISSING_LABEL] : [])],
    codes: places.map((place) => (place < 0 ? texts.length : codes[place])),
  }
}
