/**
 * Dates as an order: any interval of days, with ends on the borders of public bins: whole months or coarser, and whole
 * weeks (Monday to Sunday) where the column spans less than three years, so that no label gives an exact date. The loss
 * of an interval is its days. Times of day likewise: seconds, with ends at whole hours or quarters of an hour.
 */
import { TIME_LEVELS } from '../date.ts'
import type { ResolvedHierarchy } from '../hierarchy.ts'
import { ladderLevels } from '../ladder.ts'
import { numberHierarchyFromBins } from '../number.ts'
import { type BinNeeds, type Grid, publicBins, stepGrid } from './public-bins.ts'
import { type EndUnit, findMonday, firstOfMonth, monthIndex } from './range-label.ts'

/** Shorter columns may end at weeks. */
const DAYS_OF_THREE_YEARS = 3 * 365
const MONTHS = { quarter: 3, year: 12, decade: 120 } as const
const HOUR = 3600
/** Hours of the cells of times, from the coarsest. */
const CELL_HOURS = [12, 6, 3, 1, 0.5, 0.25]

/** The hierarchy of day numbers or seconds of the day (NaN for none), given the people of each distinct one. */
export function orderedDates(
  column: string,
  days: Float64Array,
  dayPeople: ReadonlyMap<number, number>,
  { missing, times, ...needs }: BinNeeds & { readonly missing: boolean; readonly times: boolean },
): Pick<ResolvedHierarchy, 'hierarchy' | 'codes'> {
  const values = Float64Array.from(dayPeople.keys()).sort()
  const counts = values.map((day) => dayPeople.get(day) as number)
  const grids: DateGrid[] = times
    ? CELL_HOURS.map((hours) => ({ ...stepGrid(hours * HOUR), unit: 'time' }))
    : [1200, 120, 12, 3, 1].map(monthGrid)
  if (!times && values[values.length - 1] - values[0] < DAYS_OF_THREE_YEARS) grids.push(weekGrid)
  const { low, high, valueBins, starts, grid } = publicBins({ values, counts }, needs, grids, (border) => border - 1)
  const widths = times ? TIME_LEVELS : MONTHS
  const names = new Map(Object.entries(widths).map(([name, width]) => [`width ${width}`, name]))
  const positions = starts.map(times ? (second) => second / HOUR : monthIndex)
  const ladder = ladderLevels(positions, Object.values(widths), 'bins', missing)
  const dayCodes = new Map(Array.from(values, (day, i) => [day, valueBins[i]]))
  return {
    hierarchy: numberHierarchyFromBins(column, low, high, {
      missing,
      unit: times ? 'time' : needs.borders === undefined ? (grid as DateGrid).unit : borderUnit(needs.borders),
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
