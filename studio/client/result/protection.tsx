/** Who is protected less: for a column the values whose rows stand in the smallest classes, those first. */
import type { ReactNode } from 'react'
import { formatCount, formatShare } from '../../../src/report/format.ts'
import type { Report } from '../../../src/report/report.ts'
import { Panel } from '../kit/panel.tsx'
import { Bar } from './bar.tsx'

const MOST_LINES = 15

export function Protection({ report, column }: { report: Report; column: string }): ReactNode {
  const { protection, asked } = report
  const groups = protection.find((own) => own.column === column)?.groups ?? []
  const largest = Math.max(1, ...protection.flatMap((own) => own.groups.map(({ medianClass }) => medianClass)))
  const listed = [...groups]
    .sort((a, b) => a.smallestClass - b.smallestClass || a.medianClass - b.medianClass)
    .slice(0, MOST_LINES)
  const told = groups.every(({ suppressed }) => suppressed !== undefined)
  const lost = told && groups.some(({ suppressed }) => (suppressed as number) > 0)
  const more = groups.length - listed.length
  return (
    <Panel title={`Who is protected less, by ${column}`}>
      {groups.length === 0 ? (
        <p>No row of the release says anything.</p>
      ) : (
        <>
          <p className="note">
            Everybody looks like {asked.k === undefined ? 'others' : `at least ${formatCount(asked.k - 1)} others`}, but
            not everybody like equally many. Values whose rows were all suppressed are not listed
            {told
              ? ''
              : '; nor is the share of suppressed rows where it would speak of fewer rows than a class must have'}
            .
          </p>
          <div className="scroll">
            <table>
              <caption className="spoken">Class sizes by {column}, least protected first</caption>
              <thead>
                <tr>
                  <th scope="col">Value</th>
                  <th scope="col" className="number-cell">
                    Rows
                  </th>
                  <th scope="col" className="number-cell">
                    Smallest class
                  </th>
                  <th scope="col" className="number-cell">
                    Middle row’s class
                  </th>
                  <th scope="col">
                    <span className="spoken">Bar of the middle row’s class</span>
                  </th>
                  {lost ? (
                    <th scope="col" className="number-cell">
                      Suppressed
                    </th>
                  ) : null}
                </tr>
              </thead>
              <tbody>
                {listed.map(({ label, rows, smallestClass, medianClass, suppressed }) => (
                  <tr key={label}>
                    <th scope="row">{label}</th>
                    <td className="number-cell">{formatCount(rows)}</td>
                    <td className="number-cell">{formatCount(smallestClass)}</td>
                    <td className="number-cell">{formatCount(medianClass)}</td>
                    <td>
                      <Bar share={medianClass / largest} />
                    </td>
                    {lost ? <td className="number-cell">{formatShare(suppressed as number)}</td> : null}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {more > 0 ? <p className="note">and {formatCount(more)} more in classes no smaller.</p> : null}
        </>
      )}
    </Panel>
  )
}
