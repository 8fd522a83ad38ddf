/**
 * Dates as an order: any interval of days, with ends on the borders of public bins: whole months or coarser, and whole
 * weeks (Monday to Sunday) where the column spans less than three years, so that no label gives an exact date. The loss
 * of an interval is its days.
 */
import { ladderLevels } from '../ladder.ts'
import { numberHierarchyFromBins } from '../number.ts'
import type { ResolvedHierarchy } from '../resolve.ts'
import { type BinNeeds, type Grid, publicBins } from './public-bins.ts'
import { type EndUnit, findMonday, firstOfMonth, monthIndex } from './range-label.ts'

/** Shorter columns may end at weeks. */
const DAYS_OF_THREE_YEARS = 3 * 365
const LEVELS = { quarter: 3, year: 12, decade: 120 } as const

/** The hierarchy of day numbers (NaN for none), given the people of each distinct one. */
export function orderedDates(
  column: string,
  days: Float64Array,
  dayPeople: ReadonlyMap<number, number>,
  { missing, ...needs }: BinNeeds & { readonly missing: boolean },
): Pick<ResolvedHierarchy, 'hierarchy' | 'codes'> {
  const values = Float64Array.from(dayPeople.keys()).sort()
  const counts = values.map((day) => dayPeople.get(day) as number)
  const grids = [1200, 120, 12, 3, 1].map(monthGrid)
  if (values[values.length - 1] - values[0] < DAYS_OF_THREE_YEARS) grids.push(weekGrid)
  const { low, high, valueBins, starts, grid } = publicBins({ values, counts }, needs, grids, (border) => border - 1)
  const names = new Map(Object.entries(LEVELS).map(([name, width]) => [`width ${width}`, name]))
  const ladder = ladderLevels(starts.map(monthIndex), Object.values(LEVELS), 'bins', missing)
  const dayCodes = new Map(Array.from(values, (day, i) => [day, valueBins[i]]))
  return {
    hierarchy: numberHierarchyFromBins(column, low, high, {
      missing,
      unit: needs.borders === undefined ? (grid as DateGrid).unit : borderUnit(needs.borders),
      ladder: ladder.map(({ name, grouping }) => ({ name: names.get(name) ?? name, grouping })),
    }),
    codes: Int32Array.from(days, (day) => dayCodes.get(day) ?? -1),
  }
}

function borderUnit(borders: readonly number[]): EndUnit {
  return borders.every((day) => firstOfMonth(monthIndex(day)) === day) ? 'month' : 'week'
}

interface DateGrid extends Grid {
  readonly unit: EndUnit
}

function monthGrid(months: number): DateGrid {
  const findCell = (day: number) => Math.floor(monthIndex(day) / months)
  return { findCell, cellStart: (cell) => firstOfMonth(cell * months), unit: 'month' }
}

/** 1970 had its first Monday on day 4. */
const weekGrid: DateGrid = {
  findCell: (day) => (findMonday(day) - 4) / 7,
  cellStart: (cell) => cell * 7 + 4,
  unit: 'week',
}
