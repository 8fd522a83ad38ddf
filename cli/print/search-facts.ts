/** Lines about the search: its progress, its gap to the optimum. */
import { formatCount, formatFigure } from '../../src/ground/format.ts'
import type { RunResult } from '../../src/run.ts'

export function searchFacts({ convergence = [], details = {}, value }: RunResult): (readonly [string, string])[] {
  const lines: (readonly [string, string])[] = []
  if (convergence.length > 2) {
    const first = convergence[0]
    const last = convergence[convergence.length - 1]
    const distinct = last.distinct === undefined ? '' : `, ${formatCount(last.distinct)} different solutions met`
    lines.push([
      'convergence',
      `${formatFigure(first.best)} ${sparkline(convergence.map(({ best }) => best))} ` +
        `${formatFigure(last.best)}${distinct}`,
    ])
  }
  const bound = details.lowerBound
  if (bound !== undefined && typeof value === 'number' && Number.isFinite(value)) {
    const gap = Math.max(0, value - bound)
    lines.push([
      'bound',
      gap < 1e-9
        ? 'proven: no recoding of its kind is better'
        : gap < 1e-5
          ? `none is better by more than ${formatFigure(gap)}`
          : `none is below ${formatFigure(bound)}: a longer search could gain ${formatFigure(gap)} at most`,
    ])
  }
  const estimated = details['lower bound, estimated']
  if (estimated !== undefined && typeof value === 'number')
    lines.push([
      'bound',
      `none is below about ${formatFigure(estimated)}, estimated from some rows: the gap is ` +
        `${formatFigure(value - estimated)}`,
    ])
  return lines
}

const bars = '▁▂▃▄▅▆▇█'

/** A row of at most 32 bars; the minimum has the lowest bar. */
export function sparkline(values: readonly number[]): string {
  const width = Math.min(32, values.length)
  const low = Math.min(...values)
  const high = Math.max(...values)
  return Array.from({ length: width }, (_, i) => {
    const value = values[Math.floor((i * (values.length - 1)) / Math.max(1, width - 1))]
    return bars[high === low ? 0 : Math.round(((value - low) / (high - low)) * (bars.length - 1))]
  }).join('')
}
