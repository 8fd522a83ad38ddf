/** Lines about the search: its gap to the optimum. */
import { formatFigure } from '../../src/ground/format.ts'
import type { RunResult } from '../../src/run.ts'

export function searchFacts({ details = {}, value }: RunResult): (readonly [string, string])[] {
  const lines: (readonly [string, string])[] = []
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
