/** Positions of the values of a number or an order on an axis, and the edges between them. */
import type { WhatIfColumn } from '../../../../src/tasks/what-if.ts'

export interface AxisPlaces {
  /** Left edge of each value, and the right edge of the last: an endpoint at place p is drawn at `edges[p]`. */
  readonly edges: readonly number[]
  readonly width: number
}

/** Pixels for missing values beside the numbers. */
const MISSING_ROOM = 56

/** Edges are half-way between neighbouring numbers; equidistant for an order or a single number. */
export function axisPlaces(column: WhatIfColumn, width: number): AxisPlaces {
  const { values, low, high, missing } = column
  const numbers = missing === undefined ? values.length : missing
  const first = low?.[0]
  const last = high?.[numbers - 1]
  if (low === undefined || high === undefined || first == null || last == null || last <= first) {
    return { edges: Array.from({ length: values.length + 1 }, (_, i) => (i * width) / values.length), width }
  }
  const room = missing === undefined ? width : width - MISSING_ROOM
  const at = (value: number) => ((value - first) / (last - first)) * room
  const edges = [0]
  for (let place = 1; place < numbers; place++) {
    edges.push(at(((high[place - 1] as number) + (low[place] as number)) / 2))
  }
  edges.push(room)
  if (missing !== undefined) edges.push(width)
  return { edges, width }
}

/** The place with the nearest edge, from 1 to the last but one. */
export function nearestPlace({ edges }: AxisPlaces, x: number): number {
  let best = 1
  for (let place = 2; place < edges.length - 1; place++) {
    if (Math.abs(edges[place] - x) < Math.abs(edges[best] - x)) best = place
  }
  return best
}

export interface HistogramBar {
  readonly from: number
  readonly to: number
  readonly rows: number
}

/** Rows by value; values narrower than `narrowest` pixels share a bar. */
export function histogramBars({ counts }: WhatIfColumn, { edges }: AxisPlaces, narrowest = 2.5): HistogramBar[] {
  const bars: HistogramBar[] = []
  let from = 0
  let rows = 0
  counts.forEach((count, place) => {
    rows += count
    if (edges[place + 1] - edges[from] < narrowest && place < counts.length - 1) return
    bars.push({ from: edges[from], to: edges[place + 1], rows })
    from = place + 1
    rows = 0
  })
  return bars
}

/** The place of the first value not below `number`. */
export function placeOfNumber({ low = [], missing, values }: WhatIfColumn, number: number): number | undefined {
  const numbers = missing ?? values.length
  for (let place = 1; place < numbers; place++) if ((low[place] as number) >= number) return place
  return undefined
}
