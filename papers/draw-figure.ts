/** Curves over k as an SVG that a page can show on any background: few lines, named at their ends, k on a logarithmic axis. */

export interface Curve {
  readonly name: string
  readonly points: { readonly x: number; readonly y: number }[]
}

const WIDTH = 640
const HEIGHT = 300
const MARGIN = { left: 48, right: 150, top: 30, bottom: 40 }
/** A blue, an orange and a grey that are distinguished by everybody, and a dash of its own for each. */
const STROKES = [
  { color: '#d55e00', dash: '6 4' },
  { color: '#2b6cb0', dash: 'none' },
  { color: '#7a8591', dash: '2 3' },
]

export function drawCurves(curves: readonly Curve[], { title }: { readonly title: string }): string {
  const all = curves.flatMap(({ points }) => points)
  const ks = [...new Set(all.map(({ x }) => x))]
  const [least, most] = [Math.min(...ks), Math.max(...ks)]
  const bottom = Math.floor(Math.min(...all.map(({ y }) => y)) * 100) / 100
  const top = Math.ceil(Math.max(...all.map(({ y }) => y)) * 100) / 100
  const x = (k: number) =>
    MARGIN.left + (Math.log(k / least) / Math.log(most / least)) * (WIDTH - MARGIN.left - MARGIN.right)
  const y = (value: number) =>
    HEIGHT - MARGIN.bottom - ((value - bottom) / (top - bottom)) * (HEIGHT - MARGIN.top - MARGIN.bottom)
  const text = (at: number, height: number, anchor: string, words: string, fill = '#777') =>
    `<text x="${at.toFixed(1)}" y="${height.toFixed(1)}" text-anchor="${anchor}" fill="${fill}">${escaped(words)}</text>`
  const levels = Array.from({ length: 5 }, (_, i) => bottom + ((top - bottom) * i) / 4)
  const ends = spread(curves.map(({ points }) => y(points[points.length - 1].y)))
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#777" role="img" aria-label="${escaped(spoken(title, curves))}">`,
    text(MARGIN.left, 16, 'start', title),
    ...levels.map(
      (level) =>
        `<path d="M${MARGIN.left},${y(level).toFixed(1)}H${WIDTH - MARGIN.right}" stroke="#999" stroke-opacity="0.3"/>`,
    ),
    ...levels.map((level) => text(MARGIN.left - 6, y(level) + 4, 'end', level.toFixed(3))),
    ...[10, 25, 50, 100, 250, 500]
      .filter((k) => ks.includes(k))
      .map((k) => text(x(k), HEIGHT - MARGIN.bottom + 18, 'middle', String(k))),
    text((MARGIN.left + WIDTH - MARGIN.right) / 2, HEIGHT - 6, 'middle', 'k'),
    ...curves.flatMap(({ name, points }, i) => {
      const { color, dash } = STROKES[i % STROKES.length]
      const places = points.map((point) => `${x(point.x).toFixed(1)},${y(point.y).toFixed(1)}`)
      return [
        `<polyline points="${places.join(' ')}" fill="none" stroke="${color}" stroke-width="2" stroke-dasharray="${dash}"/>`,
        ...places.map(
          (place) => `<circle cx="${place.split(',')[0]}" cy="${place.split(',')[1]}" r="2.5" fill="${color}"/>`,
        ),
        text(WIDTH - MARGIN.right + 8, ends[i] + 4, 'start', name, color),
      ]
    }),
    '</svg>',
  ]
  return `${lines.join('\n')}\n`
}

/** Labels that would stand on each other move apart. */
function spread(heights: readonly number[]): number[] {
  const placed = [...heights]
  const order = [...placed.keys()].sort((a, b) => placed[a] - placed[b])
  for (let i = 1; i < order.length; i++) placed[order[i]] = Math.max(placed[order[i]], placed[order[i - 1]] + 15)
  return placed
}

function spoken(title: string, curves: readonly Curve[]): string {
  const said = curves.map(
    ({ name, points }) => `${name}: ${points.map(({ x, y }) => `${x} ${y.toFixed(3)}`).join(', ')}`,
  )
  return `${title}. ${said.join('; ')}.`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
