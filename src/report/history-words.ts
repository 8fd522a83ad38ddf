/** A release among those counted together, in words for terminal and report. */
import { formatFigure, many, prose } from '../ground/format.ts'
import type { HistoryFigures } from './report.ts'

export function historyInWords({ release, waiting, longestWait, left, loss }: HistoryFigures): string {
  const wait =
    waiting === 0
      ? 'nobody waits'
      : `${many(waiting, 'person waits', 'people wait')} (at most ${many(longestWait, 'release')} so far)`
  return prose`release ${release} of ${release}, counted together: ${wait}, ${many(left, 'row')} of people who left,
    loss of present people ${formatFigure(loss)}`
}
