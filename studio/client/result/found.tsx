/** How the search came to its result: outcome, what it tells of itself, its way, and how long each step took. */
import { type ReactNode, useCallback } from 'react'
import type { ChartSettings } from '../../../src/report/draw/chart.ts'
import { drawBestValue } from '../../../src/report/draw/convergence.ts'
import { asWords } from '../../../src/report/draw/markup.ts'
import { plainValue } from '../../../src/report/draw/parts.ts'
import { outcomeInWords } from '../../../src/report/draw/sections/found.ts'
import { formatCount, formatFigure, preferenceInWords } from '../../../src/report/format.ts'
import type { Report } from '../../../src/report/report.ts'
import type { RunResult } from '../../../src/workbench.ts'
import { Chart } from '../kit/chart.tsx'
import { Fold } from '../kit/fold.tsx'
import { Facts, Panel } from '../kit/panel.tsx'
import { figure } from './figures.ts'
import { Seconds } from './seconds.tsx'

/** Details that stand elsewhere in words or as a picture. */
const DRAWN = ['front', 'preference', 'trail']

export function Found({ report, result }: { report: Report; result: RunResult }): ReactNode {
  const { asked, found, rows, preference } = report
  const details = Object.entries(found.details).filter(([name, value]) => value !== undefined && !DRAWN.includes(name))
  return (
    <Panel title="How it was found">
      <Facts
        facts={[
          ['Outcome', outcomeInWords(report)],
          [`Value of the goal (${asked.goal})`, figure(found.value)],
          ['Algorithm', `${asked.algorithm}, seed ${asked.seed}`],
          ['Recodings evaluated', formatCount(found.evaluations)],
          ...(preference === undefined ? [] : [['The preference', preferenceInWords(preference)] as const]),
          ['Rows read', `${formatCount(rows.read)}, ${formatCount(rows.missing)} left out for a missing value`],
        ]}
      />
      <Convergence report={report} />
      {details.length === 0 ? null : (
        <Fold title="What the search tells of itself">
          <Facts facts={details.map(([name, value]) => [asWords(name), plainValue(value, formatFigure)] as const)} />
        </Fold>
      )}
      <Seconds result={result} />
    </Panel>
  )
}

function Convergence({ report: { found } }: { report: Report }): ReactNode {
  const draw = useCallback((settings: ChartSettings) => drawBestValue(found.convergence, settings), [found])
  return found.convergence.length < 2 ? null : <Chart draw={draw} />
}
