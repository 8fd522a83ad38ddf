/**
 * The front of a search with several objectives as a table beside the release, one row per point like the rows of a study: its place
 * (for `algorithm: { point: … }`), whether it is the released one, its figures, and its endpoints by column, which name no value.
 */
import type { FrontPoint } from '../search/pareto/front.ts'
import type { SearchProblem, SearchResult } from '../search/search.ts'

export function frontFileOf({ hierarchies }: SearchProblem, { details }: SearchResult): string | undefined {
  const front = details?.['front'] as readonly FrontPoint[] | undefined
  if (front === undefined || front.length === 0) return undefined
  const objectives = Object.keys(front[0].objectives)
  const head = [
    'point',
    'released',
    ...objectives.map((name) => `objective ${name}`),
    'value',
    'NWP',
    'NECD',
    'k',
    'suppressed',
    'classes',
    ...hierarchies.map(({ column }) => `endpoints ${column}`),
  ]
  const rows = front.map((point, i) => [
    i + 1,
    i + 1 === details?.['chosen'] ? 'yes' : 'no',
    ...objectives.map((name) => point.objectives[name]),
    point.value,
    point.NWP,
    point.NECD,
    point.effectiveK,
    point.suppressed,
    point.classes,
    ...point.endpoints,
  ])
  return [head, ...rows].map((cells) => `${cells.map(quoted).join(',')}\n`).join('')
}

function quoted(cell: string | number): string {
  const text = String(cell)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
