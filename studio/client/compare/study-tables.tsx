/** The methods laid beside each other: a figure over k, who is best where, and every run in a table. */
import { type ReactNode, useMemo, useState } from 'react'
import type { Comparison, StudyRow } from '../../../src/index.ts'
import { drawMetricCurves } from '../../../src/report/draw/metric-curves.ts'
import { formatCount, formatFigure } from '../../../src/report/format.ts'
import type { StudyView } from '../../server/compare/api.ts'
import { Choice } from '../kit/controls.tsx'
import { Panel } from '../kit/panel.tsx'
import { useWidth } from '../kit/use-width.ts'

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
      <div className="scroll">
        <table>
          <caption>Who is best, by range of k</caption>
          <thead>
            <tr>
              <th scope="col">figure</th>
              <th scope="col">best</th>
            </tr>
          </thead>
          <tbody>
            {drawn.map(({ axis, regions }) => (
              <tr key={axis.name}>
                <th scope="row">{axis.name}</th>
                <td>
                  {regions
                    .map(
                      ({ from, to, winners }) =>
                        `k ${from === to ? formatCount(from) : `${formatCount(from)} to ${formatCount(to)}`}: ${winners.join(' = ')}`,
                    )
                    .join('; ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

function Curves({ metric }: { metric: Comparison['metrics'][number] }): ReactNode {
  const { place, width } = useWidth()
  const svg = useMemo(() => (width === 0 ? '' : drawMetricCurves(metric, { width, colours: 'page' })), [metric, width])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, which escapes every text
  return <div ref={place} dangerouslySetInnerHTML={{ __html: svg }} />
}

function Runs({ rows }: { rows: readonly StudyRow[] }): ReactNode {
  const figures = ['LM', 'CM', 'NCP', 'ARE', 'DM'].filter((name) => rows.some(({ metrics }) => name in metrics))
  const learned = [
    ...new Set(rows.flatMap(({ metrics }) => Object.keys(metrics).filter((name) => name.startsWith('accuracy')))),
  ]
  const shown = rows.filter(({ point }) => point === undefined)
  return (
    <Panel title="All runs">
      <section className="scroll runs" aria-label="All runs">
        <table>
          <thead>
            <tr>
              <th scope="col">run</th>
              <th scope="col">settings</th>
              <th scope="col">outcome</th>
              <th scope="col" className="number-cell">
                smallest
              </th>
              <th scope="col" className="number-cell">
                suppressed
              </th>
              {[...figures, ...learned].map((name) => (
                <th key={name} scope="col" className="number-cell">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.run}>
                <th scope="row">{row.run}</th>
                <td>{Object.values(row.settings).join(', ')}</td>
                <td>{row.error === undefined ? row.outcome : `${row.outcome}: ${row.error}`}</td>
                <td className="number-cell">
                  {row.smallestClass === undefined ? '–' : formatCount(row.smallestClass)}
                </td>
                <td className="number-cell">{row.suppressed === undefined ? '–' : formatCount(row.suppressed)}</td>
                {[...figures, ...learned].map((name) => (
                  <td key={name} className="number-cell">
                    {row.metrics[name] === undefined ? '–' : formatFigure(row.metrics[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}
