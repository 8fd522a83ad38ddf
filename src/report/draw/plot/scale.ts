/** Computes axes: the position of a value, and round values for the ticks. */
import { formatFigure } from '../../../ground/format.ts'

export interface Scale {
  readonly kind: 'linear' | 'log'
  readonly low: number
  readonly high: number
  readonly ticks: readonly Tick[]
}

export interface Tick {
  readonly value: number
  readonly label: string
}

export function placeOn({ kind, low, high }: Scale, value: number): number {
  const at = kind === 'log' ? Math.log : (one: number) => one
  return high === low ? 0.5 : (at(value) - at(low)) / (at(high) - at(low))
}

/** Returns a scale with round ends around the values; 0 is an end if the values come near it. */
export function linearScale(values: readonly number[], most = 6): Scale {
  let [low, high] = findEnds(values)
  if (low > 0 && low < (high - low) * 0.6) low = 0
  if (low === high) [low, high] = low === 0 ? [0, 1] : [Math.min(0, 2 * low), Math.max(0, 2 * low)]
  const step = roundStep((high - low) / most)
  const ticks = ticksFrom(Math.floor(low / step + 1e-6), Math.ceil(high / step - 1e-6), step)
  return { kind: 'linear', low: ticks[0].value, high: ticks[ticks.length - 1].value, ticks }
}

export function linearBetween(low: number, high: number, most = 6, whole = false): Scale {
  const wanted = (high - low || 1) / most
  const step = roundStep(whole ? Math.max(1, wanted) : wanted, whole ? [1, 2, 5, 10] : undefined)
  return {
    kind: 'linear',
    low,
    high,
    ticks: ticksFrom(Math.ceil(low / step - 1e-6), Math.floor(high / step + 1e-6), step),
  }
}

/** Returns a logarithmic scale with a margin around the values; undefined unless all values are above 0. */
export function logScale(values: readonly number[], most = 7): Scale | undefined {
  const [low, high] = findEnds(values)
  if (!(low > 0)) return undefined
  // Keeps points off the frame.
  const room = Math.max((high / low) ** 0.04, 1.05)
  return logBetween(low / room, high * room, most)
}

export function logBetween(low: number, high: number, most = 7): Scale {
  const first = Math.floor(Math.log10(low))
  const decades = Array.from({ length: Math.ceil(Math.log10(high)) - first + 1 }, (_, i) => first + i)
  const inside = (factors: readonly number[]) =>
    decades
      .flatMap((power) => factors.map((factor) => Number(`${factor}e${power}`)))
      .filter((value) => value >= low && value <= high)
  const choices = [[1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 5], [1, 3], [1]].map(inside)
  const ticks =
    choices.find((choice) => choice.length <= most) ??
    choices[3].filter((_, i, all) => i % Math.ceil(all.length / most) === 0)
  return { kind: 'log', low, high, ticks: ticks.map(marked) }
}

/** Returns a scale with ticks at the values themselves if their labels fit, the ends first. */
export function scaleAt(values: readonly number[], pixels: number): Scale {
  const sorted = [...new Set(values)].sort((a, b) => a - b)
  const wide = sorted[0] > 0 && sorted[sorted.length - 1] / sorted[0] > 8
  const scale = (wide ? logScale(sorted) : undefined) ?? { ...linearScale(sorted), ...endsWithRoom(sorted) }
  const ticks: number[] = []
  for (const value of [sorted[0], sorted[sorted.length - 1], ...sorted]) {
    const free = ticks.every((other) => Math.abs(placeOn(scale, other) - placeOn(scale, value)) * pixels > 24)
    if (free) ticks.push(value)
  }
  return { ...scale, ticks: ticks.sort((a, b) => a - b).map(marked) }
}

function endsWithRoom(sorted: readonly number[]): { low: number; high: number } {
  const room = (sorted[sorted.length - 1] - sorted[0]) * 0.04 || 1
  return { low: sorted[0] - room, high: sorted[sorted.length - 1] + room }
}

function findEnds(values: readonly number[]): [number, number] {
  if (values.length === 0) return [0, 1]
  return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))]
}

/** In whole steps, since 3 · 0.1 is not 0.3. */
function ticksFrom(first: number, last: number, step: number): Tick[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) =>
    marked(Number(((first + i) * step).toPrecision(12))),
  )
}

/** The smallest factor · 10^n that is at least `atLeast`. */
function roundStep(atLeast: number, factors: readonly number[] = [1, 2, 2.5, 5, 10]): number {
  const power = 10 ** Math.floor(Math.log10(atLeast))
  return (factors.find((one) => one * power >= atLeast * (1 - 1e-9)) ?? 10) * power
}

function marked(value: number): Tick {
  // Labels have room for seven letters: `500,000`, `2 M`. No `k` for thousands: k means anonymity here.
  return { value, label: Math.abs(value) >= 1e6 ? `${formatFigure(value / 1e6)} M` : formatFigure(value) }
}
