/** One R-U map, on whatever axes the reader chooses: its pictures are the wide and the narrow one. What is drawn was computed before; here it is placed. */
import type { AxisData, MapData, PairData } from '../draw/study-data.ts'
import type { Frame } from '../draw/study-frame.ts'
import { placeOn, type Scale } from '../draw/study-scale.ts'
import { all, moveTo, one, round, type Shape, show, svgPart } from './elements.ts'
import { hideTip, openRun, showTip } from './run-panel.ts'
import { toggleAgain } from './toggles.ts'

type Family = 'risk' | 'utility'

/** Values to pixels, in one picture. */
interface Ground {
  readonly frame: Frame
  readonly x: (utility: number) => number
  readonly y: (risk: number) => number
}

/** Makes a map live; the answer writes its points, as they are drawn then, as CSV. */
export function startMap(figure: HTMLElement, map: MapData): () => string {
  const pictures = all<SVGElement>('svg.ru-map', figure)
  const placeOf = new Map(map.runs.map(({ run }, i) => [run, i]))
  const state = { risk: map.first[0], utility: map.first[1], logRisk: false, logUtility: false }
  const axisOf = (family: Family): AxisData => (family === 'risk' ? map.risks : map.utilities)[state[family]]
  const scaleOf = (family: Family): Scale => {
    const { linear, log } = axisOf(family).scales
    return ((family === 'risk' ? state.logRisk : state.logUtility) && log) || linear
  }
  const pairOf = (): PairData => map.pairs[`${state.risk} ${state.utility}`]
  const runAt = (point: Shape): number => placeOf.get(point.dataset['run'] as string) as number
  const valueAt = (family: Family, run: number): number => axisOf(family).values[run] as number
  const linesOf = (run: number): string[] => [
    ...map.runs[run].shown,
    `${axisOf('risk').label} ${axisOf('risk').texts[run]}`,
    `${axisOf('utility').label} ${axisOf('utility').texts[run]}`,
  ]

  const enliven = (picture: SVGElement): void => {
    picture.setAttribute('role', 'group')
    all<Shape>('.point', picture).forEach((point, i) => {
      const run = runAt(point)
      for (const title of all('title', point)) title.remove()
      point.classList.add('live')
      point.setAttribute('role', 'button')
      point.setAttribute('tabindex', i === 0 ? '0' : '-1')
      const beaten = pairOf().beaten[run] === '1' ? ', another run is better' : ''
      point.setAttribute('aria-label', `${linesOf(run).join(', ')}${beaten}`)
    })
  }

  const drawPoints = (group: Element, order: readonly number[], { x, y }: Ground): void => {
    group.replaceChildren()
    for (const i of order) {
      const { run, curve } = map.runs[i]
      const { shape, ink } = map.looks[curve]
      const worse = pairOf().beaten[i] === '1'
      const place = `translate(${x(valueAt('utility', i))} ${y(valueAt('risk', i))})`
      const point = svgPart('path', {
        class: worse ? 'point beaten' : 'point',
        d: shape,
        fill: worse ? 'var(--paper)' : ink,
        stroke: worse ? 'var(--before)' : 'var(--paper)',
        'stroke-width': worse ? 1.4 : 0.8,
        transform: `${place}${map.small ? ' scale(0.8)' : ''}`,
      })
      point.dataset['run'] = run
      point.dataset['curve'] = String(curve)
      group.append(point)
    }
  }

  const drawPicture = (picture: SVGElement, frame: Frame): void => {
    const pair = pairOf()
    const [across, up] = [scaleOf('utility'), scaleOf('risk')]
    const x = (value: number) => round(frame.left + placeOn(across, value) * frame.width)
    const y = (value: number) => round(frame.top + (1 - placeOn(up, value)) * frame.height)
    const ground = { frame, x, y }
    const path = (points: PairData['front']) =>
      points.map(([u, r], i) => `${i > 0 ? 'L' : 'M'}${x(u)} ${y(r)}`).join('')
    drawTicks(one('.x-ticks', picture), across, (value) => [x(value), 0])
    drawTicks(one('.y-ticks', picture), up, (value) => [0, y(value)])
    one('.x-title', picture).textContent = axisOf('utility').title
    one('.y-title', picture).textContent = axisOf('risk').title
    const isSeen = axisOf('risk').share && map.ceiling >= up.low && map.ceiling <= up.high
    placeAt(one('.ceiling', picture), isSeen ? [0, y(map.ceiling)] : undefined)
    one('.front', picture).setAttribute('d', path(pair.front))
    all('.curve', picture).forEach((curve, i) => {
      curve.setAttribute('d', path(pair.lines[i]))
    })
    for (const method of ['angle', 'kneedle'] as const) {
      all(`.knee.${method}`, picture).forEach((knee, i) => {
        const where = pair[method][i]
        placeAt(knee, where === null ? undefined : [x(where[0]), y(where[1])])
      })
    }
    // Those that another run beats first, so that they lie below.
    const order = map.runs
      .map((_, i) => i)
      .filter((i) => pair.beaten[i] !== '-')
      .sort((a, b) => Number(pair.beaten[b]) - Number(pair.beaten[a]) || a - b)
    drawPoints(one('.points', picture), order, ground)
    drawBest(one('.best', picture), pair, ground)
    const points = order.map((i) => [valueAt('utility', i), valueAt('risk', i)] as const)
    drawLabels(one('.labels', picture), pair, points, ground)
    enliven(picture)
  }

  const controls = one<HTMLElement>('.controls', figure)
  controls.hidden = false
  for (const input of all<HTMLInputElement>('[data-axis]', controls)) {
    input.addEventListener('change', () => {
      const axis = input.dataset['axis']
      if (axis === 'risk' || axis === 'utility') state[axis] = Number(input.value)
      if (axis === 'logRisk' || axis === 'logUtility') state[axis] = input.checked
      pictures.forEach((picture, which) => {
        drawPicture(picture, map.frames[which])
      })
      toggleAgain(figure.dataset['set'] ?? '')
    })
  }

  for (const picture of pictures) {
    enliven(picture)
    const onPoint = (kind: string, act: (point: Shape, event: Event) => void): void => {
      picture.addEventListener(kind, (event) => {
        const point = (event.target as Element).closest<Shape>('.point')
        if (point !== null) act(point, event)
      })
    }
    for (const kind of ['pointerover', 'focusin']) onPoint(kind, (point) => showTip(point, linesOf(runAt(point))))
    for (const kind of ['pointerout', 'focusout']) picture.addEventListener(kind, hideTip)
    onPoint('click', (point) => openRun(point.dataset['run'] as string))
    onPoint('keydown', (point, event) => {
      const { key } = event as KeyboardEvent
      const opens = key === 'Enter' || key === ' '
      // From left to right, as the eye reads.
      const left = (own: Shape) => valueAt('utility', runAt(own))
      const points = all<Shape>('.point', picture)
        .filter((own) => own.getAttribute('display') !== 'none')
        .sort((a, b) => left(a) - left(b))
      const next = opens ? point : neighbour(points, point, key)
      if (next === undefined) return
      event.preventDefault()
      if (opens) return openRun(point.dataset['run'] as string)
      point.setAttribute('tabindex', '-1')
      next.setAttribute('tabindex', '0')
      next.focus()
    })
  }

  return () => {
    const [risk, utility] = [axisOf('risk'), axisOf('utility')]
    const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
    const { beaten } = pairOf()
    const lines = map.runs.flatMap(({ csv }, i) =>
      beaten[i] === '-' ? [] : [[csv, risk.values[i], utility.values[i], beaten[i]].join(',')],
    )
    return `${[[map.csv, quoted(risk.label), quoted(utility.label), 'dominated'].join(','), ...lines].join('\n')}\n`
  }
}

