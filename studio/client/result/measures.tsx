/** Every measure with its value, its formula and how to read it; risks before and after. */
import { type ReactNode, useCallback } from 'react'
import type { ChartSettings } from '../../../src/report/draw/chart.ts'
import { drawRiskBars } from '../../../src/report/draw/risk-bars.ts'
import { isShare } from '../../../src/report/draw/risk-range.ts'
import type { BeforeAfter, MetricFigure } from '../../../src/report/report.ts'
import { Chart } from '../kit/chart.tsx'
import { Panel } from '../kit/panel.tsx'
import { Bar } from './bar.tsx'
import { direction, figure, risk } from './figures.ts'

export function Measures({ metrics }: { metrics: readonly MetricFigure[] }): ReactNode {
  return (
    <Panel title="What the release keeps and loses">
      <div className="scroll">
        <table className="measures">
          <caption className="spoken">Measures of utility</caption>
          <thead>
            <tr>
              <th scope="col">Measure</th>
              <th scope="col" className="number-cell">
                Value
              </th>
              <th scope="col">How to read it</th>
            </tr>
          </thead>
          <tbody>
            {metrics.map((metric) => (
              <tr key={metric.name}>
                <th scope="row">
                  {metric.name} <small>{metric.title}</small>
                </th>
                <td className="number-cell">
                  <b>{figure(metric.value)}</b>
                  <MeasureBar metric={metric} />
                </td>
                <td>
                  {metric.reading}
                  <code className="formula">{metric.formula}</code>
                  <small>{direction(metric.better, metric.range)}</small>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
      <details>
        <summary>What each risk means</summary>
        <table>
          <caption className="spoken">Risks before and after</caption>
          <thead>
            <tr>
              <th scope="col">Risk</th>
              <th scope="col" className="number-cell">
                Before
              </th>
              <th scope="col" className="number-cell">
                After
              </th>
            </tr>
          </thead>
          <tbody>
            {risks.map(({ name, title, before, after, range, reading, formula }) => (
              <tr key={name}>
                <th scope="row">
                  {title}
                  <small className="block">{reading}</small>
                  <code className="formula">{formula}</code>
                </th>
                <td className="number-cell">{risk(before, range)}</td>
                <td className="number-cell">{risk(after, range)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Panel>
  )
}
