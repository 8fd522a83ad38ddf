/**
 * Describes the front of a multi-objective search by two figures: loss and unevenness if the job has a preference
 * (Dewri et al. 2009, figure 1), otherwise the first two objectives.
 */
import type { Preference } from '../metrics/metric.ts'
import type { FrontPoint } from '../search/results.ts'
import type { SearchDetails } from '../search/search.ts'

export interface FrontPicture {
  readonly x: string
  readonly y: string
  readonly points: readonly PicturedPoint[]
  readonly chosen: number
  /** The preferred point, if it has a position on these axes. */
  readonly wanted?: { readonly x: number; readonly y: number }
}

export interface PicturedPoint {
  readonly x: number
  readonly y: number
  readonly value: number
  readonly effectiveK: number
  readonly suppressed: number
  readonly classes: number
}

export function frontPicture(
  { front, objectives, chosen }: SearchDetails,
  goal: string,
  preference: Preference | undefined,
): { readonly front?: FrontPicture } {
  if (front === undefined || front.length === 0 || objectives === undefined || chosen === undefined) return {}
  const [x, y] = preference === undefined ? objectives : Object.keys(preference)
  // Every point has the preference's figures, even if the search did not optimize them.
  const figure = (point: FrontPoint, name: string) => point.objectives[name] ?? point[name as keyof Preference]
  return {
    front: {
      x: axisName(x, goal),
      y: axisName(y, goal),
      points: front.map((point) => ({
        x: figure(point, x),
        y: figure(point, y),
        value: point.value,
        effectiveK: point.effectiveK,
        suppressed: point.suppressed,
        classes: point.classes,
      })),
      chosen,
      wanted:
        preference === undefined
          ? undefined
          : { x: preference[x as keyof Preference], y: preference[y as keyof Preference] },
    },
  }
}

function axisName(objective: string, goal: string): string {
  if (objective === 'goal') return `value of the goal (${goal})`
  return objective === 'k' ? 'smallest class' : objective
}
