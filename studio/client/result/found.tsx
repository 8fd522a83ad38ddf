/** Describes the search: its notes, progress, requirements, and time per step. */
import { type ReactNode, useCallback } from 'react'
import { drawBestValue } from '../../../src/report/draw/charts/convergence.ts'
import type { Markup } from '../../../src/report/draw/markup.ts'
import type { PictureSettings } from '../../../src/report/draw/plot/frame.ts'
import type { Section } from '../../../src/report/draw/sections/section.ts'
import type { Report } from '../../../src/report/report.ts'
import type { RunResult } from '../../../src/run.ts'
import { Chart } from '../kit/chart.tsx'
import { Drawn } from '../kit/drawn.tsx'
import { Fold } from '../kit/fold.tsx'
import { Panel } from '../kit/panel.tsx'
import { Seconds } from './seconds.tsx'

export function Found(props: {
  found: Markup
  asked: Section
  convergence: Report['found']['convergence']
  result: RunResult
}): ReactNode {
  const { found, asked, convergence, result } = props
  const draw = useCallback((settings: PictureSettings) => drawBestValue(convergence, settings), [convergence])
  return (
    <Panel title="How it was found">
      <Drawn label="How it was found" part={found} />
      {convergence.length < 2 ? null : <Chart draw={draw} />}
      <Fold title={asked.title}>
        <Drawn label={asked.title} part={asked.body} />
      </Fold>
      <Seconds result={result} />
    </Panel>
  )
}
