/** Shows the cut of each quasi-identifier on its tree, axis or order. */

import { type ReactNode, useCallback, useState } from 'react'
import { formatCount, formatFigure, many } from '../../../src/ground/format.ts'
import { isInterval } from '../../../src/report/draw/charts/intervals.ts'
import { drawNumberAxis } from '../../../src/report/draw/charts/number-axis.ts'
import type { PictureSettings } from '../../../src/report/draw/plot/frame.ts'
import { drawGroups, summary } from '../../../src/report/draw/sections/columns.ts'
import type { ColumnPicture, Report } from '../../../src/report/report.ts'
import type { ExtremeClasses, ShownClass } from '../../server/result/api.ts'
import { Chart } from '../kit/chart.tsx'
import { Drawn } from '../kit/drawn.tsx'
import { Panel } from '../kit/panel.tsx'
import { Table } from '../kit/table.tsx'
import { useAnswer } from '../shell/use-answer.ts'
import { ColumnChoice } from './column-choice.tsx'

const MOST_LINES = 200

export function ColumnPictures({ run, report }: { run: string; report: Report }): ReactNode {
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
          columns={report.columns.map((item) => ({
            name: item.column,
            note: `${summary(item)}; loss ${formatFigure(item.loss)}`,
          }))}
          chosen={chosen}
          onChange={setChosen}
        />
        <Picture key={column.column} column={column} />
      </Panel>
      <Classes run={run} />
    </>
  )
}

function Picture({ column }: { column: ColumnPicture }): ReactNode {
  const draw = useCallback((settings: PictureSettings) => drawNumberAxis(column, settings), [column])
  const onAxis = column.kind === 'number' && column.leftOut === undefined && column.groups.some(isInterval)
  return (
    <>
      {onAxis ? <Chart draw={draw} /> : null}
      <Drawn label={`Groups of ${column.column}`} part={drawGroups(column, MOST_LINES)} />
    </>
  )
}

/** The labels of the smallest and the largest classes, counted in the release. */
function Classes({ run }: { run: string }): ReactNode {
  const { answer, error } = useAnswer<ExtremeClasses>(`result/${run}/classes`)
  if (answer === undefined) return <p className="note">{error ?? 'Counting classes …'}</p>
  const { columns, classes, smallest, largest } = answer
  return (
    <Panel title="The smallest and the largest classes" wide>
      <p className="note">{`${many(classes, 'class', 'classes')}; rows of a class look alike in these columns.`}</p>
      <Table
        scrolled
        caption="The smallest and the largest classes"
        rows={[...smallest, ...largest]}
        rowKey={({ labels }) => labels.join('\n')}
        columns={[
          { title: 'Rows', heads: true, number: true, cell: ({ rows }) => formatCount(rows) },
          ...columns.map((title, i) => ({ title, cell: ({ labels }: ShownClass) => labels[i] })),
        ]}
      />
    </Panel>
  )
}
