/** Rows of the data beside what became of them, changed cells marked, with a lens. Only visible rows are fetched. */
import { type ReactNode, useMemo, useState } from 'react'
import { many } from '../../../src/ground/format.ts'
import type { RowWindow } from '../../server/data/api.ts'
import type { PreviewFacts } from '../../server/result/api.ts'
import type { RunState } from '../../server/run/api.ts'
import { Button } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { type GridLink, type PointedCell, RowGrid, type Sorting } from '../kit/row-grid.tsx'
import { RowFilter, useRowView } from '../kit/row-view.tsx'
import { type RowWindows, useRowWindows } from '../kit/row-windows.ts'
import { get, post } from '../shell/request.ts'
import { useAnswer } from '../shell/use-answer.ts'

export function RowsPreview({ state }: { state: RunState }): ReactNode {
  const { id, replacedBy } = state
  const [pairing, setPairing] = useState<{ isBusy?: boolean; error?: string; done?: true }>({})
  const { answer: facts, error } = useAnswer<PreviewFacts>(`result/${id}/preview${pairing.done ? '?paired' : ''}`)
  const pair = () => {
    setPairing({ isBusy: true })
    post(`result/${id}/pair`).then(
      () => setPairing({ done: true }),
      ({ message }: Error) => setPairing({ error: message }),
    )
  }
  return (
    <Panel title="Rows before and after">
      {error !== undefined ? (
        <Notice kind={replacedBy === undefined ? 'error' : 'note'}>{error}</Notice>
      ) : facts === undefined ? (
        <p className="skeleton">Opening the data and the release …</p>
      ) : (
        <>
          {facts.canPair ? (
            <p className="row">
              <Button isDisabled={pairing.isBusy === true} onPress={pair}>
                {pairing.isBusy ? 'Running the job again …' : 'Lay the rows beside the data'}
              </Button>
              <span className="note">Runs the job again, and takes it if it gives the same bytes.</span>
            </p>
          ) : null}
          {pairing.error === undefined ? null : <Notice kind="error">{pairing.error}</Notice>}
          <Grids key={String(facts.inStep)} state={state} facts={facts} />
        </>
      )}
    </Panel>
  )
}

function Grids({ state, facts }: { state: RunState; facts: PreviewFacts }): ReactNode {
  const { columns, withheld, rowsAfter, inStep, note } = facts
  const { id, request } = state
  const link = useMemo<GridLink>(() => ({ grids: new Map() }), [])
  const seen = useRowView()
  const [lens, setLens] = useState<PointedCell>()
  const order = useMemo(() => {
    const isRecoded = (index: number) =>
      ['quasi-identifier', 'items'].includes(request.job.columns[columns[index]]?.role ?? '')
    const indices = columns.map((_, index) => index)
    return [...indices.filter(isRecoded), ...indices.filter((index) => !isRecoded(index))]
  }, [columns, request])
  const shown = useMemo(() => order.map((index) => ({ name: columns[index] })), [order, columns])
  const both = useRowWindows(`${id}${seen.query}`, rowsAfter, (from, count, signal) =>
    get<RowWindow>(`result/${id}/rows?from=${from}&count=${count}${seen.query}`, signal),
  )
  const [after, before] = useMemo(
    () => [0, columns.length].map((shift) => projected(both, order, shift)),
    [both, order, columns.length],
  )
  const isMarked = (row: number, column: number, cell: string | null) => before.row(row)?.[column] !== cell
  const sides = [
    ...(inStep ? [{ side: 'Before', windows: before, shift: columns.length }] : []),
    { side: 'After', windows: after, shift: 0 },
  ]
  const pointed = lens && { raw: before.row(lens.row)?.[lens.column], released: after.row(lens.row)?.[lens.column] }
  return (
    <>
      <p className="note">
        {inStep ? 'Each row of the data beside what became of it; changed cells are marked. ' : ''}
        {note === undefined ? '' : `${note} `}
        {withheld.length > 0 ? `Not released: ${withheld.join(', ')}.` : ''}
      </p>
      <RowFilter of={seen} rows={both.rows} isPaired={inStep} />
      <div className={inStep ? 'columns-two' : ''}>
        {sides.map(({ side, windows, shift }) => (
          <div key={side}>
            <h3>
              {side} <small>{many(side === 'Before' ? facts.rowsBefore : rowsAfter, 'row')}</small>
            </h3>
            <RowGrid
              key={seen.query}
              label={`Rows ${side.toLowerCase()}`}
              columns={shown}
              windows={windows}
              sorting={sortingIn(seen.sorting(shift), order)}
              pointed={lens?.row}
              link={inStep ? link : undefined}
              beside={!inStep ? undefined : side === 'After' ? before : after}
              onPoint={inStep ? setLens : undefined}
              isMarked={inStep && side === 'After' ? isMarked : undefined}
            />
          </div>
        ))}
      </div>
      {lens === undefined || pointed === undefined ? null : (
        <div
          className="lens"
          aria-hidden="true"
          style={{ left: Math.min(lens.x + 16, innerWidth - 330), top: lens.y + 18 }}
        >
          <b>{shown[lens.column].name}</b>
          {pointed.raw ?? '–'} → {pointed.released ?? '–'}
        </div>
      )}
      {both.error === undefined ? null : <Notice kind="error">{both.error}</Notice>}
    </>
  )
}

/** One side of paired rows, its columns in the order shown. */
function projected(both: RowWindows, order: readonly number[], shift: number): RowWindows {
  return {
    ...both,
    row: (number) => {
      const cells = both.row(number)
      return cells && order.map((index) => cells[shift + index])
    },
  }
}

function sortingIn({ column, by, descending }: Sorting, order: readonly number[]): Sorting {
  const shown = column === undefined ? undefined : order.indexOf(column)
  return { column: shown, descending, by: (place) => by(order[place]) }
}