/** The point that a key leads to; none where it is no key of the keyboard's arrows. */
function neighbour(points: readonly Shape[], point: Shape, key: string): Shape | undefined {
  if (key === 'Home') return points[0]
  if (key === 'End') return points.at(-1)
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key]
  return step === undefined ? undefined : points[(points.indexOf(point) + step + points.length) % points.length]
}

function placeAt(part: Element, place: readonly [number, number] | undefined): void {
  show(part, place !== undefined)
  if (place !== undefined) moveTo(part, ...place)
}

function drawTicks(group: Element, { ticks }: Scale, at: (value: number) => [number, number]): void {
  const old = all('.tick', group)
  for (const { value, label } of ticks) {
    const tick = old[0].cloneNode(true) as Element
    moveTo(tick, ...at(value))
    one('text', tick).textContent = label
    group.append(tick)
  }
  for (const tick of old) tick.remove()
}

function drawBest(best: Element, pair: PairData, { frame, x, y }: Ground): void {
  placeAt(best, pair.best === null ? undefined : [x(pair.best[0]), y(pair.best[1])])
  if (pair.best === null) return
  const [u, , words] = pair.best
  const text = one('text', best)
  text.textContent = words
  // About half as wide as its letters, and kept on the picture.
  const half = words.length * 3.15
  const right = Math.min(0, frame.left + frame.width + 18 - half - x(u))
  text.setAttribute('x', String(round(Math.max(frame.left + half - x(u), right))))
}

/** Left, top, width, height. */
type Box = readonly [number, number, number, number]

/** k beside the points, where there is room. */
function drawLabels(group: Element, pair: PairData, points: PairData['front'], { frame, x, y }: Ground): void {
  group.replaceChildren()
  const around = (u: number, r: number, half: number): Box => [x(u) - half, y(r) - half, 2 * half, 2 * half]
  const taken = points.map(([u, r]) => around(u, r, 5))
  for (const knee of [...pair.angle, ...pair.kneedle]) if (knee !== null) taken.push(around(knee[0], knee[1], 9))
  for (const [u, r, words, curve] of pair.labels) {
    const wide = words.length * 6 + 2
    const free = [6, 11]
      .flatMap((away) => [
        [x(u) + away, y(r) + away - 4],
        [x(u) - away - wide, y(r) - away - 8],
        [x(u) + away + 2, y(r) - 6],
        [x(u) - away - 2 - wide, y(r) - 6],
      ])
      .map(([left, top]): Box => [left, top, wide, 12])
      .find(
        (box) =>
          box[0] >= frame.left &&
          box[1] + 12 < frame.top + frame.height &&
          taken.every((other) => doNotMeet(box, other)),
      )
    if (free === undefined) continue
    taken.push(free)
    const text = svgPart('text', { x: round(free[0]), y: round(free[1] + 10) })
    text.dataset['curve'] = String(curve)
    text.textContent = words
    group.append(text)
  }
}

function doNotMeet(a: Box, b: Box): boolean {
  return a[0] + a[2] <= b[0] || b[0] + b[2] <= a[0] || a[1] + a[3] <= b[1] || b[1] + b[3] <= a[1]
}
