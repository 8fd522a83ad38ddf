/** Rows of a study as the page sees them: maps by the chosen axes, and comparisons over k. */
import { choicesOf, compareSearches, mapAxes, type RuMapSettings, ruMaps, type StudyRow } from '../../../src/index.ts'
import type { StudyView } from './api.ts'

export function viewOf(rows: readonly StudyRow[], settings: RuMapSettings): StudyView {
  const shown = rows.filter(({ outcome, metrics }) => outcome !== 'failed' && Object.keys(metrics).length > 0)
  const maps = shown.length === 0 ? [] : ruMaps(shown, settings)
  return {
    rows,
    maps,
    comparisons: compareSearches(shown),
    axes: { risk: mapAxes(shown, 'risk'), utility: mapAxes(shown, 'utility') },
    ...choicesOf(maps),
  }
}
