import { type ReactNode, useCallback } from 'react'
import { drawRiskBars, isShare } from '../../../src/report/draw/charts/risk-bars.ts'
import type { PictureSettings } from '../../../src/report/draw/plot.ts'
import { risksInFull } from '../../../src/report/draw/sections/risks.ts'
import { Chart } from '../kit/chart.tsx'
import { Drawn } from '../kit/drawn.tsx'
import { Fold } from '../kit/fold.tsx'
import { Panel } from '../kit/panel.tsx'

export function RiskPanel({ report }: { report: Parameters<typeof risksInFull>[0] }): ReactNode {
  const { risks } = report
  const draw = useCallback((settings: PictureSettings) => drawRiskBars(risks, settings), [risks])
  return (
    <Panel title="Risk before and after">
      {risks.some(isShare) ? <Chart draw={draw} /> : null}
      <Fold title="What each risk means">
        <Drawn label="Risks" part={risksInFull(report)} />
      </Fold>
    </Panel>
  )
}
