/** Figures in words, for terminal and report: a preference, and a release among those counted together. */
import { formatCount, formatFigure, many, prose } from '../ground/format.ts'
import type { PreferenceOutcome } from '../metrics/utility/achievement.ts'
import type { HistoryFigures } from './report.ts'

/** Describes whether a preference was met, how far each figure is off, and the class size reached. */
export function preferenceInWords(outcome: PreferenceOutcome): string {
  const { verdict, wanted, reached, beyond, deviation, k, effectiveK } = outcome
  const parts = (Object.keys(wanted) as (keyof typeof wanted)[]).map(
    (name) => prose`${name} ${formatFigure(reached[name])} of ${formatFigure(wanted[name])} accepted
      (${beyond[name] > 0 ? '+' : ''}${formatFigure(beyond[name])})`,
  )
  const words = { met: 'met', overachieved: 'met and overachieved', underachieved: 'not met, underachieved' }[verdict]
  return prose`${words}: ${parts.join(', ')}; in sum ${deviation > 0 ? '+' : ''}${formatFigure(deviation)}; smallest
    class ${formatCount(effectiveK)}, asked for ${formatCount(k)}`
}

export function historyInWords({ release, waiting, longestWait, left, loss }: HistoryFigures): string {
  const wait =
    waiting === 0
      ? 'nobody waits'
      : `${many(waiting, 'person waits', 'people wait')} (at most ${many(longestWait, 'release')} so far)`
  return prose`release ${release} of ${release}, counted together: ${wait}, ${many(left, 'row')} of people who left,
    loss of present people ${formatFigure(loss)}`
}

/** The steps of a run, for progress. */
export const STEP_NAMES = {
  open: 'opening the source',
  count: 'counting combinations',
  search: 'searching',
  write: 'writing the release',
  verify: 'counting the release again',
  publish: 'publishing',
}
