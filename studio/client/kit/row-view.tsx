/** Filters and sorts the rows of a grid. */
import { type ReactNode, useState } from 'react'
import { many } from '../../../src/ground/format.ts'
import type { RowView } from '../../server/data/api.ts'
import { Check, TextInput } from './controls.tsx'

export function useRowView() {
  const [view, setView] = useState<RowView>({})
  const query = Object.entries(view).map(([key, value]) => `&${key}=${encodeURIComponent(String(value))}`)
  return {
    view,
    query: query.join(''),
    set: (change: RowView) =>
      setView((now) =>
        Object.fromEntries(
          Object.entries({ ...now, ...change }).filter(([, value]) => value !== undefined && value !== ''),
        ),
      ),
    /** First ascending, then descending, then as in the file. `shift`: places before the column in a row. */
    sorting: (shift = 0) => ({
      column: view.sort === undefined ? undefined : view.sort - shift,
      descending: view.descending,
      by: (column: number) =>
        setView(({ sort, descending, ...rest }) =>
          sort !== column + shift
            ? { ...rest, sort: column + shift }
            : descending
              ? rest
              : { ...rest, sort, descending: true },
        ),
    }),
  }
}

export function RowFilter(props: { of: ReturnType<typeof useRowView>; rows: number; isPaired?: boolean }): ReactNode {
  const { view, set } = props.of
  return (
    <div className="row end row-filter">
      <TextInput label="Rows with" value={view.contains ?? ''} onChange={(contains) => set({ contains })} />
      {props.isPaired ? (
        <Check isSelected={view.changed === true} onChange={(on) => set({ changed: on || undefined })}>
          Changed rows only
        </Check>
      ) : null}
      <p className="note" role="status">
        {many(props.rows, 'row')}
      </p>
    </div>
  )
}
