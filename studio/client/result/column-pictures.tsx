/** What became of each quasi-identifier: its cut on its tree, its axis or its order, one column at a time. */

import { type ReactNode, useCallback, useState } from 'react'
import type { ChartSettings } from '../../../src/report/draw/chart.ts'
import { isInterval } from '../../../src/report/draw/intervals.ts'
import { drawNumberAxis } from '../../../src/report/draw/number-axis.ts'
import { mostRows, type OutlineNode, outlineTree } from '../../../src/report/draw/tree-outline.ts'
import { formatCount, formatFigure, formatShare } from '../../../src/report/format.ts'
import type { ColumnPicture, Report } from '../../../src/report/report.ts'
import { Chart } from '../kit/chart.tsx'
import { many } from '../kit/many.ts'
import { Panel } from '../kit/panel.tsx'
import { Bar } from './bar.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { GroupTable } from './group-table.tsx'
import { Protection } from './protection.tsx'

const MOST_LINES = 200

export function ColumnPictures({ report }: { report: Report }): ReactNode {
  const [chosen, setChosen] = useState(0)
  const column = report.columns[Math.min(chosen, report.columns.length - 1)]
  if (column === undefined) return <Panel title="Columns">No column was recoded.</Panel>
  return (
    <>
      <Panel title="What became of each column">
        <p className="note">
          Each group is one label in the release; rows under the same label can no longer be distinguished by this
          column. Loss is 0 where every value is kept and 1 where nothing is said.
        </p>
        <ColumnChoice
          columns={report.columns.map((own) => ({
            name: own.column,
            note: `${noteOf(own)}, loss ${formatFigure(own.loss)}`,
          }))}
          chosen={chosen}
          onChange={setChosen}
        />
        <h3 className="column-title">{column.column}</h3>
        <p className="note">
          {summary(column)}; loss {formatFigure(column.loss)}.
        </p>
        <Picture key={column.column} column={column} />
      </Panel>
      <Protection report={report} column={column.column} />
    </>
  )
}

function Picture({ column }: { column: ColumnPicture }): ReactNode {
  const draw = useCallback((settings: ChartSettings) => drawNumberAxis(column, settings), [column])
  const outline = column.kind === 'tree' && !saysNothing(column) ? outlineTree(column, MOST_LINES) : undefined
  if (outline !== undefined) {
    return (
      <ul className="outline">
        <Outline node={outline} most={mostRows(outline)} />
      </ul>
    )
  }
  if (saysNothing(column)) return null
  const onAxis = column.kind === 'number' && column.leftOut === undefined && column.groups.some(isInterval)
  return (
    <>
      {onAxis ? <Chart draw={draw} /> : null}
      <GroupTable column={column.column} groups={column.groups.filter(({ rows }) => rows > 0)} most={MOST_LINES} />
    </>
  )
}

function Outline({ node, most }: { node: OutlineNode; most: number }): ReactNode {
  const { name, rows, leaves, children, covers, coversMore, omitted } = node
  return (
    <li>
      {rows === undefined ? (
        <span className="outline-node above">{name}</span>
      ) : (
        <span className="outline-node cut">
          <span>
            <b>{name}</b>
            {leaves > 1 ? <small> {formatCount(leaves)} values</small> : null}
            {covers.length === 0 ? null : (
              <small className="below">
                {[
                  ...covers.map((own) => own.name),
                  ...(coversMore > 0 ? [`and ${formatCount(coversMore)} more`] : []),
                ].join(' · ')}
              </small>
            )}
          </span>
          <Bar share={rows / most} />
          <span className="number-cell">{rows === 0 ? 'none' : formatCount(rows)}</span>
        </span>
      )}
      {children.length === 0 && omitted.groups === 0 ? null : (
        <ul>
          {children.map((child) => (
            <Outline key={child.name} node={child} most={most} />
          ))}
          {omitted.groups > 0 ? (
            <li className="note">
              and {many(omitted.groups, 'more group')} with {many(omitted.rows, 'row')}
            </li>
          ) : null}
        </ul>
      )}
    </li>
  )
}

/** As short as a button needs it. */
function noteOf({ groups, leftOut }: ColumnPicture): string {
  if (leftOut === undefined) return many(groups.length, 'group')
  return leftOut === 0 ? 'never left out' : `left out in ${formatShare(leftOut / rowsOf(groups))}`
}

function summary(column: ColumnPicture): string {
  const { groups, leftOut } = column
  if (saysNothing(column)) return 'Every row is suppressed: the column is * throughout'
  if (leftOut !== undefined) {
    return leftOut === 0 ? 'Shown in every row' : `Left out (?) in ${formatShare(leftOut / rowsOf(groups))} of the rows`
  }
  const values = groups.reduce((sum, group) => sum + group.values, 0)
  const all = many(values, 'value')
  if (values === 1) return 'One value, kept as it is'
  if (groups.length === 1) return `All ${all} in one group: says nothing`
  if (groups.length === values) return `All ${all} kept as they are`
  return `${all} in ${many(groups.length, 'group')}`
}

/** No row of the release has a value in it. */
function saysNothing({ groups }: ColumnPicture): boolean {
  return rowsOf(groups) === 0
}

function rowsOf(groups: ColumnPicture['groups']): number {
  return groups.reduce((sum, { rows }) => sum + rows, 0)
}
