/** Axes of a study's pictures: where a value stands between the ends, and at which round values the axis is marked. */
import { formatFigure } from '../../ground/format.ts'

export interface Scale {
  readonly kind: 'linear' | 'log'
  readonly low: number
  readonly high: number
  readonly ticks: readonly { readonly value: number; readonly label: string }[]
}

/** 0 at the low end, 1 at the high end. */
export function placeOn({ kind, low, high }: Scale, value: number): number {
  const at = kind === 'log' ? Math.log : (one: number) => one
  return high === low ? 0.5 : (at(value) - at(low)) / (at(high) - at(low))
}

/** Ends are round, and 0 is one of them when the values come near it. */
export function linearScale(values: readonly number[], most = 6): Scale {
  let [low, high] = endsOf(values)
  if (low > 0 && low < (high - low) * 0.6) low = 0
  if (low === high) [low, high] = low === 0 ? [0, 1] : [Math.min(0, 2 * low), Math.max(0, 2 * low)]
  const step = roundStep((high - low) / most)
  // In whole steps, since 3 · 0.1 is not 0.3; a value within a millionth of a step of a tick lies on it.
  const [first, last] = [Math.floor(low / step + 1e-6), Math.ceil(high / step - 1e-6)]
  const at = (place: number) => Number((place * step).toPrecision(12))
  return {
    kind: 'linear',
    low: at(first),
    high: at(last),
    ticks: Array.from({ length: last - first + 1 }, (_, i) => marked(at(first + i))),
  }
}

/** Undefined where a value is not above 0. */
export function logScale(values: readonly number[], most = 7): Scale | undefined {
  const [low, high] = endsOf(values)
  if (!(low > 0)) return undefined
  // A little room, so that no point stands on the frame.
  const room = Math.max((high / low) ** 0.04, 1.05)
  const ends = { low: low / room, high: high * room }
  const decades = Array.from(
    { length: Math.ceil(Math.log10(ends.high)) - Math.floor(Math.log10(ends.low)) + 1 },
    (_, i) => Math.floor(Math.log10(ends.low)) + i,
  )
  const inside = (factors: readonly number[]) =>
    decades
      .flatMap((power) => factors.map((factor) => Number(`${factor}e${power}`)))
      .filter((value) => value >= ends.low && value <= ends.high)
  const choices = [[1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 5], [1, 3], [1]].map(inside)
  const ticks =
    choices.find((choice) => choice.length <= most) ??
    choices[3].filter((_, i, all) => i % Math.ceil(all.length / most) === 0)
  return { kind: 'log', ...ends, ticks: ticks.map(marked) }
}

/** A scale marked at the values themselves, as k is: those whose labels find room, the ends first. */
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

function endsOf(values: readonly number[]): [number, number] {
  if (values.length === 0) return [0, 1]
  return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))]
}

/** The smallest of 1, 2, 2.5, 5 · 10^n that is not below. */
function roundStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast))
  const factor = [1, 2, 2.5, 5, 10].find((one) => one * power >= atLeast * (1 - 1e-9)) ?? 10
  return factor * power
}

function marked(value: number): { value: number; label: string } {
  // Beside the frame there is room for seven letters: `500,000`, `2 M` (millions; a `k` would be taken for the other one).
  return { value, label: Math.abs(value) >= 1e6 ? `${formatFigure(value / 1e6)} M` : formatFigure(value) }
}
