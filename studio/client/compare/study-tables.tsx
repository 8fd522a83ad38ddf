/** Compares the methods: a figure over k, the best method per range of k, and a table of all runs. */
import { type ReactNode, useCallback, useState } from 'react'
import { formatCount, formatFigure, orDash } from '../../../src/ground/format.ts'
import type { PictureSettings } from '../../../src/report/draw/plot/frame.ts'
import { drawMetricCurves } from '../../../src/report/draw/study/metric-curves.ts'
import type { Comparison } from '../../../src/report/study/comparison.ts'
import type { StudyRow } from '../../../src/report/study/study-row.ts'
import type { StudyView } from '../../server/compare/api.ts'
import { Chart } from '../kit/chart.tsx'
import { Choice } from '../kit/controls.tsx'
import { Panel } from '../kit/panel.tsx'
import { Table } from '../kit/table.tsx'

export function StudyTables({ view }: { view: StudyView }): ReactNode {
  return (
    <>
      {view.comparisons.map((comparison) => (
        <Compared key={comparison.data} comparison={comparison} named={view.comparisons.length > 1} />
      ))}
      <Runs rows={view.rows} />
    </>
  )
}

function Compared({ comparison, named }: { comparison: Comparison; named: boolean }): ReactNode {
  const { data, metrics } = comparison
  const [chosen, setChosen] = useState<string>()
  const drawn = metrics.filter(({ curves }) => curves.some(({ points }) => points.length > 1))
  const metric = drawn.find(({ axis }) => axis.name === chosen) ?? drawn[0]
  if (metric === undefined) return null
  return (
    <Panel title={named ? `Compared over k: ${data}` : 'Compared over k'}>
      <div className="row end map-choices">
        <Choice
          label="Figure"
          value={metric.axis.name}
          items={drawn.map(({ axis }) => ({ id: axis.name, title: axis.name, note: axis.title }))}
          onChange={setChosen}
        />
      </div>
      <p className="note">{metric.axis.reading}</p>
      <Curves metric={metric} />
      <Table
        caption="Who is best, by range of k"
        captioned
        columns={[
          { title: 'figure', heads: true, cell: ({ axis }) => axis.name },
          { title: 'best', cell: ({ regions }) => regions.map(regionInWords).join('; ') },
        ]}
        rows={drawn}
        rowKey={({ axis }) => axis.name}
      />
    </Panel>
  )
}

/** `k 5 to 25: genetic = lattice`. */
function regionInWords({ from, to, winners }: Comparison['metrics'][number]['regions'][number]): string {
  const k = from === to ? formatCount(from) : `${formatCount(from)} to ${formatCount(to)}`
  return `k ${k}: ${winners.join(' = ')}`
}

function Curves({ metric }: { metric: Comparison['metrics'][number] }): ReactNode {
  const draw = useCallback((settings: PictureSettings) => drawMetricCurves(metric, settings), [metric])
  return <Chart draw={draw} />
}

function Runs({ rows }: { rows: readonly StudyRow[] }): ReactNode {
  const figures = [...new Set(rows.flatMap(({ metrics }) => Object.keys(metrics)))]
  return (
    <Panel title="All runs">
      <Table
        scrolled
        caption="All runs"
        columns={[
          { title: 'run', heads: true, cell: ({ run }) => run },
          { title: 'settings', cell: ({ settings }) => Object.values(settings).join(', ') },
          {
            title: 'outcome',
            cell: ({ outcome, error }) => (error === undefined ? outcome : `${outcome}: ${error}`),
          },
          { title: 'smallest', number: true, cell: ({ smallestClass }) => orDash(smallestClass, formatCount) },
          { title: 'suppressed', number: true, cell: ({ suppressed }) => orDash(suppressed, formatCount) },
          ...figures.map((name) => ({
            title: name,
            number: true,
            cell: ({ metrics }: StudyRow) => orDash(metrics[name], formatFigure),
          })),
        ]}
        rows={rows.filter(({ point }) => point === undefined)}
        rowKey={({ run }) => run}
      />
    </Panel>
  )
}
