/**
 * Draws a published figure and ours on the same axes, as an SVG for any background: our curves as lines with names at
 * their ends, printed values as hollow diamonds, printed ranges as bands.
 */
import type { PublishedFigure, Series } from './paper.ts'

const WIDTH = 680
const HEIGHT = 320
const MARGIN = { left: 56, right: 190, top: 30, bottom: 44 }
/** Colour-blind safe, each with its own dash. */
const STROKES = [
  { color: '#2b6cb0', dash: 'none' },
  { color: '#d55e00', dash: '6 4' },
  { color: '#7a8591', dash: '2 3' },
  { color: '#009e73', dash: '8 3 2 3' },
  { color: '#b0529a', dash: '4 2' },
  { color: '#8a6d00', dash: '1 3' },
]

interface Scale {
  readonly x: (value: number) => number
  readonly y: (value: number) => number
  readonly xs: readonly number[]
  readonly levels: readonly number[]
}

export function drawFigure(figure: PublishedFigure, ours: readonly Series[]): string {
  const { title, axes = { x: '', y: '' }, series = [], ranges = [] } = figure
  const scale = makeScale(figure, ours)
  const { x, y, levels } = scale
  const bottom = HEIGHT - MARGIN.bottom
  const ends = spread(ours.map(({ points }) => y(points.at(-1)?.[1] ?? 0)))
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#777" role="img" aria-label="${escaped(spoken(title, ours))}">`,
    words(MARGIN.left, 16, 'start', title),
    words(4, 30, 'start', axes.y),
    ...levels.flatMap((level) => [
      `<path d="M${MARGIN.left},${y(level).toFixed(1)}H${WIDTH - MARGIN.right}" stroke="#999" stroke-opacity="0.3"/>`,
      words(MARGIN.left - 6, y(level) + 4, 'end', short(level)),
    ]),
    ...apart(scale).map((value) => words(x(value), bottom + 18, 'middle', short(value))),
    words((MARGIN.left + WIDTH - MARGIN.right) / 2, HEIGHT - 8, 'middle', axes.x),
    ...ranges.flatMap(({ name, x: [from, to], y: [low, high] }) => {
      const height = Math.max(2, y(low) - y(high))
      return [
        `<rect x="${x(from).toFixed(1)}" y="${y(high).toFixed(1)}" width="${(x(to) - x(from)).toFixed(1)}" height="${height.toFixed(1)}" fill="#999" fill-opacity="0.22"/>`,
        words(x(from) + 4, y(high) - 3, 'start', `published: ${name}`),
      ]
    }),
    ...ours.flatMap((line, i) => {
      const { color, dash } = STROKES[i % STROKES.length]
      const places = line.points.map(([at, value]) => [x(at).toFixed(1), y(value).toFixed(1)])
      return [
        `<polyline points="${places.map((place) => place.join()).join(' ')}" fill="none" stroke="${color}" stroke-width="2" stroke-dasharray="${dash}"/>`,
        ...(places.length > 20
          ? []
          : places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="2.5" fill="${color}"/>`)),
        words(WIDTH - MARGIN.right + 8, ends[i] + 4, 'start', line.name, color),
      ]
    }),
    ...series.flatMap(({ name, points }) =>
      points.flatMap(([at, value], i) => [
        `<path d="M${x(at).toFixed(1)},${(y(value) - 5).toFixed(1)}l5,5l-5,5l-5,-5Z" fill="none" stroke="#777" stroke-width="1.5"/>`,
        ...(i === 0 ? [words(x(at) + 9, y(value) + 4, 'start', `published: ${name}`)] : []),
      ]),
    ),
    '</svg>',
  ]
  return `${lines.join('\n')}\n`
}

function makeScale({ axes, series = [], ranges = [] }: PublishedFigure, ours: readonly Series[]): Scale {
  const points = [...ours, ...series].flatMap((line) => line.points)
  const xs = [...new Set([...points.map(([x]) => x), ...ranges.flatMap(({ x }) => x)])].sort((a, b) => a - b)
  const ys = [...points.map(([, y]) => y), ...ranges.flatMap(({ y }) => y)]
  const [least, most] = [xs[0], xs[xs.length - 1]]
  const along = axes?.logarithmic ? Math.log : (value: number) => value
  const [low, high] = [Math.min(...ys), Math.max(...ys)]
  const step = niceStep((high - low) / 4 || Math.abs(high) / 4 || 1)
  const [bottom, top] = [
    Math.floor(low / step) * step,
    Math.max(Math.ceil(high / step), Math.floor(low / step) + 1) * step,
  ]
  const count = Math.round((top - bottom) / step)
  return {
    xs,
    levels: Array.from({ length: count + 1 }, (_, i) => bottom + i * step),
    x: (value) =>
      MARGIN.left +
      ((along(value) - along(least)) / (along(most) - along(least) || 1)) * (WIDTH - MARGIN.left - MARGIN.right),
    y: (value) =>
      HEIGHT - MARGIN.bottom - ((value - bottom) / (top - bottom)) * (HEIGHT - MARGIN.top - MARGIN.bottom - 10),
  }
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  return [1, 2, 5, 10].map((unit) => unit * power).find((step) => step >= rough * 0.999) ?? rough
}

/** X values whose labels fit. */
function apart({ x, xs }: Scale): number[] {
  const kept: number[] = []
  for (const value of xs) if (kept.length === 0 || x(value) - x(kept[kept.length - 1]) >= 34) kept.push(value)
  return kept
}

/** Moves overlapping labels apart. */
function spread(heights: readonly number[]): number[] {
  const placed = [...heights]
  const order = [...placed.keys()].sort((a, b) => placed[a] - placed[b])
  for (let i = 1; i < order.length; i++) placed[order[i]] = Math.max(placed[order[i]], placed[order[i - 1]] + 15)
  return placed
}

function spoken(title: string, ours: readonly Series[]): string {
  const said = ours.map(({ name, points }) => {
    const few = points.length > 20 ? [points[0], points[points.length - 1]] : points
    return `${name}: ${few.map(([x, y]) => `${short(x)} ${short(y)}`).join(', ')}`
  })
  return `${title}. ${said.join('; ')}.`
}

function words(x: number, y: number, anchor: string, text: string, fill = '#777'): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${fill}">${escaped(text)}</text>`
}

function short(value: number): string {
  return Math.abs(value) >= 1000
    ? value.toLocaleString('en', { maximumFractionDigits: 0 })
    : String(Number(value.toPrecision(3)))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
