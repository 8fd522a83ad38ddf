/**
 * Public bins: where the intervals of a release may end, so that no end is somebody's exact value. Bins are cells of a
 * round grid, the finest whose typical cell has k people and two values; a cell with fewer joins its neighbour. They
 * follow from counts of k or more people, never from one value, and the outermost ones are open. Cost: one pass over
 * the distinct values for each grid tried.
 */
import { firstPlace } from '../../ground/sorted.ts'
import type { NumberRanges } from '../grouping.ts'

/** Cells of numbers, in ascending order. */
export interface Grid {
  findCell(value: number): number
  /** The first number of a cell. */
  cellStart(cell: number): number
}

export interface PublicBins extends NumberRanges {
  /** Bin of each value. */
  readonly valueBins: Int32Array
  /** The start of each bin by the grid. */
  readonly starts: Float64Array
  readonly grid: Grid
}

export interface CountedValues {
  /** Distinct, ascending. */
  readonly values: ArrayLike<number>
  readonly counts: ArrayLike<number>
}

export interface BinNeeds {
  /** The fewest people of a bin. */
  readonly people: number
  /** Cells of one value make a grid too: neighbours are paired, whether or not that is round. */
  readonly pairs?: boolean | undefined
  /** Starts of all bins but the first, as an earlier release had them: nothing is counted. */
  readonly borders?: readonly number[] | undefined
}

/** With fewer distinct values than this a bin may have one: two bins of two are not to be had. */
const FEW_VALUES = 4

/**
 * The bins of distinct values in ascending order, by the finest of the grids (coarsest first) that is dense. Bins
 * touch: one ends just before the next begins, by `before`. The outer ends are those of the data and are never printed.
 */
export function publicBins(
  given: CountedValues,
  { people: least, pairs = false, borders }: BinNeeds,
  grids: Iterable<Grid>,
  before: (border: number) => number,
): PublicBins {
  const { values, counts } = given
  if (borders !== undefined) return fixedBins(values, borders, before)
  const fewest = { people: least, values: values.length < FEW_VALUES ? 1 : 2 }
  const typical = pairs ? { ...fewest, values: 1 } : fewest
  const dense: Grid[] = []
  for (const finer of grids) {
    if (dense.length > 0 && !isDense(given, finer, typical)) break
    dense.push(finer)
  }
  const grid = dense.at(-1)
  if (grid === undefined) throw new RangeError('public bins need a grid')
  const valueBins = new Int32Array(values.length)
  const firsts: number[] = []
  let { people, values: distinct } = fewest
  const isFull = () => people >= fewest.people && distinct >= fewest.values
  for (let i = 0; i < values.length; i++) {
    const opens = i === 0 || grid.findCell(values[i]) !== grid.findCell(values[i - 1])
    if (opens && isFull()) {
      firsts.push(i)
      people = distinct = 0
    }
    people += counts[i]
    distinct++
    valueBins[i] = firsts.length - 1
  }
  if (firsts.length > 1 && !isFull()) {
    firsts.pop()
    valueBins.fill(firsts.length - 1, firsts[firsts.length - 1])
  }
  const starts = Float64Array.from(firsts, (first) =>
    first === 0 ? grid.cellStart(grid.findCell(values[0])) : borderAfter(values[first - 1], values[first], dense, grid),
  )
  const low = starts.slice()
  low[0] = values[0]
  const high = Float64Array.from(firsts, (_, bin) =>
    bin + 1 < firsts.length ? before(starts[bin + 1]) : values[values.length - 1],
  )
  return { low, high, valueBins, starts, grid }
}

/**
 * The roundest border between two neighbouring values, so that a fine grid does not print the first value of a bin.
 * Numbers only: the labels of dates are whole months or weeks anyway.
 */
function borderAfter(value: number, next: number, grids: readonly Grid[], finest: Grid): number {
  if (!('step' in finest)) return finest.cellStart(finest.findCell(next))
  const rounder = grids.find(({ findCell }) => findCell(value) !== findCell(next)) ?? finest
  return rounder.cellStart(rounder.findCell(value) + 1)
}

