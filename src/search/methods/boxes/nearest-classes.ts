/**
 * The classes of MDAV (Domingo-Ferrer and Torra 2005), where boxes that show a number in every column begin if the cuts
 * have a larger squared error: the k rows nearest to the row farthest from the centre, and to the row farthest from
 * that, in turn. Units of rows stay whole. Cost: units² / k distances and sorts. In one column, the best classes.
 */
import { shareValues } from '../../../hierarchy/share-values.ts'
import { type ClassList, listUnits } from '../../classes/class-list.ts'

/** `points`: by column, the position of each unit; squared errors are squared distances. */
export function nearestClasses(points: readonly Float64Array[], rows: Int32Array, k: number): ClassList {
  let rest = Array.from(rows, (_, unit) => unit)
  let left = rows.reduce((sum, count) => sum + count, 0)
  const classes: number[][] = []
  const distances = new Float64Array(rows.length)

  /** Measures the distances of the rest and returns the farthest unit. */
  function measureFrom(from: readonly number[]): number {
    let farthest = rest[0]
    for (const unit of rest) {
      let sum = 0
      for (let c = 0; c < points.length; c++) sum += (points[c][unit] - from[c]) ** 2
      distances[unit] = sum
      if (sum > distances[farthest]) farthest = unit
    }
    return farthest
  }
  function takeNear(unit: number): void {
    measureFrom(place(unit))
    rest.sort((a, b) => distances[a] - distances[b] || a - b)
    let [taken, size] = [0, 0]
    while (size < k) size += rows[rest[taken++]]
    classes.push(rest.slice(0, taken))
    rest = rest.slice(taken)
    left -= size
  }
  const place = (unit: number) => points.map((column) => column[unit])
  const centre = () => points.map((column) => rest.reduce((sum, unit) => sum + rows[unit] * column[unit], 0) / left)

  while (left >= 2 * k) {
    const isLast = left < 3 * k
    const first = measureFrom(centre())
    takeNear(first)
    if (!isLast && left >= 2 * k) takeNear(measureFrom(place(first)))
  }
  if (left >= k || classes.length === 0) classes.push(rest)
  else classes[classes.length - 1].push(...rest)
  return listUnits(classes, rows)
}

/** The least squared error in one column. */
export function bestInLine(points: Float64Array, rows: Int32Array, k: number): ClassList {
  const order = Array.from(rows, (_, unit) => unit).sort((a, b) => points[a] - points[b] || a - b)
  const sorted = Float64Array.from(order, (unit) => rows[unit])
  const starts = shareValues(
    { values: Float64Array.from(order, (unit) => points[unit]), rows: sorted, people: sorted },
    k,
  )
  const classes = Array.from(starts ?? [0], (from, c) => order.slice(from, starts?.[c + 1] ?? order.length))
  return listUnits(classes, rows)
}
