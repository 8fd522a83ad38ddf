/** Who is protected less: for a column the values whose rows stand in the smallest classes, those first. */
import type { ReactNode } from 'react'
import { formatCount } from '../../../src/report/format.ts'
import type { Report } from '../../../src/report/report.ts'
import { Panel } from '../kit/panel.tsx'
import { Scroll, Table } from '../kit/table.tsx'
import { Bar } from './bar.tsx'

const MOST_LINES = 15

export function Protection({ report, column }: { report: Report; column: string }): ReactNode {
  const { protection, asked } = report
  const groups = protection.find((own) => own.column === column)?.groups ?? []
  const largest = Math.max(1, ...protection.flatMap((own) => own.groups.map(({ medianClass }) => medianClass)))
  const listed = [...groups]
    .sort((a, b) => a.smallestClass - b.smallestClass || a.medianClass - b.medianClass)
    .slice(0, MOST_LINES)
  const more = groups.length - listed.length
  return (
    <Panel title={`Who is protected less, by ${column}`}>
      {groups.length === 0 ? (
        <p>No row of the release says anything.</p>
      ) : (
        <>
          <p className="note">
            Everybody looks like {asked.k === undefined ? 'others' : `at least ${formatCount(asked.k - 1)} others`}, but
            not everybody like equally many.
            {report.rows.suppressed === 0 ? '' : ' Suppressed rows are not counted.'}
          </p>
          <Scroll label="Class sizes">
            <Table
              caption={`Class sizes by ${column}, least protected first`}
              rows={listed}
              keyOf={({ label }) => label}
              columns={[
                { title: 'Value', heads: true, cell: ({ label }) => label },
                { title: 'Rows', number: true, cell: ({ rows }) => formatCount(rows) },
                { title: 'Smallest class', number: true, cell: ({ smallestClass }) => formatCount(smallestClass) },
                { title: 'Middle row’s class', number: true, cell: ({ medianClass }) => formatCount(medianClass) },
                {
                  title: 'Bar of the middle row’s class',
                  silent: true,
                  cell: ({ medianClass }) => <Bar share={medianClass / largest} />,
                },
              ]}
            />
          </Scroll>
          {more > 0 ? <p className="note">and {formatCount(more)} more in classes no smaller.</p> : null}
        </>
      )}
    </Panel>
  )
}
