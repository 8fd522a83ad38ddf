/** How the search came to its result: outcome, what it says of itself, its way, and how long each step took. */
import { type ReactNode, useCallback } from 'react'
import type { ChartSettings } from '../../../src/report/draw/chart.ts'
import { drawBestValue } from '../../../src/report/draw/convergence.ts'
import { facts } from '../../../src/report/draw/parts.ts'
import { askedSection } from '../../../src/report/draw/sections/asked.ts'
import { foundFacts } from '../../../src/report/draw/sections/found.ts'
import type { Report } from '../../../src/report/report.ts'
import type { RunResult } from '../../../src/workbench.ts'
import { Chart } from '../kit/chart.tsx'
import { Drawn } from '../kit/drawn.tsx'
import { Fold } from '../kit/fold.tsx'
import { Panel } from '../kit/panel.tsx'
import { Seconds } from './seconds.tsx'

export function Found({ report, result }: { report: Report; result: RunResult }): ReactNode {
  const { convergence } = report.found
  const draw = useCallback((settings: ChartSettings) => drawBestValue(convergence, settings), [convergence])
  const { title, body } = askedSection(report)
  return (
    <Panel title="How it was found">
      <Drawn label="How it was found" part={facts(foundFacts(report))} />
      {convergence.length < 2 ? null : <Chart draw={draw} />}
      <Fold title={title}>
        <Drawn label={title} part={body} />
      </Fold>
      <Seconds result={result} />
    </Panel>
  )
}
