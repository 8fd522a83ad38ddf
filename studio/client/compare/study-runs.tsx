/** All runs of a study with their figures; its report compares the methods over k. */
import type { ReactNode } from 'react'
import { formatCount, formatFigure, orDash } from '../../../src/ground/format.ts'
import type { StudyRow } from '../../../src/report/study/study-row.ts'
import { Panel } from '../kit/panel.tsx'
import { Table } from '../kit/table.tsx'

export function StudyRuns({ rows }: { rows: readonly StudyRow[] }): ReactNode {
  const figures = [...new Set(rows.flatMap(({ metrics }) => Object.keys(metrics)))]
  return (
    <Panel title="All runs">
      <Table
        scrolled
        caption="Runs and their figures"
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
