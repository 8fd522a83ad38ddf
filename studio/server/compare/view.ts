/** Rows of a study as maps by the chosen axes. */

import { listAxes as mapAxes } from '../../../src/report/study/axes.ts'
import { ruMaps } from '../../../src/report/study/ru-map.ts'
import type { StudyRow } from '../../../src/report/study/study-row.ts'
import type { RuMapSettings } from '../../../src/report/study/study-settings.ts'
import { listChoices } from '../../../src/study/study-map.ts'
import type { StudyView } from './api.ts'

export function buildView(rows: readonly StudyRow[], settings: RuMapSettings): StudyView {
  const maps = ruMaps(rows, settings)
  return {
    rows,
    maps,
    axes: { risk: mapAxes(rows, 'risk'), utility: mapAxes(rows, 'utility') },
    ...listChoices(maps),
  }
}
