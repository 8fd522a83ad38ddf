/** Draws the pictures of a study as standalone SVG files, and the points of each as CSV. */
import { drawMetricCurves } from '../draw/study/metric-curves.ts'
import { drawRuMap } from '../draw/study/ru-map.ts'
import type { Comparison, MetricComparison } from './comparison.ts'
import type { RuMap } from './ru-map.ts'
import type { StudyReport } from './study-report.ts'

const WIDTH = 720

export function studyPictures(report: StudyReport) {
  const names = new Set<string>()
  // Letters, digits, dots and hyphens only: `map-people`, `curve-people-LM`.
  const named = (...parts: readonly string[]) => freeName(parts.map(fileWord).join('-'), names)
  return [
    ...report.maps.map((map) => ({
      name: named('map', map.data),
      svg: drawRuMap(map, { width: WIDTH }),
      csv: mapCsv(map),
    })),
    ...report.comparisons.flatMap((comparison) =>
      drawnMetrics(comparison).map((metric) => ({
        name: named('curve', comparison.data, metric.axis.name),
        svg: drawMetricCurves(metric, { width: WIDTH }),
        csv: metricCsv(metric),
      })),
    ),
  ]
}

export function drawnMetrics({ metrics }: Comparison): readonly MetricComparison[] {
  return metrics.filter(({ curves }) => {
    const points = curves.flatMap((curve) => curve.points)
    const several = new Set(points.map(({ k }) => k)).size > 1
    return several && points.some(({ low, high }) => low !== points[0].low || high !== points[0].low)
  })
}

export function mapCsv({ points, curves, risk, utility, front, best }: RuMap): string {
  const start = ['run', 'search', 'k', 'seed', 'smallest', 'suppressed']
  const header = csvLine([...start, risk.label, utility.label, 'dominated', 'front', 'best', 'knee'])
  const lines = points.map(({ run, curve, k, seed, smallestClass, suppressed, dominated, ...point }) => {
    const { name, knees } = curves[curve]
    const named = (['angle', 'kneedle'] as const).filter((method) => knees[method]?.run === run).join(' ')
    const flags = [dominated, front.includes(run), best === run].map(Number)
    return csvLine([run, name, k, seed, smallestClass, suppressed, point.risk, point.utility, ...flags, named])
  })
  return `${[header, ...lines].join('\n')}\n`
}

export function metricCsv({ axis, curves }: MetricComparison): string {
  const lines = curves.flatMap(({ search, points }) =>
    points.map(({ k, mean, low, high, repeats }) => csvLine([search, k, mean, low, high, repeats])),
  )
  return `${[csvLine(['search', 'k', `${axis.name} mean`, 'least', 'largest', 'repeats']), ...lines].join('\n')}\n`
}

/** RFC 4180; text that a spreadsheet would take for a formula gets an apostrophe. */
export function csvLine(cells: readonly (string | number | undefined)[]): string {
  return cells
    .map((cell) => {
      if (typeof cell !== 'string') return cell === undefined ? '' : String(cell)
      const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
    })
    .join(',')
}

export function fileWord(text: string): string {
  return (
    text
      .replace(/\.[a-z]{2,7}$/i, '')
      .replace(/[^\p{L}\p{N}.]+/gu, '-')
      .replace(/^[-.]+|(?<![-.])[-.]+$/g, '') || 'data'
  )
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted
  // Ignores case, since some file systems do.
  for (let i = 2; taken.has(name.toLowerCase()); i++) name = `${wanted}-${i}`
  taken.add(name.toLowerCase())
  return name
}
