/** How many rows look alike, as a histogram. */
import { type ReactNode, useCallback } from 'react'
import type { ChartSettings } from '../../../src/report/draw/chart.ts'
import { drawClassSizes } from '../../../src/report/draw/class-sizes.ts'
import { binClassSizes } from '../../../src/report/draw/size-bins.ts'
import type { Report } from '../../../src/report/report.ts'
import { Chart } from '../kit/chart.tsx'

export function ClassSizes({ sizes, k }: { sizes: Report['classSizes']; k: number | undefined }): ReactNode {
  const draw = useCallback(
    (settings: ChartSettings) => drawClassSizes(binClassSizes(sizes, k), { ...settings, k }),
    [sizes, k],
  )
  if (sizes.length === 0) return <p className="note">There are no classes: no row says anything.</p>
  return <Chart draw={draw} />
}
