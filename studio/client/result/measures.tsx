/** Every measure with its value, its formula and how to read it; risks before and after. */
import { type ReactNode, useCallback } from 'react'
import type { ChartSettings } from '../../../src/report/draw/chart.ts'
import { drawRiskBars } from '../../../src/report/draw/risk-bars.ts'
import { isShare } from '../../../src/report/draw/risk-range.ts'
import type { BeforeAfter, MetricFigure } from '../../../src/report/report.ts'
import { Chart } from '../kit/chart.tsx'
import { Fold } from '../kit/fold.tsx'
import { Panel } from '../kit/panel.tsx'
import { Scroll, Table } from '../kit/table.tsx'
import { Bar } from './bar.tsx'
import { direction, figure, risk } from './figures.ts'

export function Measures({ metrics }: { metrics: readonly MetricFigure[] }): ReactNode {
  return (
    <Panel title="What the release keeps and loses">
      <Scroll label="Figures">
        <Table
          className="measures"
          caption="Measures of utility"
          rows={metrics}
          keyOf={({ name }) => name}
          columns={[
            {
              title: 'Measure',
              heads: true,
              cell: ({ name, title }) => (
                <>
                  {name} <small className="below">{title}</small>
                </>
              ),
            },
            {
              title: 'Value',
              number: true,
              cell: (metric) => (
                <>
                  <b>{figure(metric.value)}</b>
                  <MeasureBar metric={metric} />
                </>
              ),
            },
            {
              title: 'How to read it',
              cell: ({ reading, formula, better, range }) => (
                <>
                  {reading}
                  <code className="formula">{formula}</code>
                  <small>{direction(better, range)}</small>
                </>
              ),
            },
          ]}
        />
      </Scroll>
    </Panel>
  )
}

/** Only where both ends are known: JSON has made infinity null. */
function MeasureBar({ metric: { value, range } }: { metric: MetricFigure }): ReactNode {
  const [low, high] = range as readonly (number | null)[]
  if (typeof low !== 'number' || typeof high !== 'number' || high <= low) return null
  return <Bar share={(value - low) / (high - low)} kind="value" />
}

export function RiskPanel({ risks }: { risks: readonly BeforeAfter[] }): ReactNode {
  const draw = useCallback((settings: ChartSettings) => drawRiskBars(risks, settings), [risks])
  return (
    <Panel title="Risk before and after">
      {risks.some(isShare) ? <Chart draw={draw} /> : null}
      <Fold title="What each risk means">
        <Table
          caption="Risks before and after"
          rows={risks}
          keyOf={({ name }) => name}
          columns={[
            {
              title: 'Risk',
              heads: true,
              cell: ({ title, reading, formula }) => (
                <>
                  {title}
                  <small className="below">{reading}</small>
                  <code className="formula">{formula}</code>
                </>
              ),
            },
            { title: 'Before', number: true, cell: ({ before, range }) => risk(before, range) },
            { title: 'After', number: true, cell: ({ after, range }) => risk(after, range) },
          ]}
        />
      </Fold>
    </Panel>
  )
}
