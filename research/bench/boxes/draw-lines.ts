/** Draws the best value over time, both axes logarithmic, as SVG. */

export interface Point {
  /** CPU time and wall time. */
  readonly seconds: number
  readonly clock: number
  readonly best: number
}

interface Line {
  readonly name: string
  readonly points: readonly Point[]
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [680, 320, 52, 120, 34, 40]
const COLOURS = ['#2b6cb0', '#d55e00', '#00745a', '#7a5195']
/** Minimum distance of labels, in pixels. */
const LABEL_STEP = 15
const FIRST_SECOND = 0.1

export function drawLines(title: string, lines: readonly Line[], most: number): string {
  const drawn = lines.filter(({ points }) => points.length > 0)
  const values = drawn.flatMap(({ points }) => points.map(({ best }) => best))
  const x = logarithmic([FIRST_SECOND, most], [LEFT, WIDTH - RIGHT])
  const y = logarithmic([Math.min(...values) * 0.9, Math.max(...values) * 1.1], [HEIGHT - BOTTOM, TOP])
  const places = labelPlaces(drawn.map(({ points }) => y(points[points.length - 1].best)))
  const parts = [
    `<text x="${LEFT}" y="16" fill="#333">${title}</text>`,
    `<path d="M${LEFT},${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}" fill="none" stroke="#999"/>`,
    ...ticks(FIRST_SECOND, most).map(
      (value) => `<text x="${x(value).toFixed(1)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${value} s</text>`,
    ),
    ...ticks(Math.min(...values) * 0.9, Math.max(...values) * 1.1).map(
      (value) =>
        `<path d="M${LEFT},${y(value).toFixed(1)}H${WIDTH - RIGHT}" stroke="#eee"/><text x="${LEFT - 6}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end">${value}</text>`,
    ),
    ...drawn.map(({ name, points }, i) => {
      const { best } = points[points.length - 1]
      return `<path d="${steps(points, x, y, WIDTH - RIGHT)}" fill="none" stroke="${COLOURS[i]}" stroke-width="2"/><text x="${WIDTH - RIGHT + 6}" y="${(places[i] + 4).toFixed(1)}" fill="${COLOURS[i]}">${name} ${best.toFixed(4)}</text>`
    }),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#777" role="img" aria-label="${title}">\n${parts.join('\n')}\n</svg>\n`
}

type Scale = (value: number) => number

function logarithmic([low, high]: readonly [number, number], [from, to]: readonly [number, number]): Scale {
  const span = Math.log(high / low) || 1
  return (value) => from + (Math.log(Math.max(low, value) / low) / span) * (to - from)
}

/** 1, 2 and 5 times powers of ten between two numbers. */
function ticks(low: number, high: number): number[] {
  const first = Math.floor(Math.log10(low))
  const last = Math.ceil(Math.log10(high))
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
    .flatMap((power) => [1, 2, 5].map((digit) => Number(`${digit}e${power}`)))
    .filter((value) => value >= low && value <= high)
}

/** A staircase to the end of the axis: the best value stays until a better one is found. */
function steps(points: readonly Point[], x: Scale, y: Scale, end: number): string {
  const [first, ...others] = points
  const path = others.map(({ seconds, best }) => `H${x(seconds).toFixed(1)}V${y(best).toFixed(1)}`)
  return `M${x(first.seconds).toFixed(1)},${y(first.best).toFixed(1)}${path.join('')}H${end}`
}

/** Positions of labels at the line ends, moved down to avoid overlaps. */
function labelPlaces(ends: readonly number[]): number[] {
  const places = [...ends]
  const order = ends.map((_, i) => i).sort((a, b) => ends[a] - ends[b])
  for (let i = 1; i < order.length; i++) {
    places[order[i]] = Math.max(places[order[i]], places[order[i - 1]] + LABEL_STEP)
  }
  return places
}
