/** Histogram of equivalence class sizes. */
import { type ReactNode, useCallback } from 'react'
import { binClassSizes, drawClassSizes } from '../../../src/report/draw/charts/class-sizes.ts'
import type { PictureSettings } from '../../../src/report/draw/plot.ts'
import type { Report } from '../../../src/report/report.ts'
import { Chart } from '../kit/chart.tsx'

export function ClassSizes({ sizes, k }: { sizes: Report['classSizes']; k: number | undefined }): ReactNode {
  const draw = useCallback(
    (settings: PictureSettings) => drawClassSizes(binClassSizes(sizes, k), { ...settings, k }),
    [sizes, k],
  )
  if (sizes.length === 0) return <p className="note">There are no classes: no row says anything.</p>
  return <Chart draw={draw} />
}
