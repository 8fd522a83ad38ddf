/** Redraws an R-U map, wide and narrow, on the axes that the reader chooses. */

import { formatFigure } from '../../ground/format.ts'
import { logScale } from '../draw/plot/scale.ts'
import type { AxisData, MapData } from '../draw/study/data.ts'
import { drawRuMap, mapScales } from '../draw/study/ru-map.ts'
import { mapOfPoints, type RuMap } from '../study/map-of-points.ts'
import { mapCsv } from '../study/study-pictures.ts'
import { all, one, type Shape } from './elements.ts'
import { hideTip, openRun, showTip } from './run-panel.ts'
import { enlivenLegend, toggleAgain } from './toggles.ts'

type Family = 'risk' | 'utility'

export function startMap(figure: HTMLElement, data: MapData): () => string {
  const state = { ...data.first, logRisk: false, logUtility: false }
  const places = new Map(data.runs.map(({ run }, i) => [run, i]))
  const currentAxis = (family: Family): AxisData => data[family][state[family]]
  const runAt = (point: Shape): number => places.get(point.dataset['run'] as string) as number
  const describeRun = (run: number): string[] => [
    ...data.runs[run].shown,
    ...(['risk', 'utility'] as const).map((family) => {
      const { axis, values } = currentAxis(family)
      return `${axis.label} ${formatFigure(values[run] as number)}`
    }),
  ]
  const mapNow = (): RuMap => {
    const [{ axis: risk, values: risks }, { axis: utility, values: utilities }] = [
      currentAxis('risk'),
      currentAxis('utility'),
    ]
    const placed = data.runs.flatMap((run, i) => {
      const [r, u] = [risks[i], utilities[i]]
      return r === null || u === null ? [] : [{ ...run, risk: r, utility: u }]
    })
    return mapOfPoints({ ...data.ground, risk, utility }, placed, data.settings)
  }

  const enliven = ({ points }: RuMap): void => {
    const beaten = new Set(points.flatMap(({ run, dominated }) => (dominated ? [run] : [])))
    for (const picture of all<SVGElement>('svg.ru-map', figure)) {
      picture.setAttribute('role', 'group')
      all<Shape>('.point', picture).forEach((point, i) => {
        for (const title of all('title', point)) title.remove()
        point.classList.add('live')
        point.setAttribute('role', 'button')
        point.setAttribute('tabindex', i === 0 ? '0' : '-1')
        const worse = beaten.has(point.dataset['run'] as string) ? ', another run is better' : ''
        point.setAttribute('aria-label', `${describeRun(runAt(point)).join(', ')}${worse}`)
      })
    }
  }

  const drawAgain = (): void => {
    const map = mapNow()
    const linear = mapScales(map)
    const log = (family: Family) => logScale(map.points.map((point) => point[family])) ?? linear[family]
    const scales = {
      risk: state.logRisk ? log('risk') : linear.risk,
      utility: state.logUtility ? log('utility') : linear.utility,
    }
    for (const picture of all<SVGElement>('svg.ru-map', figure)) {
      picture.outerHTML = drawRuMap(map, { width: Number(picture.getAttribute('width')), colours: 'page', scales })
    }
    enliven(map)
    enlivenLegend(figure)
    toggleAgain(figure.dataset['set'] ?? '')
  }

  const controls = one<HTMLElement>('.controls', figure)
  controls.hidden = false
  for (const input of all<HTMLInputElement>('[data-axis]', controls)) {
    input.addEventListener('change', () => {
      const axis = input.dataset['axis']
      if (axis === 'risk' || axis === 'utility') state[axis] = Number(input.value)
      if (axis === 'logRisk' || axis === 'logUtility') state[axis] = input.checked
      drawAgain()
    })
  }

  enliven(mapNow())
  const onPoint = (kind: string, act: (point: Shape, event: Event) => void): void => {
    figure.addEventListener(kind, (event) => {
      const point = (event.target as Element).closest<Shape>('.point')
      if (point !== null) act(point, event)
    })
  }
  for (const kind of ['pointerover', 'focusin']) onPoint(kind, (point) => showTip(point, describeRun(runAt(point))))
  for (const kind of ['pointerout', 'focusout']) figure.addEventListener(kind, hideTip)
  onPoint('click', (point) => openRun(point.dataset['run'] as string))
  onPoint('keydown', (point, event) => {
    const { key } = event as KeyboardEvent
    const opens = key === 'Enter' || key === ' '
    const left = (shape: Shape) => currentAxis('utility').values[runAt(shape)] as number
    const points = all<Shape>('.point', point.closest('svg') as Element)
      .filter((point) => point.getAttribute('display') !== 'none')
      .sort((a, b) => left(a) - left(b))
    const next = opens ? point : neighbour(points, point, key)
    if (next === undefined) return
    event.preventDefault()
    if (opens) return openRun(point.dataset['run'] as string)
    point.setAttribute('tabindex', '-1')
    next.setAttribute('tabindex', '0')
    next.focus()
  })
  return () => mapCsv(mapNow())
}

function neighbour(points: readonly Shape[], point: Shape, key: string): Shape | undefined {
  if (key === 'Home') return points[0]
  if (key === 'End') return points.at(-1)
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key]
  return step === undefined ? undefined : points[(points.indexOf(point) + step + points.length) % points.length]
}
