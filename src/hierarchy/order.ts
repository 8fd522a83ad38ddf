/** Builds hierarchies of ordered categories: any neighbours may form a group. Level widths count positions. */
import { userError } from '../ground/errors.ts'
import { quote } from './doctor.ts'
import { type BinNeeds, listGrid, publicBins, roundGrids } from './ends/public-bins.ts'
import { coarsestGrouping, type Grouping } from './grouping.ts'
import { groupLabel, MISSING_LABEL, type OrderHierarchy } from './hierarchy.ts'
import { checkWidths, ladderLevels, ladderWidths } from './ladder.ts'
import { mergeHierarchy } from './merge-codes.ts'

export function orderHierarchy(
  column: string,
  order: readonly string[],
  { levels, missing = false }: { readonly levels?: readonly number[]; readonly missing?: boolean } = {},
): OrderHierarchy {
  checkOrder(column, order, missing)
  if (levels !== undefined) checkWidths(column, levels, true)
  const positions = Int32Array.from(order, (_, position) => position)
  const ladder = ladderLevels(positions, levels ?? ladderWidths(order.length), 'values', missing)
  if (!missing) return { column, kind: 'order', values: order, levels: ladder }
  return { column, kind: 'order', values: [...order, MISSING_LABEL], levels: ladder, missing: order.length }
}

/** Neighbours of an order as public bins with enough people, by the place and the rows of values that occur. */
export function publicOrderBins(
  { values, missing }: OrderHierarchy,
  places: ArrayLike<number>,
  counts: ArrayLike<number>,
  needs: BinNeeds,
): Grouping {
  const rows = new Float64Array(missing ?? values.length)
  for (let i = 0; i < places.length; i++) if (places[i] >= 0) rows[places[i]] += counts[i]
  const occurring = Int32Array.from(rows.keys()).filter((place) => rows[place] > 0)
  if (occurring.length === 0) return coarsestGrouping(values.length)
  const known = { values: occurring, counts: Array.from(occurring, (place) => rows[place]) }
  const { starts } = publicBins(known, { ...needs, pairs: true }, roundGrids(rows.length, 1), (border) => border - 1)
  const { findCell } = listGrid(starts)
  const bins = Int32Array.from(values, (_, place) => (place === missing ? starts.length : Math.max(0, findCell(place))))
  return { codeGroups: bins, groups: bins[values.length - 1] + 1 }
}

/** The order by such bins: each is named by its first and last value. */
export function binnedOrder(exact: OrderHierarchy, bins: Grouping): OrderHierarchy {
  const merged = mergeHierarchy(exact, bins) as OrderHierarchy
  const members = Array.from({ length: bins.groups }, (_, bin): string[] =>
    exact.values.filter((_, place) => bins.codeGroups[place] === bin),
  )
  const ordered = { ...merged, members, publicEnds: true } as const
  return { ...ordered, values: members.map((_, bin) => groupLabel(ordered, bin, bin)) }
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
