/** Rows before and after, scrolled together, with changed cells marked. Only visible rows are fetched. */

import { type ReactNode, useCallback, useMemo } from 'react'
import { many } from '../../../src/ground/format.ts'
import type { RowWindow } from '../../server/data/api.ts'
import type { PreviewFacts, PreviewSide } from '../../server/result/api.ts'
import type { RunState } from '../../server/run/api.ts'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { RowGrid, useGridLink } from '../kit/row-grid.tsx'
import { useRowWindows } from '../kit/row-windows.ts'
import { get } from '../shell/request.ts'
import { useAnswer } from '../shell/use-answer.ts'

export function RowsPreview({ state }: { state: RunState }): ReactNode {
  const { id, replacedBy } = state
  const { answer: facts, error } = useAnswer<PreviewFacts>(`result/${id}/preview`)
  return (
    <Panel title="Rows before and after">
      {error !== undefined ? (
        <Notice kind={replacedBy === undefined ? 'error' : 'note'}>{error}</Notice>
      ) : facts === undefined ? (
        <p className="note">Opening the data and the release …</p>
      ) : (
        <Grids state={state} facts={facts} />
      )}
    </Panel>
  )
}

function Grids({ state, facts }: { state: RunState; facts: PreviewFacts }): ReactNode {
  const { columns, withheld, rowsBefore, rowsAfter, inStep, note } = facts
  const { id, request } = state
  const link = useGridLink()
  // Recoded columns come first.
  const order = useMemo(() => {
    const findRole = (index: number) => request.job.columns[columns[index]]?.role
    const isRecoded = (index: number) => ['quasi-identifier', 'items'].includes(findRole(index) ?? '')
    const indices = columns.map((_, index) => index)
    return [...indices.filter(isRecoded), ...indices.filter((index) => !isRecoded(index))]
  }, [columns, request])
  const shown = useMemo(() => order.map((index) => ({ name: columns[index] })), [order, columns])
  const fetcher = (side: PreviewSide) => async (from: number, count: number, signal: AbortSignal) => {
    const window = await get<RowWindow>(`result/${id}/rows?side=${side}&from=${from}&count=${count}`, signal)
    return { ...window, rows: window.rows.map((cells) => order.map((index) => cells[index])) }
  }
  const before = useRowWindows(`${id} before`, inStep ? rowsAfter : rowsBefore, fetcher('before'))
  const after = useRowWindows(`${id} after`, rowsAfter, fetcher('after'))
  const failed = after.error ?? before.error
  const isMarked = useCallback(
    (row: number, column: number, cell: string | null) => {
      const source = before.row(row)
      return source !== undefined && source[column] !== cell
    },
    [before],
  )
  const sides = [
    { side: 'Before', rows: rowsBefore, windows: before, other: after, marked: undefined },
    { side: 'After', rows: rowsAfter, windows: after, other: before, marked: isMarked },
  ]
  return (
    <>
      <p className="note">
        {inStep
          ? 'Each row of the release stands beside the row it was made of; changed cells are marked. '
          : `${note} `}
        {inStep && note !== undefined ? `${note} ` : ''}
        {withheld.length > 0 ? `Not released: ${withheld.join(', ')}.` : ''}
      </p>
      <div className="columns-two">
        {sides.map(({ side, rows, windows, other, marked }) => (
          <div key={side}>
            <h3>
              {side} <small>{many(rows, 'row')}</small>
            </h3>
            <RowGrid
              label={`Rows ${side.toLowerCase()}`}
              columns={shown}
              windows={windows}
              link={inStep ? link : undefined}
              isMarked={inStep ? marked : undefined}
              beside={inStep ? other : undefined}
            />
          </div>
        ))}
      </div>
      {failed === undefined ? null : <Notice kind="error">{failed}</Notice>}
    </>
  )
}