/** Bins without values stay, so that the others keep their borders. */
function fixedBins(values: ArrayLike<number>, borders: readonly number[], before: (border: number) => number) {
  const grid = listGrid(borders)
  const low = Float64Array.from([values[0], ...borders])
  const high = low.map((_, bin) => (bin < borders.length ? before(borders[bin]) : values[values.length - 1]))
  low[0] = Math.min(low[0], high[0])
  high[borders.length] = Math.max(high[borders.length], low[borders.length])
  const valueBins = Int32Array.from(values, (value) => grid.findCell(value) + 1)
  return { low, high, valueBins, starts: low, grid }
}

/**
 * Whether at least half of the people are in cells with enough people and values. A value that most have, such as no
 * income, is dense in every grid and says nothing about the others.
 */
function isDense({ values, counts }: CountedValues, grid: Grid, fewest: { people: number; values: number }): boolean {
  let total = 0
  for (let i = 0; i < values.length; i++) total += counts[i]
  let [all, inDense, people, distinct, cell] = [0, 0, 0, 0, Number.NaN]
  const close = () => {
    if (people >= fewest.people && distinct >= fewest.values) inDense += people
    people = distinct = 0
  }
  for (let i = 0; i < values.length; i++) {
    const next = grid.findCell(values[i])
    if (next !== cell) close()
    cell = next
    if (2 * counts[i] > total) continue
    people += counts[i]
    distinct++
    all += counts[i]
  }
  close()
  return 2 * inDense >= all
}

/** Steps of 1, 2 and 5 times powers of ten, the first that spans the range and then finer ones. */
export function* roundGrids(range: number, finest = 0): Generator<Grid & { readonly step: number }> {
  let power = range > 0 ? Math.min(MOST_POWER, Math.ceil(Math.log10(range))) : 0
  for (let steps = 0; steps < MOST_STEPS; power--) {
    for (const mantissa of [5, 2, 1]) {
      const grid = stepGrid(mantissa, power)
      if (grid.step < finest) return
      yield grid
      steps++
    }
  }
}

/** Finer steps than these no number can tell apart. */
const MOST_STEPS = 45
/** Five times this power of ten is still a number. */
const MOST_POWER = 307

/** Cells of width mantissa · 10^power, counted from `origin`. */
export function stepGrid(mantissa: number, power = 0, origin = 0): Grid & { readonly step: number } {
  // As the decimal number it is: 3 · 0.1 is not 0.3.
  const times = (cell: number) => (power < 0 ? (cell * mantissa) / 10 ** -power : cell * mantissa * 10 ** power)
  const step = times(1)
  const toCell = (value: number) => Math.floor((value - origin) / step)
  return exactGrid(toCell, (cell) => origin + times(cell), step)
}

/** Cells that begin at each of ascending numbers; what is below the first is cell −1. */
export function listGrid(starts: ArrayLike<number>): Grid {
  return {
    cellStart: (cell) => (cell < 0 ? Number.NEGATIVE_INFINITY : starts[cell]),
    findCell: (value) => firstPlace(starts.length, (place) => starts[place] > value) - 1,
  }
}

/** Quotients are rounded: the cell is moved until it holds the value. */
function exactGrid(guess: (value: number) => number, cellStart: (cell: number) => number, step: number) {
  const findCell = (value: number) => {
    let cell = guess(value)
    while (cellStart(cell + 1) <= value && cellStart(cell + 1) > cellStart(cell)) cell++
    while (cellStart(cell) > value && cellStart(cell - 1) < cellStart(cell)) cell--
    return cell
  }
  return { findCell, cellStart, step }
}

/** The largest number below another. */
export function numberBefore(value: number): number {
  if (value === 0) return -Number.MIN_VALUE
  const bits = new BigInt64Array(new Float64Array([value]).buffer)
  bits[0] += value > 0 ? -1n : 1n
  return new Float64Array(bits.buffer)[0]
}
