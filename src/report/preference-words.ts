import { formatCount, formatFigure, prose } from '../ground/format.ts'
import type { PreferenceOutcome } from '../metrics/utility/achievement.ts'

/** Describes whether a preference was met, how far each figure is off, and the class size reached. */
export function preferenceInWords({
  verdict,
  wanted,
  reached,
  beyond,
  deviation,
  k,
  effectiveK,
}: PreferenceOutcome): string {
  const parts = (Object.keys(wanted) as (keyof typeof wanted)[]).map(
    (name) => prose`${name} ${formatFigure(reached[name])} of ${formatFigure(wanted[name])} accepted
      (${beyond[name] > 0 ? '+' : ''}${formatFigure(beyond[name])})`,
  )
  const words = { met: 'met', overachieved: 'met and overachieved', underachieved: 'not met, underachieved' }[verdict]
  return prose`${words}: ${parts.join(', ')}; in sum ${deviation > 0 ? '+' : ''}${formatFigure(deviation)}; smallest
    class ${formatCount(effectiveK)}, asked for ${formatCount(k)}`
}
