/** Edits the cut of a column as a table of its groups: split one, join it with others, or say where one begins. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatCount } from '../../../../src/ground/format.ts'
import type { Cut, WhatIfColumn, WhatIfGroup } from '../../../../src/tasks/what-if.ts'
import { Bar } from '../../kit/bar.tsx'
import { Button, TextInput } from '../../kit/controls.tsx'
import { Table } from '../../kit/table.tsx'
import { addPlace, findPlace, groupAt, joinGroup, splitGroup } from './cuts.ts'

const MOST_GROUPS = 100

interface Given {
  readonly column: WhatIfColumn
  readonly cut: Cut
  /** Groups of the latest answer, which may belong to an earlier cut. */
  readonly groups: readonly WhatIfGroup[]
  readonly onChange: (cut: Cut) => void
}

export function CutEditor(given: Given): ReactNode {
  const { column, cut, groups, onChange } = given
  const size = column.values.length
  const largest = groups.reduce((most, { rows }) => Math.max(most, rows), 1)
  const rest = groups.length - MOST_GROUPS
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a group goes, its buttons go with the focus
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.querySelector('section')?.focus()
  }, [groups])
  let next = 0
  const lines = groups.map((group) => {
    const first = next
    next += group.values
    return { ...group, first }
  })
  return (
    <div ref={place}>
      {column.tree === undefined ? <AddEndpoint {...given} /> : null}
      <Table
        scrolled
        className="group-table with-buttons"
        caption={`Groups of ${column.name} and their rows`}
        rows={lines.slice(0, MOST_GROUPS)}
        rowKey={({ first }) => first}
        columns={[
          { title: 'Group', cell: ({ label }) => label },
          { title: 'Values', number: true, cell: ({ values }) => formatCount(values) },
          { title: 'Bar', silent: true, cell: ({ rows }) => <Bar share={rows / largest} /> },
          { title: 'Rows', number: true, cell: ({ rows }) => formatCount(rows) },
          {
            title: 'Change',
            silent: true,
            number: true,
            cell: ({ label, values, first }) => (
              <>
                {values === 1 ? null : (
                  <Button
                    quiet
                    aria-label={`split: ${label}`}
                    onPress={() => onChange(splitGroup(column, cut, groupAt(cut, first, size)))}
                  >
                    split
                  </Button>
                )}
                {cut.length === 0 || (column.tree === undefined && first + values === size) ? null : (
                  <Button
                    quiet
                    aria-label={`join: ${label}`}
                    onPress={() => onChange(joinGroup(column, cut, groupAt(cut, first, size)))}
                  >
                    join
                  </Button>
                )}
              </>
            ),
          },
        ]}
      />
      {rest > 0 ? <p className="note">and {formatCount(rest)} more; set a level, or join groups.</p> : null}
      <p className="note">
        {column.tree === undefined
          ? 'A group is split where half of its rows are, and joined with the next one.'
          : 'A group is split into the nodes below it, and joined with all that are below the same node.'}
      </p>
    </div>
  )
}

function AddEndpoint({ column, cut, onChange }: Given): ReactNode {
  const [text, setText] = useState('')
  const place = findPlace(column, text)
  return (
    <div className="row end">
      <TextInput label="A group begins at" value={text} onChange={setText} />
      <Button
        isDisabled={place === undefined || cut.includes(place)}
        onPress={() => {
          onChange(addPlace(cut, place ?? 0, column.values.length))
          setText('')
        }}
      >
        Add endpoint
      </Button>
    </div>
  )
}
