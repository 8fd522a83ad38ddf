/** The groups of a column, a line each: label, values, rows; and what can be done with a group, where something can. */
import type { ReactNode } from 'react'
import { formatCount } from '../../../src/report/format.ts'
import { Table } from '../kit/table.tsx'
import { Bar } from './bar.tsx'

interface Group {
  readonly label: string
  readonly values: number
  readonly rows: number
}

export function GroupTable<Own extends Group>(props: {
  column: string
  groups: readonly Own[]
  /** Lines at most. */
  most: number
  action?: { readonly title: string; readonly of: (group: Own) => ReactNode }
}): ReactNode {
  const { column, groups, most, action } = props
  const largest = groups.reduce((rows, group) => Math.max(rows, group.rows), 1)
  const rest = groups.length - most
  return (
    <>
      <Table
        className={action === undefined ? 'group-table' : 'group-table with-buttons'}
        caption={`Groups of ${column} and their rows`}
        rows={groups.slice(0, most)}
        keyOf={({ label }, index) => `${index} ${label}`}
        columns={[
          { title: 'Group', cell: ({ label }) => label },
          { title: 'Values', number: true, cell: ({ values }) => formatCount(values) },
          { title: 'Bar', silent: true, cell: ({ rows }) => <Bar share={rows / largest} /> },
          { title: 'Rows', number: true, cell: ({ rows }) => formatCount(rows) },
          ...(action === undefined ? [] : [{ title: action.title, silent: true, number: true, cell: action.of }]),
        ]}
      />
      {rest > 0 ? <p className="note">and {formatCount(rest)} more; the recoding file has them all.</p> : null}
    </>
  )
}
