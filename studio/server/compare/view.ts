/** Rows of a study as the page sees them: maps by the chosen axes, and comparisons over k. */
import {
  choicesOf,
  compareSearches,
  mapAxes,
  type RuMapSettings,
  ruMaps,
  type StudyRow,
} from '../../../src/workbench.ts'
import type { StudyView } from './api.ts'

export function viewOf(rows: readonly StudyRow[], settings: RuMapSettings): StudyView {
  const maps = ruMaps(rows, settings)
  return {
    rows,
    maps,
    comparisons: compareSearches(rows),
    axes: { risk: mapAxes(rows, 'risk'), utility: mapAxes(rows, 'utility') },
    ...choicesOf(maps),
  }
}
