/** Builds hierarchies of ordered categories: any neighbours may form a group. Level widths count positions. */
import { userError } from '../ground/errors.ts'
import { quote } from './doctor.ts'
import { type Hierarchy, MISSING_LABEL } from './hierarchy.ts'
import { checkWidths, ladderLevels, ladderWidths } from './ladder.ts'

interface OrderOptions {
  readonly levels?: readonly number[]
  readonly missing?: boolean
}

export function orderHierarchy(
  column: string,
  order: readonly string[],
  { levels, missing = false }: OrderOptions = {},
): Hierarchy {
  checkOrder(column, order, missing)
  if (levels !== undefined) checkWidths(column, levels, true)
  const positions = Int32Array.from(order, (_, position) => position)
  const ladder = ladderLevels(positions, levels ?? ladderWidths(order.length), 'values', missing)
  if (!missing) return { column, kind: 'order', values: order, levels: ladder }
  return { column, kind: 'order', values: [...order, MISSING_LABEL], levels: ladder, missing: order.length }
}

function checkOrder(column: string, order: readonly string[], missing: boolean): void {
  const wrongValue = userError('value', `columns.${column}`)
  if (order.length === 0) throw wrongValue`order of column "${column}" must name at least one value; got none`
  const seen = new Set<string>(missing ? [MISSING_LABEL] : [])
  for (const value of order) {
    if (value.trim() === '') throw wrongValue`order of column "${column}" must name values; got an empty one`
    if (seen.has(value))
      throw wrongValue`order of column "${column}" must name each value once; got ${quote(value)} twice`
    seen.add(value)
  }
}
